// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel that docs/Architecture.md follows: out = a * x + y over n elements, 512 a block.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

__tile_global__ void scaled_add(float* __restrict__ out, float a, const float* __restrict__ x, const float* __restrict__ y, int n) {
  auto view = [n](auto* p) { return ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<512>{}}; };
  int block = ct::bid().x;
  view(out).store_masked(a * view(x).load_masked(block) + view(y).load_masked(block), block);
}
