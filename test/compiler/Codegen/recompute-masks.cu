// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Masks of rows are computed anew behind a branch or an MMA by warpgroups, from another number than before: held over it each would
// take a register.
// RUN: tilec %s -arch=sm_80 --emit=llvm -o - | FileCheck %s
// RUN: tilec %s -arch=sm_90a --emit=llvm -o - | FileCheck %s --check-prefix=PRODUCT
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// The form for aligned arguments has a count for each lane.
// CHECK-LABEL: define ptx_kernel void @_Z4bothB2v0PfPK6__halfS2_iii(
// CHECK-COUNT-16: "@$2 ld.global.b32
// CHECK: br i1
// CHECK: %[[FEW:.*]] = call i32 @llvm.smin.i32(i32 %{{.*}}, i32 31)
// CHECK: %[[COUNT:.*]] = add i32 %[[FEW]], [[#OTHER:]]
// CHECK: %[[MASK:.*]] = icmp sgt i32 %[[COUNT]], [[#OTHER]]
// CHECK-NEXT: "@$2 ld.global.b32 {{.*}} i1 %[[MASK]]
// CHECK: %[[MASK:.*]] = icmp sgt i32 %[[COUNT]], [[#OTHER+2]]
// CHECK-NEXT: "@$2 ld.global.b32 {{.*}} i1 %[[MASK]]
// CHECK-LABEL: define ptx_kernel void @_Z4bothPfPK6__halfS2_iii(
// CHECK: call i64 @llvm.umin.i64(i64 %{{.*}}, i64 32)
// CHECK: %[[COUNT:.*]] = add i32 %{{.*}}, [[#OTHER:]]
// CHECK: %[[MASK:.*]] = icmp ugt i32 %[[COUNT]], [[#OTHER+1]]
// CHECK: "@$2 ld.global.b16 {{.*}} i1 %[[MASK]]
__tile_global__ void both(float* out, const __half* __restrict__ k, const __half* __restrict__ v, int n, int clear, int end) {
  using Sum = ct::tile<float, ct::shape<1, 32>>;
  auto rows = [n](auto* p) { return ct::partition_view{ct::tensor_span{p, ct::extents{n, ct::integral_constant<32>{}}}, ct::shape<32, 32>{}}; };
  auto sum = ct::zeros<Sum>();
  for (int t : ct::irange(0, end)) {
    auto one = ct::sum<0>(ct::element_cast<float>(rows(k).load_masked(t, 0)));
    if (t >= clear) ct::store(out, ct::zeros<float>());
    sum = sum + one * ct::sum<0>(ct::element_cast<float>(rows(v).load_masked(t, 0)));
  }
  ct::store(out + ct::iota<ct::tile<int, ct::shape<1, 32>>>(), sum);
}

// The rows of both second operands end at the same place; lanes load them one by one where nothing is known of addresses.
// PRODUCT-LABEL: define ptx_kernel void @_Z5gatedPfPK13__nv_bfloat16S2_S2_iii(
// PRODUCT: icmp ugt i64 %[[ROWS:.*]], 31
// PRODUCT: wgmma.mma_async
// PRODUCT: %[[FEW:.*]] = call i64 @llvm.umin.i64(i64 %[[ROWS]], i64 32)
// PRODUCT: %[[COUNT:.*]] = add i32 %{{.*}}, [[#OTHER:]]
// PRODUCT: %[[MASK:.*]] = icmp ugt i32 %[[COUNT]], [[#OTHER+1]]
// PRODUCT: "@$2 ld.global.b16 {{.*}} i1 %[[MASK]]
// PRODUCT-NOT: icmp ugt i64 %[[ROWS]]
// PRODUCT: wgmma.mma_async
__tile_global__ void gated(float* c, const __nv_bfloat16* a, const __nv_bfloat16* b, const __nv_bfloat16* d, int m, int n, int k) {
  auto tiles = [](auto rows, auto columns, auto* p, int m, int n) {
    return ct::partition_view{ct::tensor_span{p, ct::extents{m, n}}, ct::shape<decltype(rows)::value, decltype(columns)::value>{}};
  };
  ct::integral_constant<64> m64;
  ct::integral_constant<32> k32;
  ct::integral_constant<128> n128;
  auto gates = ct::zeros<ct::tile<float, ct::shape<64, 128>>>(), values = gates;
  for (int t : ct::irange(0, ct::ceildiv(k, 32))) {
    auto rows = tiles(m64, k32, a, m, k).load_masked(0, t);
    gates = ct::mma(rows, tiles(k32, n128, b, k, n).load_masked(t, 0), gates);
    values = ct::mma(rows, tiles(k32, n128, d, k, n).load_masked(t, 0), values);
  }
  tiles(m64, n128, c, m, n).store_masked(gates * values, 0, 0);
}
