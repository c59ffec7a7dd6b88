// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A load that two MMAs of a loop want as different fragments has one stage buffer, which each of them reads.
// RUN: tilec %s -arch=sm_80 --emit=tile-gpu -o - | FileCheck %s
// RUN: tilec %s -arch=sm_80 --remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// CHECK-LABEL: func.func @_Z8weightedB2v0
// CHECK: %[[RING:.*]] = tile_gpu.alloc_buffer {{.*}}64x64xf16, {{.*}}, stages = 4
// CHECK-NOT: alloc_buffer
// CHECK: tile_gpu.async_copy
// CHECK: scf.for
// CHECK-NOT: buffer_store
// CHECK: %[[SLOT:.*]] = tile_gpu.buffer_stage %[[RING]]
// CHECK: %[[SLOT:.*]] = tile_gpu.buffer_stage %[[RING]]
// CHECK: %[[ONE:.*]] = tile_gpu.buffer_load %[[SLOT]] after
// CHECK-NEXT: %[[TURNED:.*]] = tile_gpu.permute %[[ONE]] [1, 0]
// CHECK-NEXT: tile_gpu.mma mma_sync %{{.*}}, %[[TURNED]],
// CHECK: %[[OTHER:.*]] = tile_gpu.buffer_load %[[SLOT]] after
// CHECK-NEXT: tile_gpu.mma mma_sync %{{.*}}, %[[OTHER]],
// CHECK: scf.yield
// Elements one by one are too narrow for copies:
// CHECK-LABEL: func.func @_Z8weightedPf
// CHECK-NOT: stages
// CHECK: tile_gpu.buffer_store
// CHECK: return
// REMARK: [[@LINE+5]]:3: remark: pipelined: 1 load by asynchronous copies into 4 stages
__tile_global__ void weighted(float* __restrict__ out, const __half* __restrict__ q, const __half* __restrict__ k, int rows, int keys) {
  auto view = [](auto* p, int n, auto shape) { return ct::partition_view{ct::tensor_span{p, ct::extents{n, ct::integral_constant<64>{}}}, shape}; };
  auto query = view(q, rows, ct::shape<64, 64>{}).load_masked(ct::bid().x, 0);
  auto sum = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
  for (int t : ct::irange(0, ct::ceildiv(keys, 64))) {
    auto key = view(k, keys, ct::shape<64, 64>{}).load_masked(t, 0);
    auto scores = ct::mma(query, ct::transpose(key), ct::zeros<ct::tile<float, ct::shape<64, 64>>>());
    sum = ct::mma(ct::element_cast<__half>(scores), key, sum);
  }
  view(out, rows, ct::shape<64, 64>{}).store_masked(sum, ct::bid().x, 0);
}
