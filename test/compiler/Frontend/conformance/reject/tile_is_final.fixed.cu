// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile is final (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

struct D { Tile<float, 8> tile; };
__tile_global__ void k(int* q) { q[0] = sizeof(D); }
