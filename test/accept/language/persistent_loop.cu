// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A persistent kernel that walks over tiles by the number of blocks.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <int BM, int BN> __tile_global__ void scale(float* p, int m, int n, float s) {
  auto v = ct::partition_view{ct::tensor_span{p, ct::extents{m, n}}, ct::shape<BM, BN>{}};
  const int tm = ct::ceildiv(m, BM), tn = ct::ceildiv(n, BN);
  for (int t = ct::bid().x; t < tm * tn; t += ct::num_blocks().x) {
    constexpr int group = 8;
    int g = t / (group * tn), first = g * group, rows = ct::min(tm - first, group);
    int i = first + (t % (group * tn)) % rows, j = (t % (group * tn)) / rows;
    v.store_masked(v.load_masked(i, j) * s, i, j);
  }
}
template __tile_global__ void scale<64, 64>(float*, int, int, float);
