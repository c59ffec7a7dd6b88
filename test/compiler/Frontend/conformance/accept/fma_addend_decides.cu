// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fma: the third operand gives type and shape, the other two convert and broadcast to it
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#define SAME(X, ...) static_assert(std::is_same_v<decltype(X), __VA_ARGS__>)

#include <cuda_fp16.h>
__tile_global__ void k(float x) {
  Tile<float, 8> f{}; Tile<__half, 8> h{}; Tile<double, 8> d{};
  SAME(ct::fma(h, h, f), Tile<float, 8>);
  SAME(ct::fma(f, f, d), Tile<double, 8>);
  SAME(ct::fma(x, f, f), Tile<float, 8>);
  SAME(ct::fma(x, x, f), Tile<float, 8>);
  SAME(ct::fma(x, x, x), float);
}
