// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fp8 tiles have no arithmetic and no comparison (put right)
#include <cuda_fp8.h>
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  { auto x = ct::element_cast<float>(Tile<__nv_fp8_e4m3, 8>{}) + ct::element_cast<float>(Tile<__nv_fp8_e4m3, 8>{}); }
  { auto x = ct::element_cast<float>(Tile<__nv_fp8_e4m3, 8>{}) < ct::element_cast<float>(Tile<__nv_fp8_e4m3, 8>{}); }
}
