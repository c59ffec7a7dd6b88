// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-unroll-accumulator-swaps --split-input-file | FileCheck %s
// RUN: tile-opt %s --tile-gpu-unroll-accumulator-swaps=remarks --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// A loop whose accumulators change places becomes one that leaves each in its own.

#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
!ring = !tile_gpu.buffer<64x64xbf16, #rows, stages = 3, align = 1024>
!slot = !tile_gpu.buffer<64x64xbf16, #rows, align = 1024>
!bars = !tile_gpu.mbarriers<3>
!sums = tensor<64x64xf32, #sum>
// Two accumulators. An odd iteration comes first and adds to the second one; stages go on from copy to copy.
// CHECK-LABEL: func @two
// CHECK: %[[ANY:.*]] = arith.cmpi sgt, %[[N:.*]], %c0_i32 : i32
// CHECK: %[[COUNT:.*]] = arith.select %[[ANY]]
// CHECK: %[[OVER:.*]] = arith.remui %[[COUNT]], %c2_i32{{.*}}
// CHECK-NOT: scf.if
// CHECK: %[[ODD:.*]] = arith.cmpi uge, %[[OVER]], %c1_i32{{.*}}
// CHECK: %[[FIRST:.*]]:4 = scf.if %[[ODD]]
// CHECK: tile_gpu.buffer_stage %{{.*}}[%c0_i32]
// CHECK: %[[R0:.*]] = tile_gpu.warpgroup_mma {{.*}} plus %cst
// CHECK: %[[V0:.*]] = tile_gpu.warpgroup_wait %[[R0]] pending 0
// CHECK: tile_gpu.mbarrier_arrive %{{.*}}[%c0_i32]
// CHECK: %[[NEXT0:.*]] = arith.addi %c0_i32, %c1_i32
// CHECK: scf.yield %cst, %[[V0]], %[[NEXT0]], %c0_i32
// CHECK: } else {
// CHECK-NEXT: scf.yield %cst, %cst, %c0_i32, %c0_i32
// CHECK: scf.for {{.*}} to %[[N]] step %c2_i32{{[_0-9]*}} iter_args(%[[S:.*]] = %[[FIRST]]#0, %[[U:.*]] = %[[FIRST]]#1, %[[SLOT:.*]] = %[[FIRST]]#2, %{{.*}} = %[[FIRST]]#3)
// CHECK: tile_gpu.buffer_stage %{{.*}}[%[[SLOT]]]
// CHECK: %[[R:.*]] = tile_gpu.warpgroup_mma {{.*}} plus %[[S]]
// CHECK: %[[V:.*]] = tile_gpu.warpgroup_wait %[[R]] pending 0
// CHECK: tile_gpu.mbarrier_arrive %{{.*}}[%[[SLOT]]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[SLOT]], %c1_i32
// CHECK: tile_gpu.buffer_stage %{{.*}}[%[[NEXT]]]
// CHECK: %[[R2:.*]] = tile_gpu.warpgroup_mma {{.*}} plus %[[U]]
// CHECK: %[[V2:.*]] = tile_gpu.warpgroup_wait %[[R2]] pending 0
// CHECK: tile_gpu.mbarrier_arrive %{{.*}}[%[[NEXT]]]
// CHECK: %[[NEXT2:.*]] = arith.addi %[[NEXT]], %c1_i32
// CHECK: scf.yield %[[V]], %[[V2]], %[[NEXT2]],
// REMARK: remark: unrolled 2 times: its accumulators change places, which copies of the body do
func.func @two(%n: i32) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %cst = arith.constant dense<0.0> : !sums
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.warp_roles consumers {
    %r:4 = scf.for %i = %c0_i32 to %n step %c1_i32 iter_args(%s = %cst, %u = %cst, %slot = %c0_i32, %phase = %c0_i32) -> (!sums, !sums, i32, i32) : i32 {
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %t = tile_gpu.mbarrier_wait %full[%slot] parity %phase : !bars
      %x = tile_gpu.warpgroup_mma %part, %part plus %s : !sums after %t : !slot, !slot -> !sums
      %y = tile_gpu.warpgroup_wait %x pending 0 : !sums
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars
      %next = arith.addi %slot, %c1_i32 : i32
      scf.yield %u, %y, %next, %phase : !sums, !sums, i32, i32
    }
    tile_gpu.print "%f %f" %r#0, %r#1 : !sums, !sums
  } producer {
  }
  return
}

// -----

