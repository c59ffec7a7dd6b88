// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --emit=tile-gpu -o - | FileCheck %s
// RUN: tilec %s -arch=sm_90a --no-overlap-epilogue --emit=tile-gpu -o - | FileCheck %s --check-prefix=BEFORE
// RUN: tilec %s -arch=sm_90a --remarks -o %t.ptx 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %ptxas -arch=sm_90a -v %t.ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTXAS
// REQUIRES: ptxas
// What a block stores is on its way while the next block's first MMAs run; a CTA's first block begins without a store. Nothing is in flight
// around a condition, or the assembler would wait for it at once.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// PTXAS-NOT: (C75
// PTXAS-NOT: {{[1-9][0-9]*}} bytes spill stores
// REMARK: remark: stored in {{[0-9]}} pieces
// REMARK: remark: stored under the first MMAs of the next block

// CHECK-LABEL: func @_Z7productB2v0
// CHECK: tile_gpu.warp_roles registers 232, 40 consumers
// CHECK: %[[BLOCKS:.*]]:6 = scf.for {{.*}}%[[LAST:arg[0-9]+]] = %cst{{.*}}%[[ANY:arg[0-9]+]] = %false)
// CHECK: %[[W:.*]] = scf.if %[[ANY]]
// CHECK: %[[R:.*]] = tile_gpu.warpgroup_mma
// CHECK-NOT: warpgroup_wait
// CHECK: tile_gpu.extract %[[LAST]]
// CHECK: tile_gpu.buffer_store
// CHECK: tile_gpu.tma_store
// CHECK-NOT: warpgroup_mma
// CHECK: tile_gpu.warpgroup_wait %[[R]] pending 0
// CHECK: } else {
// CHECK: %[[F:.*]] = tile_gpu.warpgroup_mma
// CHECK-NOT: tma_store
// CHECK: tile_gpu.warpgroup_wait %[[F]] pending 0
// CHECK: scf.for
// CHECK: } else {
// CHECK: scf.if %[[ANY]]
// CHECK: tile_gpu.tma_store
// CHECK: %[[V:.*]] = tile.ftof
// CHECK-NOT: tma_store
// CHECK: scf.yield {{.*}}%[[V]]{{.*}}%true
// CHECK: tile.block_loop
// CHECK: scf.if %[[BLOCKS]]#5
// CHECK: tile_gpu.tma_store
// CHECK: tile_gpu.bulk_wait pending 0 read

// BEFORE-LABEL: func @_Z7productB2v0
// BEFORE-NOT: registers 232
// BEFORE: %[[V:.*]] = tile.ftof
// BEFORE: tile_gpu.bulk_wait
// BEFORE: tile_gpu.extract %[[V]]
// BEFORE: tile_gpu.tma_store
// BEFORE: tile.block_loop
__tile_global__ void product(__nv_bfloat16* c, const __nv_bfloat16* a, const __nv_bfloat16* b, int m, int n, int k) {
  auto tiles = [](auto* p, int rows, int columns, auto shape) {
    return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, shape};
  };
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 256>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64)))
    sum = ct::mma(tiles(a, m, k, ct::shape<128, 64>{}).load_masked(i, t), tiles(b, k, n, ct::shape<64, 256>{}).load_masked(t, j), sum);
  tiles(c, m, n, ct::shape<128, 256>{}).store_masked(ct::element_cast<__nv_bfloat16>(sum), i, j);
}
