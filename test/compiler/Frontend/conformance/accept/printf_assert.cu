// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// printf with scalars, tiles and strings, its result, assert, memcpy, memset
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#include <cassert>
#include <cstdio>
#include <cstring>
__tile_global__ void k(int* q, float* p, int n) {
  q[0] = printf("%d %p %c %x %lld %s %%\n", n, p, 'a', n, (long long)n, "text");
  std::printf("%f\n", ct::ones<Tile<float, 2, 2>>());
  assert(n > 0);
  memcpy(q, p, 8);
  memset(q, 0, 8);
}
