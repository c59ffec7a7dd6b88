// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fp8 elements and fp8 mma from sm_89
// options: -arch=sm_89
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#include <cuda_fp8.h>
__tile_global__ void k(__nv_fp8_e4m3* q, float* p) {
  auto a = ct::load(q + ct::iota<Tile<int, 16, 32>>());
  ct::store(p + ct::iota<Tile<int, 16, 8>>(), ct::mma(a, ct::ones<Tile<__nv_fp8_e4m3, 32, 8>>(), ct::zeros<Tile<float, 16, 8>>()));
}
