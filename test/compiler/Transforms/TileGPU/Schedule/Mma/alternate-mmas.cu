// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --no-overlap-epilogue --emit=tile-gpu -o - | FileCheck %s
// RUN: tilec %s -arch=sm_90a --remarks -o %t.ptx 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %ptxas -arch=sm_90a -v %t.ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTXAS
// REQUIRES: ptxas
// Accumulators of fp8 are added up while the next MMA runs: two iterations at a time, with nothing in flight from one pair to the next.
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// PTXAS-NOT: (C75
// PTXAS-NOT: {{[1-9][0-9]*}} bytes spill stores
// REMARK: remark: the MMA of the next iteration runs while the accumulators of this one are added up

// CHECK-LABEL: func @_Z7productB2v0
// CHECK: tile_gpu.warp_roles registers 232, 40 consumers
// CHECK: %[[F:.*]] = tile_gpu.warpgroup_mma
// CHECK: %[[FIRST:.*]] = tile_gpu.warpgroup_wait %[[F]] pending 0
// CHECK: tile_gpu.mbarrier_arrive
// CHECK: scf.for {{.*}} = %[[FIRST]])
// CHECK: %[[T:.*]] = tile_gpu.warpgroup_mma
// CHECK: arith.addf
// CHECK: %[[S:.*]] = tile_gpu.warpgroup_mma
// CHECK: %[[SUM:.*]] = tile_gpu.warpgroup_wait %[[T]] pending 1
// CHECK: tile_gpu.mbarrier_arrive
// CHECK: arith.addf {{.*}}%[[SUM]]
// CHECK: tile_gpu.warpgroup_wait %[[S]] pending 0
// CHECK: tile_gpu.mbarrier_arrive
// CHECK: scf.yield
__tile_global__ void product(__nv_bfloat16* c, const __nv_fp8_e4m3* a, const __nv_fp8_e4m3* b, int m, int n, int k) {
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 128>{}};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{k, n}, ct::layout_left{}}, ct::shape<128, 128>{}};
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 128))) sum = ct::mma(va.load_masked(ct::bid().x, t), vb.load_masked(t, ct::bid().y), sum);
  auto vc = ct::partition_view{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
  vc.store_masked(ct::element_cast<__nv_bfloat16>(sum), ct::bid().x, ct::bid().y);
}
