// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --variants=2 --persistent=off --emit=tile-gpu -o - | FileCheck %s
// RUN: tilec %s -arch=sm_90a --variants=2 --persistent=off --no-schedule-mmas --emit=tile-gpu -o - | FileCheck %s --check-prefix=AT-ONCE
// RUN: tilec %s -arch=sm_90a --variants=2 --persistent=off --start-mmas-early --emit=tile-gpu -o - | FileCheck %s --check-prefix=EARLY
// RUN: tilec %s -arch=sm_90a --variants=2 --persistent=off --remarks --emit=tile-gpu -o %t 2>&1 | FileCheck %s --check-prefix=REMARK
// Both MMAs of what is loaded start together; what is computed from one of them runs under the other. The rows beside the operands
// come with them: one wait, one arrival. Where the mask begins the loop is split, so that no branch stands beside MMAs in flight.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// REMARK: each MMA is waited for where its accumulators are needed; 2 of an iteration start together
// REMARK: the loop is split where its conditions change: 2 loops

// CHECK: tile_gpu.warp_roles
// CHECK: %[[MIDDLE:.*]] = arith.minsi
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[MIDDLE]]
// CHECK: %[[ARRIVED:.*]] = tile_gpu.mbarrier_wait
// CHECK-NOT: warpgroup_wait
// CHECK: %[[S:.*]] = tile_gpu.warpgroup_mma {{.*}} after {{.*}}%[[ARRIVED]]
// CHECK-NOT: warpgroup_wait
// CHECK: %[[G:.*]] = tile_gpu.warpgroup_mma {{.*}} after {{.*}}%[[ARRIVED]]
// CHECK: tile_gpu.buffer_load {{.*}} after %[[ARRIVED]]
// CHECK: %[[FIRST:.*]]:2 = tile_gpu.warpgroup_wait %[[S]], %[[G]] pending 1
// CHECK-NOT: mbarrier_wait
// CHECK-NOT: scf.if
// CHECK: %[[V:.*]] = tile_gpu.warpgroup_mma %{{.*}} plus
// CHECK: %[[SECOND:.*]]:2 = tile_gpu.warpgroup_wait %[[FIRST]]#1, %[[V]] pending 1
// CHECK-NOT: mbarrier_arrive
// CHECK: %[[K:.*]] = tile_gpu.warpgroup_mma %{{.*}} plus
// CHECK: tile_gpu.warpgroup_wait %[[SECOND]]#1, %[[K]] pending 0
// CHECK-NEXT: tile_gpu.proxy_fence
// CHECK-NEXT: tile_gpu.mbarrier_arrive
// CHECK-NOT: mbarrier_arrive
// CHECK: scf.yield
// CHECK: scf.for %{{.*}} = %[[MIDDLE]] to

// AT-ONCE: tile_gpu.warp_roles
// AT-ONCE-NOT: pending 1
// AT-ONCE: scf.if
// AT-ONCE: producer

// The first MMA of the next iteration is in flight where this one's accumulators are waited for.
// EARLY: tile_gpu.warp_roles
// EARLY: scf.for
// EARLY: tile_gpu.warpgroup_mma %{{.*}} plus
// EARLY: tile_gpu.warpgroup_mma %{{.*}} plus
// EARLY: %[[NEXT:.*]] = tile_gpu.warpgroup_mma
// EARLY: tile_gpu.warpgroup_wait {{.*}}%[[NEXT]] pending 0
template <int Rows, int Columns, int Width>
__tile_global__ void gradients(__nv_bfloat16* __restrict__ d_k, __nv_bfloat16* __restrict__ d_v, const __nv_bfloat16* __restrict__ q,
                               const __nv_bfloat16* __restrict__ k, const __nv_bfloat16* __restrict__ v,
                               const __nv_bfloat16* __restrict__ d_out, const float* __restrict__ sums, int n) {
  auto rows = [n]<auto N>(auto* p, ct::shape<N, Width> shape) {
    return ct::partition_view{ct::tensor_span{p, ct::extents{n, ct::integral_constant<Width>{}}}, shape};
  };
  using Scores = ct::tile<float, ct::shape<Rows, Columns>>;
  ct::shape<Rows, Width> own;
  ct::shape<Columns, Width> other;
  int block = ct::bid().x;
  auto key = rows(k, own).load_masked(block, 0), value = rows(v, own).load_masked(block, 0);
  auto view = ct::partition_view{ct::tensor_span{sums, ct::extents{1, n}}, ct::shape<1, Columns>{}};
  auto key_sum = ct::zeros<ct::tile<float, ct::shape<Rows, Width>>>(), value_sum = key_sum;
  for (int t : ct::irange(0, ct::ceildiv(n, Columns))) {
    auto query = rows(q, other).load_masked(t, 0), gradient = rows(d_out, other).load_masked(t, 0);
    auto exact = ct::mma(key, ct::transpose(query), ct::zeros<Scores>()) - view.load_masked(0, t);
    if (t >= n / Columns)
      exact = ct::select(t * Columns + ct::iota<ct::tile<int, ct::shape<1, Columns>>>() < n, exact, ct::zeros<Scores>());
    auto weights = ct::element_cast<__nv_bfloat16>(exact);
    value_sum = ct::mma(weights, gradient, value_sum);
    auto weight_gradient = ct::mma(value, ct::transpose(gradient), ct::zeros<Scores>());
    key_sum = ct::mma(ct::element_cast<__nv_bfloat16>(ct::element_cast<float>(weights) * weight_gradient), query, key_sum);
  }
  rows(d_k, own).store_masked(ct::element_cast<__nv_bfloat16>(key_sum), block, 0);
  rows(d_v, own).store_masked(ct::element_cast<__nv_bfloat16>(value_sum), block, 0);
}

template __tile_global__ void gradients<64, 64, 64>(__nv_bfloat16*, __nv_bfloat16*, const __nv_bfloat16*, const __nv_bfloat16*,
                                                    const __nv_bfloat16*, const __nv_bfloat16*, const float*, int);
