// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fp4 (e2m1) and the e8m0 scale type are element types, on sm_100 and newer
// options: -arch=sm_100
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#define SAME(X, ...) static_assert(std::is_same_v<decltype(X), __VA_ARGS__>)

#include <cuda_fp8.h>
#include <cuda_fp4.h>
__tile_global__ void k(__nv_fp4_e2m1* q, float* p) {
  auto i = ct::iota<Tile<int, 8>>();
  auto a = ct::load(q + i);
  SAME(a, Tile<__nv_fp4_e2m1, 8>);
  auto s = ct::element_cast<__nv_fp8_e8m0>(ct::full<Tile<float, 8>>(2));
  ct::store(p + i, ct::element_cast<float>(a) * ct::element_cast<float>(s));
}
