// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// variables that tile code cannot name
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__device__ int g;
__constant__ int g2;
__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  { q[0] = g; }  // expected: non-__tile__ variable
  { q[0] = g2; }  // expected: non-__tile__ variable
}
