// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// functions that tile code cannot call (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile__ int f0(int a) { return a; }
__host__ __device__ __tile__ int f1(int a) { return a; }
__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  { q[0] = f0(n); }
  { q[0] = f1(n); }
  { p[0] = ct::sqrt(p[1]); }
}
