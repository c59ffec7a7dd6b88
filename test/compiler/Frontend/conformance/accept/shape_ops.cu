// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reshape, broadcast, permute, transpose, cat
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#define SAME(X, ...) static_assert(std::is_same_v<decltype(X), __VA_ARGS__>)

__tile_global__ void k() {
  Tile<float, 4, 8> a{}; Tile<float, 2, 4, 8> b{}; Tile<float, 8> v{};
  SAME((ct::reshape(a, ct::shape<2, 16>{})), Tile<float, 2, 16>);
  SAME((ct::reshape<ct::shape<32>>(a)), Tile<float, 32>);
  SAME((ct::reshape(a, ct::shape{8_ic, 4_ic})), Tile<float, 8, 4>);
  SAME((ct::reshape(1.0f, ct::shape<1, 1>{})), Tile<float, 1, 1>);
  SAME((ct::broadcast(v, ct::shape<4, 8>{})), Tile<float, 4, 8>);
  SAME((ct::broadcast(1.0f, ct::shape<4>{})), Tile<float, 4>);
  SAME((ct::permute(b, ct::dimension_map<2, 0, 1>{})), Tile<float, 8, 2, 4>);
  SAME((ct::permute<ct::dimension_map<2, 0, 1>>(b)), Tile<float, 8, 2, 4>);
  SAME((ct::permute(b, ct::dimension_map{2_ic, 0_ic, 1_ic})), Tile<float, 8, 2, 4>);
  SAME(ct::transpose(a), Tile<float, 8, 4>);
  SAME(ct::transpose(b), Tile<float, 4, 2, 8>);
  SAME(ct::transpose(v), Tile<float, 8>);
  SAME(ct::cat<0>(a, a), Tile<float, 8, 8>);
  SAME(ct::cat(a, a, 1_ic), Tile<float, 4, 16>);
}
