// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// a kernel is no member (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

struct S { static __tile__ void f(int* q) { q[0] = 1; } };
__tile_global__ void k(int* q) { S::f(q); }
