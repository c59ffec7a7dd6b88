// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// with --expt-relaxed-constexpr a plain constexpr function is callable
// options: --expt-relaxed-constexpr
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

constexpr int f(int a) { return 2 * a; }
__tile_global__ void k(int* q) { constexpr int c = f(3); q[0] = c; }
