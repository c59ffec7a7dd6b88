// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// no tile by value (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(Tile<float, 8>* t, float* p) { ct::store(p + ct::iota<Tile<int, 8>>(), *t); }
