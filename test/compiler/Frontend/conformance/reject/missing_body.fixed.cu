// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// a tile function has a body in the translation unit (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile__ int f(int);
__tile_global__ void k(int* q) { q[0] = f(1); }
__tile__ int f(int n) { return n; }
