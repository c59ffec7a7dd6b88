// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// element_cast converts any pair of numeric elements, element_bitcast keeps the bits
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#define SAME(X, ...) static_assert(std::is_same_v<decltype(X), __VA_ARGS__>)

#include <cuda_fp8.h>
__tile_global__ void k() {
  Tile<float, 8> f{}; Tile<float*, 8> p{}; Tile<bool, 8> b{}; Tile<unsigned long, 8> u{}; Tile<__nv_fp8_e4m3, 8> e{};
  SAME(ct::element_cast<int>(f), Tile<int, 8>);
  SAME(ct::element_cast<bool>(f), Tile<bool, 8>);
  SAME(ct::element_cast<int>(e), Tile<int, 8>);
  SAME(ct::element_cast<__nv_fp8_e5m2>(e), Tile<__nv_fp8_e5m2, 8>);
  SAME(ct::element_cast<void*>(p), Tile<void*, 8>);
  SAME(ct::element_cast<bool>(p), Tile<bool, 8>);
  SAME(ct::element_bitcast<int>(f), Tile<int, 8>);
  SAME(ct::element_bitcast<unsigned char>(b), Tile<unsigned char, 8>);
  SAME(ct::element_bitcast<unsigned long>(p), Tile<unsigned long, 8>);
  SAME(ct::element_bitcast<float*>(u), Tile<float*, 8>);
  SAME(ct::element_bitcast<int*>(p), Tile<int*, 8>);
}
