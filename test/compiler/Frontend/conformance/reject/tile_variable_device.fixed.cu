// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __tile__ and __device__ do not combine (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile__ int g;
__tile_global__ void k(int* q) { q[0] = g; }
