// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// no recursion (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile__ int f(int n) { int r = 1; for (; n > 1; --n) r *= n; return r; }
__tile_global__ void k(int* q, int n) { q[0] = f(n); }
