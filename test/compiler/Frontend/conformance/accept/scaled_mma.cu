// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// block-scaled mma: (a, a_scale, b, b_scale, acc)
// options: -arch=sm_100
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#include <cuda_fp8.h>
#include <cuda_fp4.h>
using e4 = __nv_fp8_e4m3; using f4 = __nv_fp4_e2m1; using e8 = __nv_fp8_e8m0;
__tile_global__ void k(float* p) {
  auto acc = ct::zeros<Tile<float, 128, 128>>();
  acc = ct::scaled_mma(ct::zeros<Tile<e4, 128, 64>>(), ct::ones<Tile<e8, 128, 2>>(), ct::zeros<Tile<e4, 64, 128>>(), ct::ones<Tile<e8, 2, 128>>(), acc);
  acc = ct::scaled_mma(ct::zeros<Tile<f4, 128, 64>>(), ct::ones<Tile<e8, 128, 4>>(), ct::zeros<Tile<f4, 64, 128>>(), ct::ones<Tile<e8, 4, 128>>(), acc);
  acc = ct::scaled_mma(ct::zeros<Tile<f4, 128, 64>>(), ct::ones<Tile<e4, 128, 4>>(), ct::zeros<Tile<f4, 64, 128>>(), ct::ones<Tile<e4, 4, 128>>(), acc);
  ct::store(p + ct::iota<Tile<int, 128, 128>>(), acc);
}
