// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// a kernel returns void
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ int k(int* q) { return 1; }  // expected: not void
