// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// types that tile code lacks
typedef float Vector __attribute__((vector_size(16)));
struct Bits { unsigned a : 3, b; };
__tile_global__ void k(int *q, int n) {
  __float128 quad = n;     // expected: __float128
  _Complex float c;        // expected: complex
  Vector v;                // expected: vector extension
  _BitInt(32) bits = 3;    // expected: _BitInt
  unsigned __int128 wide = 1; // expected: 128 bits
  Bits b; b.b = 2;
  q[0] = b.a;              // expected: bit-field
  char big[20000000];      // expected: larger than 16 MiB
  q[1] = (int)(n * (__int128)n); // expected: 128 bits
}
