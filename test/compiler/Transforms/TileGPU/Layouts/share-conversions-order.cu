// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Of two tiles that are loaded together and stored once for two MMAs each, the first is read last: both are stored in front of
// their own reads.
// RUN: tilec %s -arch=sm_80 --emit=tile-gpu --variants=1 -o - | FileCheck %s
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

__tile__ auto view(auto* p, int rows) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, ct::integral_constant<64>{}}}, ct::shape<64, 64>{}};
}

// CHECK: scf.for
// CHECK: %[[KEY:.*]] = tile_gpu.load %
// CHECK: %[[VALUE:.*]] = tile_gpu.load %
// CHECK: %[[B:.*]] = tile_gpu.alloc_buffer
// CHECK: tile_gpu.buffer_store %[[VALUE]], %[[B]]
// CHECK: tile_gpu.buffer_load %[[B]]
// CHECK: tile_gpu.mma mma_sync
// CHECK: tile_gpu.buffer_load %[[B]]
// CHECK-NEXT: tile_gpu.free_buffer %[[B]]
// CHECK: tile_gpu.mma mma_sync
// CHECK: %[[C:.*]] = tile_gpu.alloc_buffer
// CHECK: tile_gpu.buffer_store %[[KEY]], %[[C]]
// CHECK: tile_gpu.buffer_load %[[C]]
// CHECK: tile_gpu.mma mma_sync
// CHECK: tile_gpu.buffer_load %[[C]]
// CHECK-NEXT: tile_gpu.free_buffer %[[C]]
// CHECK: tile_gpu.mma mma_sync
// CHECK: scf.yield
__tile_global__ void crossed(float* __restrict__ out, const __half* __restrict__ q, const __half* __restrict__ k, const __half* __restrict__ v, int rows, int keys) {
  auto query = view(q, rows).load_masked(ct::bid().x, 0);
  auto sum = ct::zeros<ct::tile<float, ct::shape<64, 64>>>(), none = sum;
  for (int t : ct::irange(0, ct::ceildiv(keys, 64))) {
    auto key = view(k, keys).load_masked(t, 0);
    auto value = view(v, keys).load_masked(t, 0);
    sum = ct::mma(ct::element_cast<__half>(ct::mma(query, ct::transpose(value), none)), value, sum);
    sum = ct::mma(ct::element_cast<__half>(ct::mma(query, ct::transpose(key), none)), key, sum);
  }
  view(out, rows).store_masked(sum, ct::bid().x, 0);
}
