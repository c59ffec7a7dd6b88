// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// a tile variable holds no pointer (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile__ int g;
__tile_global__ void k(int* q) { q[0] = g; }
