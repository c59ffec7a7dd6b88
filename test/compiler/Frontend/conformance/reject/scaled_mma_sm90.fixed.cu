// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// scaled_mma needs sm_100 (put right)
// options: -arch=sm_100
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#include <cuda_fp8.h>
using e4 = __nv_fp8_e4m3; using e8 = __nv_fp8_e8m0;
__tile_global__ void k(float* p) {
  auto c = ct::scaled_mma(ct::zeros<Tile<e4, 128, 64>>(), ct::ones<Tile<e8, 128, 2>>(), ct::zeros<Tile<e4, 64, 128>>(), ct::ones<Tile<e8, 2, 128>>(), ct::zeros<Tile<float, 128, 128>>());
  ct::store(p + ct::iota<Tile<int, 128, 128>>(), c);
}
