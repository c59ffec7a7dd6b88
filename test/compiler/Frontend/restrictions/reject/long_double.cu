// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// long double: a double as a value, nothing in memory; three-way comparison
struct Pair { long double first; int second; };
__tile_global__ void byPointer(long double *p) {}     // expected: no such format
__tile_global__ void byReference(const long double &r) {} // expected: no such format
__tile_global__ void k(void *memory, Pair *pairs, int *q) {
  q[0] = (int)*(long double *)memory;                  // expected: no such format
  q[1] = (int)pairs->first;                            // expected: no such format
  q[2] = pairs->second;
  long double array[4];                                // expected: no such format
}
