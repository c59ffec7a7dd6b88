// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-translate -arch=sm_90a %s -o - | FileCheck %s
// Rows of a lane are addressed from one base, also where a constant covers bits that a mask was to take out, and where it is added
// before others.

// CHECK-LABEL: .entry covered
// CHECK: ld.global.b32 {{.*}}, [[[BASE:%rd[0-9]+]]];
// CHECK-NEXT: ld.global.b32 {{.*}}, [[[BASE]]+256];
// CHECK-NEXT: ld.global.b32 {{.*}}, [[[BASE]]+768];
llvm.func @covered(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %tid = nvvm.read.ptx.sreg.tid.x range <i32, 0, 128> : i32
  %lanes = llvm.mlir.constant(62 : i32) : i32
  %warps = llvm.mlir.constant(96 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %five = llvm.mlir.constant(5 : i32) : i32
  %row1 = llvm.mlir.constant(64 : i32) : i32
  %row3 = llvm.mlir.constant(192 : i32) : i32
  %twice = llvm.shl %tid, %one : i32
  %lane = llvm.and %twice, %lanes : i32
  %masked = llvm.and %tid, %warps : i32
  %warp = llvm.shl %masked, %five : i32
  %i0 = llvm.or %warp, %lane : i32
  %i1 = llvm.or %i0, %row1 : i32
  %i3 = llvm.or %i0, %row3 : i32
  %w0 = llvm.zext %i0 : i32 to i64
  %w1 = llvm.zext %i1 : i32 to i64
  %w3 = llvm.zext %i3 : i32 to i64
  %p0 = llvm.getelementptr %p[%w0] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %p1 = llvm.getelementptr %p[%w1] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %p3 = llvm.getelementptr %p[%w3] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x0 = llvm.load %p0 : !llvm.ptr<1> -> i32
  %x1 = llvm.load %p1 : !llvm.ptr<1> -> i32
  %x3 = llvm.load %p3 : !llvm.ptr<1> -> i32
  %y = llvm.add %x0, %x1 : i32
  %z = llvm.mul %y, %x3 : i32
  llvm.store %z, %q : i32, !llvm.ptr<1>
  llvm.return
}

// CHECK-LABEL: .entry before
// CHECK: ld.global.b32 {{.*}}, [[[BASE:%rd[0-9]+]]];
// CHECK-NEXT: ld.global.b32 {{.*}}, [[[BASE]]+2048];
llvm.func @before(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %tid = nvvm.read.ptx.sreg.tid.x range <i32, 0, 32> : i32
  %three = llvm.mlir.constant(3 : i32) : i32
  %two = llvm.mlir.constant(2 : i32) : i32
  %six = llvm.mlir.constant(6 : i32) : i32
  %eight = llvm.mlir.constant(8 : i32) : i32
  %row = llvm.lshr %tid, %two : i32
  %column = llvm.and %tid, %three : i32
  %next = llvm.or %row, %eight : i32
  %r0 = llvm.shl %row, %six : i32
  %r1 = llvm.shl %next, %six : i32
  %i0 = llvm.or %r0, %column : i32
  %i1 = llvm.or %r1, %column : i32
  %w0 = llvm.zext %i0 : i32 to i64
  %w1 = llvm.zext %i1 : i32 to i64
  %p0 = llvm.getelementptr %p[%w0] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %p1 = llvm.getelementptr %p[%w1] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x0 = llvm.load %p0 : !llvm.ptr<1> -> i32
  %x1 = llvm.load %p1 : !llvm.ptr<1> -> i32
  %y = llvm.mul %x0, %x1 : i32
  llvm.store %y, %q : i32, !llvm.ptr<1>
  llvm.return
}
