// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// arrays, arrays of tiles, unions, placement new, member pointers, static locals
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

struct S { int a, b; };
union U { int i; float f; };
inline __tile__ void* operator new(decltype(sizeof(0)), S* where, int) { return where; }
__tile_global__ void k(int* q, float* p, int n) {
  int a[4] = {1, 2, 3, 4}; a[n] = 5; q[0] = a[n + 1];
  Tile<float, 8> t[2] = {}; t[1] = ct::ones<Tile<float, 8>>();
  ct::store(p + ct::iota<Tile<int, 8>>(), t[n]);
  U u; u.f = p[0]; q[1] = u.i;
  int S::*m = &S::b; S s{1, 2}; q[2] = s.*m;
  static int count = 3; q[3] = count++;
  static constexpr int table[3] = {7, 8, 9}; q[4] = table[n];
  volatile int v = n; q[5] = v;
  q[6] = __builtin_bit_cast(int, p[1]);
}
