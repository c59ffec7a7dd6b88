// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Masks and addresses of a row that takes half of a lane's registers are computed again where its results are stored, from the thread's and
// the block's number read again. Nothing is computed again where there is room.
// RUN: tilec %s -arch=sm_90a --emit=llvm -o - | FileCheck %s
// RUN: tilec %s -arch=sm_90a --emit=llvm -o - | FileCheck %s --check-prefix=ROOM
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int Width> __tile__ void softmax(float* out, const float* in, int rows, int columns) {
  auto view = [=](auto* p) { return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, ct::shape<1, Width>{}}; };
  int row = ct::bid().x;
  auto x = view(in).template load_masked<ct::view_padding::negative_inf>(row, 0);
  auto e = ct::exp(x - ct::reduce_max<1>(x));
  view(out).store_masked(e / ct::sum<1>(e), row, 0);
}

// CHECK-LABEL: define ptx_kernel void @_Z9long_rowsB2v1PfPKfii(
// CHECK: call void @llvm.nvvm.barrier
// CHECK: [[THREAD:%.*]] = call i32 asm sideeffect "mov.u32 $0, %tid.x;", "=r"()
// CHECK: [[COLUMNS:%.*]] = call i32 asm sideeffect "", "=r,0"(i32 %3)
// CHECK: [[BLOCK:%.*]] = call i32 asm sideeffect "mov.u32 $0, %ctaid.x;", "=r"()
// CHECK: [[WIDE:%.*]] = zext nneg i32 [[BLOCK]] to i64
// CHECK: [[PLACE:%.*]] = mul nuw nsw i64 {{.*}}, [[WIDE]]
// CHECK: getelementptr i32, ptr %0, i64 [[PLACE]]
// CHECK: [[FIRST:%.*]] = shl nuw nsw i32 [[THREAD]], 2
// CHECK: [[ROWS:%.*]] = call i32 asm sideeffect "", "=r,0"(i32 %2)
// CHECK: [[IS_ROW:%.*]] = icmp ult i32 [[BLOCK]], [[ROWS]]
// CHECK: [[WIDTH:%.*]] = call i32 @llvm.umin.i32(i32 [[COLUMNS]], i32 16384)
// CHECK: [[LEFT:%.*]] = sub nsw i32 [[WIDTH]], [[FIRST]]
// CHECK: [[IS_COLUMN:%.*]] = icmp sgt i32 [[LEFT]], 0
// CHECK: [[MASK:%.*]] = and i1 [[IS_ROW]], [[IS_COLUMN]]
// CHECK: asm sideeffect "@$1 st.global{{.*}}(ptr addrspace(1) {{.*}}, i1 [[MASK]],
__tile_global__ void long_rows(float* out, const float* in, int rows, int columns) {
  softmax<16384>(out, in, rows, columns);
}

// ROOM-LABEL: define ptx_kernel void @_Z10short_rowsB2v1PfPKfii(
// ROOM-NOT: mov.u32 $0, %tid.x
// ROOM: ret void
__tile_global__ void short_rows(float* out, const float* in, int rows, int columns) {
  softmax<1024>(out, in, rows, columns);
}
