// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// full, zeros, ones, iota
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#define SAME(X, ...) static_assert(std::is_same_v<decltype(X), __VA_ARGS__>)

__tile_global__ void k(float* p, double x) {
  SAME((ct::full<Tile<float, 8>>(1)), Tile<float, 8>);
  SAME((ct::full<Tile<float, 8>>(x)), Tile<float, 8>);     // narrowing scalar is converted
  SAME((ct::full<Tile<int, 8>>(2.5f)), Tile<int, 8>);
  SAME((ct::full<Tile<float*, 8>>(p)), Tile<float*, 8>);
  SAME((ct::full<Tile<float*, 8>>(nullptr)), Tile<float*, 8>);
  SAME((ct::iota<Tile<int, 4, 8>>()), Tile<int, 4, 8>);
  SAME((ct::iota<Tile<signed char, 128>>()), Tile<signed char, 128>);
  SAME(ct::iota<int>(), int);
  SAME((ct::ones<Tile<bool, 8>>()), Tile<bool, 8>);
  SAME((ct::iota<Tile<bool, 2>>()), Tile<bool, 2>);
  SAME(ct::zeros<float>(), float);
}
