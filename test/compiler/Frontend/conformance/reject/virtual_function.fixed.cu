// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// no virtual functions (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

struct A { __tile__ int f() { return 1; } };
__tile_global__ void k(int* q) { A a; q[0] = a.f(); }
