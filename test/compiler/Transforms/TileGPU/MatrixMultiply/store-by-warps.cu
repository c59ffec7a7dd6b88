// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --ping-pong=off --emit=tile-gpu -o - | FileCheck %s
// RUN: tilec %s -arch=sm_90a --ping-pong=off --remarks -o %t.ptx 2>&1 | FileCheck %s --check-prefix=REMARK
// Each warp of an MMA has 16 rows of its accumulators, and stores them without a barrier of all.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// REMARK: remark: each warp stores its own part

// CHECK-LABEL: func @_Z7productB2v0
// CHECK: tile_gpu.tensor_map <bf16, base = {{.*}}(s0){{.*}} box = [64, 16]
// CHECK: tile_gpu.bulk_wait pending {{[01]}} read by warps
// CHECK-NOT: memory_barrier cta
// CHECK: tile_gpu.memory_barrier warp
// CHECK-NOT: memory_barrier cta
// CHECK: tile_gpu.buffer_store
// CHECK-NEXT: tile_gpu.proxy_fence
// CHECK-NEXT: tile_gpu.memory_barrier warp
// CHECK-NEXT: tile_gpu.tma_store {{.*}} by warps
// CHECK-NEXT: bulk_commit by warps
// CHECK-NOT: memory_barrier cta
// CHECK: } producer
__tile_global__ void product(__nv_bfloat16* c, const __nv_bfloat16* a, const __nv_bfloat16* b, int m, int n, int k) {
  auto tiles = [](auto* p, int rows, int columns, auto shape) {
    return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, shape};
  };
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64)))
    sum = ct::mma(tiles(a, m, k, ct::shape<128, 64>{}).load_masked(i, t), tiles(b, k, n, ct::shape<64, 128>{}).load_masked(t, j), sum);
  tiles(c, m, n, ct::shape<128, 128>{}).store_masked(ct::element_cast<__nv_bfloat16>(sum), i, j);
}
