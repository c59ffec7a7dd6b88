// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// functions that tile code cannot call
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__device__ int f0(int a) { return a; }
int f1(int a) { return a; }
__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  { q[0] = f0(n); }  // expected: __device__ function
  { q[0] = f1(n); }  // expected: host function
  { p[0] = sqrtf(p[1]); }  // expected: host device function
}
