// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// a kernel has no ellipsis (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

template <class... A> __tile_global__ void k(int* q, A... rest) { q[0] = 1; }
template __tile_global__ void k<int, float>(int*, int, float);
