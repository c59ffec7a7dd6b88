// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_80 --emit=tile-gpu -o - | FileCheck %s
// RUN: tilec %s -arch=sm_80 --remarks -o %t.ptx 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// RUN: %ptxas -arch=sm_80 -v %t.ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTXAS
// RUN: tilec %s -arch=sm_86 -DDEPTH=64 --remarks -o - 2>&1 | FileCheck %s --check-prefix=ALONE
// REQUIRES: ptxas
// By itself a warp MMA whose operands a loop loads gets stage buffers: lanes copy to where `ldmatrix` finds the fragments, and no layout changes in the loop. The result takes
// the stage buffers' bytes; no branch stands around copies beside MMAs.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using T = __nv_bfloat16;
#ifndef DEPTH
#define DEPTH 32
#endif

// CHECK-LABEL: func @_Z7productB2v0
// CHECK: tile_gpu.alloc_buffer {{.*}}buffer<128x32xbf16, {{.*}} stages = 4>
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NOT: {{memory_barrier|scf.if|convert_layout}}
// CHECK: tile_gpu.async_copy {{.*}} if %{{.*}} vector 8
// CHECK-NOT: {{memory_barrier|scf.if|convert_layout}}
// CHECK: tile_gpu.async_wait {{.*}} pending 2
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NOT: {{memory_barrier|scf.if|convert_layout}}
// CHECK: tile_gpu.buffer_load {{.*}} -> tensor<128x32xbf16
// CHECK: tile_gpu.buffer_load {{.*}} -> tensor<32x128xbf16
// CHECK-NOT: {{memory_barrier|scf.if|convert_layout}}
// CHECK: tile_gpu.mma mma_sync
// CHECK: scf.yield
// REMARK: remark: MMA of 128x128x32 bf16 by mma.sync in 4 warps: limited by
// REMARK: remark: pipelined: 2 loads by asynchronous copies into 4 stages
// Two stages of 32 KB have no room in half of 100 KB: one CTA has the multiprocessor to itself.
// ALONE: occupancy: 1 CTA of
// ALONE: remark: pipelined: 2 loads by asynchronous copies into 2 stages
// PTX: cp.async.cg.shared.global
// PTX: @%p{{.*}} cp.async.cg.shared.global
// PTX: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// PTX: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
// PTXAS: productB2v0
// PTXAS: 0 bytes spill stores
__tile_global__ void product(T* c, const T* a, const T* b, int m, int n, int k) {
  auto tiles = [](auto* p, int rows, int columns, auto shape) { return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, shape}; };
  auto va = tiles(a, m, k, ct::shape<128, DEPTH>{});
  auto vb = tiles(b, k, n, ct::shape<DEPTH, 128>{});
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, DEPTH))) sum = ct::mma(va.load_masked(ct::bid().x, t), vb.load_masked(t, ct::bid().y), sum);
  tiles(c, m, n, ct::shape<128, 128>{}).store_masked(ct::element_cast<T>(sum), ct::bid().x, ct::bid().y);
}
