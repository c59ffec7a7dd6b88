// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// conversions that are not implicit (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  { float x = static_cast<float>(ct::zeros<Tile<float>>()); }
  { f = ct::element_cast<float>(Tile<double, 8>{}); }
  { f = ct::element_cast<float>(i); }
  { f = ct::broadcast(ct::zeros<Tile<float, 1>>(), ct::shape<8>{}); }
  { f = ct::full<Tile<float, 8>>(1.0f); }
  { Tile<float, 8> g = ct::full<Tile<float, 8>>(1.0f); }
}
