// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// no virtual bases (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

struct A { int x; }; struct B : A { int y; };
__tile_global__ void k(int* q) { B b; b.x = 1; q[0] = b.x; }
