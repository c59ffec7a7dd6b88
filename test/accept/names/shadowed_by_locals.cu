// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Local variables shadow API names after a using directive.
#include <cuda_tile.h>
using namespace cuda::tiles;

__tile_global__ void k(float* p, int n) {
  auto load_index = iota<tile<int, shape<32>>>();
  int extents = n, sum = 0, select = 1;
  for (int full = 0; full < extents; ++full) sum += full * select;
  auto max = cuda::tiles::max(load(p + load_index), 0.f);
  auto exp = [](auto x) { return cuda::tiles::exp(x); };
  auto store = exp(max);
  cuda::tiles::store(p + load_index, store + float(sum));
}
