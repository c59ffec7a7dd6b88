// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// no class by value (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

struct S { int a; };
__tile_global__ void k(S* s, int* q) { q[0] = s->a; }
