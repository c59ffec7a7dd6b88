// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fp8 elements need sm_89 (put right)
// options: -arch=sm_90
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#include <cuda_fp8.h>
__tile_global__ void k(__nv_fp8_e4m3* q, float* p) {
  auto i = ct::iota<Tile<int, 8>>();
  ct::store(p + i, ct::element_cast<float>(ct::load(q + i)));
}
