// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// assert: one that holds changes nothing, one that fails stops the launch.
#include <cassert>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

__tile_global__ void checked_copy(int* out, const int* in, int n, int limit) {
  auto i = (int)ct::bid().x * 64 + ct::iota<ct::tile<int, ct::shape<64>>>();
  auto x = ct::load_masked(in + i, i < n, 0);
  assert(static_cast<int>(ct::reduce_max<0>(x)) < limit);
  ct::store_masked(out + i, x, i < n);
}
