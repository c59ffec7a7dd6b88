// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// a rank-0 tile follows the tile rules, a scalar the scalar rules
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#define SAME(X, ...) static_assert(std::is_same_v<decltype(X), __VA_ARGS__>)

__tile_global__ void k(float x, double y) {
  Tile<double> d0{}; Tile<float, 8> f{}; Tile<int> i0{};
  SAME(f + d0, Tile<double, 8>);
  SAME(i0 + f, Tile<float, 8>);
  SAME(Tile<float>{} + x, Tile<float>);
  Tile<float> t = x;                       // scalar to rank 0: implicit
  float back = static_cast<float>(t);      // rank 0 to scalar: explicit
  (void)back;
}
