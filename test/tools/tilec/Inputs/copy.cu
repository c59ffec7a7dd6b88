// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies an array whose address and length nothing is known of.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

__tile_global__ void copy(float* __restrict__ out, const float* __restrict__ in, int n) {
  auto view = [n](auto* p) { return ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<1024>{}}; };
  view(out).store_masked(view(in).load_masked(ct::bid().x), ct::bid().x);
}