#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
!slot = !tile_gpu.buffer<64x64xbf16, #rows, align = 1024>
!sums = tensor<64x64xf32, #sum>
// Three accumulators that begin differently: for each iteration that is over they begin one place further on. A fourth one stays.
// CHECK-LABEL: func @three
// CHECK-SAME: %[[N:[^:]*]]: i32, %[[A:[^:]*]]: tensor{{.*}}, %[[B:[^:]*]]: tensor{{.*}}, %[[C:[^:]*]]: tensor{{.*}})
// CHECK: %[[OVER:.*]] = arith.remui {{.*}}, %c3_i32
// CHECK: %[[ONE:.*]] = arith.cmpi eq, %[[OVER]], %c1_i32
// CHECK: %[[X:.*]]:4 = scf.if %[[ONE]]
// CHECK-NEXT: scf.yield %[[B]], %[[C]], %[[A]], %cst
// CHECK: scf.yield %[[A]], %[[B]], %[[C]], %cst
// CHECK: %[[TWO:.*]] = arith.cmpi eq, %[[OVER]], %c2_i32
// CHECK: %[[Y:.*]]:4 = scf.if %[[TWO]]
// CHECK-NEXT: scf.yield %[[C]], %[[A]], %[[B]], %cst
// CHECK: scf.yield %[[X]]#0, %[[X]]#1, %[[X]]#2, %[[X]]#3
// Left out is the first copy of three, or the first two.
// CHECK: %[[LAST2:.*]] = arith.cmpi uge, %[[OVER]], %c2_i32
// CHECK: %[[P:.*]]:4 = scf.if %[[LAST2]]
// CHECK: %[[M:.*]] = tile_gpu.warpgroup_mma {{.*}} plus %[[Y]]#1
// CHECK: %[[W:.*]] = tile_gpu.warpgroup_wait %[[M]] pending 0
// CHECK: scf.yield %[[Y]]#2, %[[Y]]#0, %[[W]],
// CHECK: scf.yield %[[Y]]#2, %[[Y]]#0, %[[Y]]#1, %[[Y]]#3
// CHECK: %[[LAST1:.*]] = arith.cmpi uge, %[[OVER]], %c1_i32{{.*}}
// CHECK: %[[Q:.*]]:4 = scf.if %[[LAST1]]
// CHECK: %[[M2:.*]] = tile_gpu.warpgroup_mma {{.*}} plus %[[P]]#0
// CHECK: %[[W2:.*]] = tile_gpu.warpgroup_wait %[[M2]] pending 0
// CHECK: scf.yield %[[P]]#1, %[[P]]#2, %[[W2]],
// CHECK: scf.yield %[[P]]#1, %[[P]]#2, %[[P]]#0, %[[P]]#3
// CHECK: scf.for {{.*}} step %c6_i32{{[_0-9]*}} iter_args(%[[S:.*]] = %[[Q]]#0, %[[U:.*]] = %[[Q]]#1, %[[V:.*]] = %[[Q]]#2, %{{.*}} = %[[Q]]#3)
// CHECK: warpgroup_mma {{.*}} plus %[[S]]
// CHECK: %[[NS:.*]] = tile_gpu.warpgroup_wait
// CHECK: warpgroup_mma
// CHECK: warpgroup_wait
// CHECK: warpgroup_mma {{.*}} plus %[[U]]
// CHECK: %[[NU:.*]] = tile_gpu.warpgroup_wait
// CHECK: warpgroup_mma
// CHECK: warpgroup_wait
// CHECK: warpgroup_mma {{.*}} plus %[[V]]
// CHECK: %[[NV:.*]] = tile_gpu.warpgroup_wait
// CHECK: scf.yield %[[NS]], %[[NU]], %[[NV]],
// REMARK: remark: unrolled 3 times
func.func @three(%n: i32, %a: !sums, %b: !sums, %c: !sums) attributes {tile_gpu.num_warps = 4 : i32} {
  %c1_i32 = arith.constant 1 : i32
  %c2_i32 = arith.constant 2 : i32
  %cst = arith.constant dense<0.0> : !sums
  %part = tile_gpu.alloc_buffer : !slot
  %r:4 = scf.for %i = %c1_i32 to %n step %c2_i32 iter_args(%s = %a, %u = %b, %v = %c, %all = %cst) -> (!sums, !sums, !sums, !sums) : i32 {
    %x = tile_gpu.warpgroup_mma %part, %part plus %s : !sums : !slot, !slot -> !sums
    %y = tile_gpu.warpgroup_wait %x pending 0 : !sums
    %z = tile_gpu.warpgroup_mma %part, %part plus %all : !sums : !slot, !slot -> !sums
    %w = tile_gpu.warpgroup_wait %z pending 0 : !sums
    scf.yield %u, %v, %y, %w : !sums, !sums, !sums, !sums
  }
  tile_gpu.print "%f %f %f %f" %r#0, %r#1, %r#2, %r#3 : !sums, !sums, !sums, !sums
  return
}

// -----

#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
!slot = !tile_gpu.buffer<64x64xbf16, #rows, align = 1024>
!sums = tensor<64x64xf32, #sum>
// What is known of the number of iterations is not asked: five are one and two rounds of two, four are two rounds.
// CHECK-LABEL: func @known
// CHECK-NOT: scf.if
// CHECK: scf.if %true{{.*}}
// CHECK: warpgroup_mma
// CHECK: scf.for %{{.*}} = %c1_i32{{[_0-9]*}} to %c5_i32 step %c2_i32
// CHECK-NOT: scf.if
// CHECK: scf.for %{{.*}} = %c0_i32 to %c4_i32 step %c2_i32
func.func @known() attributes {tile_gpu.num_warps = 4 : i32} {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c4_i32 = arith.constant 4 : i32
  %c5_i32 = arith.constant 5 : i32
  %cst = arith.constant dense<0.0> : !sums
  %part = tile_gpu.alloc_buffer : !slot
  %r:2 = scf.for %i = %c0_i32 to %c5_i32 step %c1_i32 iter_args(%s = %cst, %u = %cst) -> (!sums, !sums) : i32 {
    %x = tile_gpu.warpgroup_mma %part, %part plus %s : !sums : !slot, !slot -> !sums
    %y = tile_gpu.warpgroup_wait %x pending 0 : !sums
    scf.yield %u, %y : !sums, !sums
  }
  %q:2 = scf.for %i = %c0_i32 to %c4_i32 step %c1_i32 iter_args(%s = %cst, %u = %cst) -> (!sums, !sums) : i32 {
    %x = tile_gpu.warpgroup_mma %part, %part plus %s : !sums : !slot, !slot -> !sums
    %y = tile_gpu.warpgroup_wait %x pending 0 : !sums
    scf.yield %u, %y : !sums, !sums
  }
  tile_gpu.print "%f %f %f %f" %r#0, %r#1, %q#0, %q#1 : !sums, !sums, !sums, !sums
  return
}
