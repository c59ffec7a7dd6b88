// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// a kernel is launched, not called (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile__ void body(int* q) { q[0] = 1; }
__tile_global__ void a(int* q) { body(q); }
__tile_global__ void b(int* q) { body(q); }
