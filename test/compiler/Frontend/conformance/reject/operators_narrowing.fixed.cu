// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// operands that would narrow in an operator between tile and tile or tile and scalar (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  { auto x = i + ct::element_cast<int>(Tile<unsigned, 8>{}); }
  { auto x = ct::element_cast<unsigned>(i) < Tile<unsigned, 8>{}; }
  { auto x = f * 2.0f; }
  { auto x = Tile<unsigned, 8>{} + 1u; }
  { auto x = Tile<signed char, 8>{} + (signed char)1; }
  { auto x = i + (int)ct::bid().x; }
  { auto x = ct::element_cast<float>(i) + 2.5f; }
}
