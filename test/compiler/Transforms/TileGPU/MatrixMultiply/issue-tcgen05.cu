// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_100a --emit=tile-gpu -o - | FileCheck %s
// RUN: tilec %s -arch=sm_100a --remarks -o %t.ptx 2>&1 | FileCheck %s --check-prefix=REMARKS
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// A warp of its own starts the MMAs of a loop that does nothing else: stages go back to the producer, and accumulators to the
// consumers, by commits; two accumulators take turns where CTAs stay.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using Sums = ct::tile<float, ct::shape<128, 128>>;

// REMARKS: remark: a warp of its own starts the MMAs; accumulators take turns, so that a block is stored while the next one is multiplied
// CHECK-LABEL: func.func @{{.*}}product{{.*}}B2v0
// CHECK:       %[[MEMORY:.*]] = tile_gpu.alloc_tensor_memory {{.*}} : !tile_gpu.tensor_memory<256>
// CHECK:       tile_gpu.warp_roles consumers {
// CHECK-NOT:   tensor_mma
// CHECK-NOT:   tensor_store
// CHECK:       tile_gpu.mbarrier_wait %[[SUMS:.*]][%[[TURN:.*]]] parity
// CHECK-NEXT:  tile_gpu.tensor_load %[[MEMORY]] column 0 turn %[[TURN]] of 2
// CHECK-NEXT:  tile_gpu.mbarrier_arrive %[[READ:.*]][%[[TURN]]] by warps
// CHECK:       } producer warps 1 {
// CHECK:       mbarrier_wait %[[EMPTY:[^ ]*]][
// CHECK:       tma_load
// CHECK:       } issuer {
// CHECK:       tile_gpu.mbarrier_wait %[[READ]][%[[NEXT:.*]]] parity
// CHECK:       scf.for %[[STEP:.*]] = %[[FIRST:.*]] to
// CHECK:         %[[LATER:.*]] = arith.cmpi ne, %[[STEP]], %[[FIRST]]
// CHECK:         tile_gpu.tensor_mma {{.*}} into %[[MEMORY]] column 0 turn %[[NEXT]] of 2 accumulates %[[LATER]] after
// CHECK-NOT:     tensor_wait
// CHECK:         tile_gpu.tensor_commit %[[MEMORY]] to %[[EMPTY]][
// CHECK:       }
// CHECK:       tile_gpu.tensor_commit %[[MEMORY]] to %[[SUMS]][%[[NEXT]]]
// PTX:         elect.sync
// PTX:         elect.sync
// PTX:         tcgen05.mma.cta_group::1.kind::f16
// PTX:         tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64
__tile_global__ void product(float *__restrict__ c, const __nv_bfloat16 *__restrict__ a,
                             const __nv_bfloat16 *__restrict__ b, int m, int n, int k) {
  auto sums = ct::zeros<Sums>();
  auto rows = ct::partition_view{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 64>{}};
  auto columns = ct::partition_view{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 128>{}};
  for (int i : ct::irange(0, (k + 63) / 64))
    sums = ct::mma(rows.load_masked(ct::bid().x, i), columns.load_masked(i, ct::bid().y), sums);
  auto results = ct::partition_view{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
  results.store_masked(sums, ct::bid().x, ct::bid().y);
}

// Lanes halve one operand in each iteration.
// REMARKS: remark: consumers start their MMAs: lanes take part in a loop with MMAs
// CHECK-LABEL: func.func @{{.*}}halves{{.*}}B2v0
// CHECK:       tile_gpu.warp_roles consumers {
// CHECK:       tensor_mma
// CHECK:       } producer warps 1 {
// CHECK-NOT:   issuer
// CHECK-LABEL: func.func @
__tile_global__ void halves(float *__restrict__ c, const __nv_bfloat16 *__restrict__ a,
                            const __nv_bfloat16 *__restrict__ b, int m, int n, int k) {
  auto sums = ct::zeros<Sums>();
  auto rows = ct::partition_view{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 64>{}};
  auto columns = ct::partition_view{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 128>{}};
  for (int i : ct::irange(0, (k + 63) / 64)) {
    auto half = ct::element_cast<__nv_bfloat16>(ct::element_cast<float>(rows.load_masked(ct::bid().x, i)) * 0.5f);
    sums = ct::mma(half, columns.load_masked(i, ct::bid().y), sums);
  }
  auto results = ct::partition_view{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
  results.store_masked(sums, ct::bid().x, ct::bid().y);
}
