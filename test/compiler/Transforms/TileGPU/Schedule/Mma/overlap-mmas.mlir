// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-overlap-mmas --split-input-file | FileCheck %s
// RUN: tile-opt %s --tile-gpu-overlap-mmas=remarks --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// MMAs of one iteration run on into the next, and its stages are released one iteration later.

#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
!ring = !tile_gpu.buffer<64x64xbf16, #rows, stages = 3, align = 1024>
!slot = !tile_gpu.buffer<64x64xbf16, #rows, align = 1024>
!bars = !tile_gpu.mbarriers<3>
!sums = tensor<64x64xf32, #sum>
// Two accumulators, one of them of two MMAs. Only the last MMA of an iteration may be under way at its end; the first
// iteration gives stage 3 back, for which nobody waits. Nothing is waited for where there was no iteration.
// CHECK-LABEL: func @chains
// CHECK: %[[EMPTY:.*]] = tile_gpu.alloc_mbarriers : !tile_gpu.mbarriers<4>
// CHECK: warp_roles consumers {
// CHECK: %[[ANY:.*]] = arith.cmpi slt, %c0_i32, %[[N:.*]] : i32
// CHECK: %[[RESULT:.*]]:4 = scf.if %[[ANY]]
// CHECK: %[[LOOP:.*]]:5 = scf.for {{.*}} to %[[N]] {{.*}} iter_args(%[[X:.*]] = %cst, %[[Y:.*]] = %cst, %[[SLOT:.*]] = %c0_i32, %[[PHASE:.*]] = %c0_i32, %[[LAST:.*]] = %c3_i32)
// CHECK: %[[X1:.*]] = tile_gpu.warpgroup_mma {{.*}} plus %[[X]]
// CHECK-NOT: warpgroup_wait
// CHECK: %[[X2:.*]] = tile_gpu.warpgroup_mma {{.*}} plus %[[X1]]
// CHECK-NOT: warpgroup_wait
// CHECK: %[[Y1:.*]] = tile_gpu.warpgroup_mma {{.*}} plus %[[Y]]
// CHECK-NEXT: %[[W:.*]]:2 = tile_gpu.warpgroup_wait %[[X2]], %[[Y1]] pending 3
// CHECK-NEXT: tile_gpu.mbarrier_arrive %[[EMPTY]][%[[LAST]]] by warps
// CHECK-NOT: mbarrier_arrive
// CHECK: scf.yield %[[W]]#0, %[[W]]#1, %{{.*}}, %{{.*}}, %[[SLOT]] :
// CHECK: %[[DONE:.*]]:2 = tile_gpu.warpgroup_wait %[[LOOP]]#0, %[[LOOP]]#1 pending 0
// CHECK: tile_gpu.mbarrier_arrive %[[EMPTY]][%[[LOOP]]#4] by warps
// CHECK: scf.yield %[[DONE]]#0, %[[DONE]]#1, %[[LOOP]]#2, %[[LOOP]]#3
// CHECK: } else {
// CHECK-NEXT: scf.yield %cst, %cst, %c0_i32, %c0_i32
// CHECK: print "%f %f" %[[RESULT]]#0, %[[RESULT]]#1
// REMARK: remark: the MMAs of one iteration run on into the next
func.func @chains(%n: i32) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %cst = arith.constant dense<1.0> : !sums
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.warp_roles consumers {
    %r:4 = scf.for %i = %c0_i32 to %n step %c1_i32 iter_args(%x = %cst, %y = %cst, %slot = %c0_i32, %phase = %c0_i32) -> (!sums, !sums, i32, i32) : i32 {
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %t = tile_gpu.mbarrier_wait %full[%slot] parity %phase : !bars
      %x1 = tile_gpu.warpgroup_mma %part, %part plus %x : !sums after %t : !slot, !slot -> !sums
      %x2 = tile_gpu.warpgroup_wait %x1 pending 0 : !sums
      %x3 = tile_gpu.warpgroup_mma %part, %part plus %x2 : !sums after %t : !slot, !slot -> !sums
      %x4 = tile_gpu.warpgroup_wait %x3 pending 0 : !sums
      %y1 = tile_gpu.warpgroup_mma %part, %part plus %y : !sums after %t : !slot, !slot -> !sums
      %y2 = tile_gpu.warpgroup_wait %y1 pending 0 : !sums
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars
      %next = arith.addi %slot, %c1_i32 : i32
      scf.yield %x4, %y2, %next, %phase : !sums, !sums, i32, i32
    }
    tile_gpu.print "%f %f" %r#0, %r#1 : !sums, !sums
  } producer {
  }
  return
}

// -----

#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
!ring = !tile_gpu.buffer<64x64xbf16, #rows, stages = 3, align = 1024>
!slot = !tile_gpu.buffer<64x64xbf16, #rows, align = 1024>
!bars = !tile_gpu.mbarriers<3>
!sums = tensor<64x64xf32, #sum>
// Two stages of one stage buffer: behind each start the stage before is released, so that three stages are enough for all.
// CHECK-LABEL: func @one_ring
// CHECK: %[[EMPTY:.*]] = tile_gpu.alloc_mbarriers : !tile_gpu.mbarriers<4>
// CHECK: scf.if
// CHECK: %[[LOOP:.*]]:4 = scf.for {{.*}} iter_args(%[[X:.*]] = %cst, %[[Y:.*]] = %cst, %[[SLOT:.*]] = %c0_i32, %[[LAST:.*]] = %c3_i32)
// CHECK: tile_gpu.mbarrier_wait %{{.*}}[%[[SLOT]]]
// CHECK: %[[X1:.*]] = tile_gpu.warpgroup_mma {{.*}} plus %[[X]]
// CHECK-NEXT: %[[W:.*]]:2 = tile_gpu.warpgroup_wait %[[X1]], %[[Y]] pending 1
// CHECK-NEXT: tile_gpu.mbarrier_arrive %[[EMPTY]][%[[LAST]]] by warps
// CHECK: tile_gpu.mbarrier_wait %{{.*}}[%[[NEXT:.*]]] parity
// CHECK: %[[Y1:.*]] = tile_gpu.warpgroup_mma {{.*}} plus %[[W]]#1
// CHECK-NEXT: %[[V:.*]]:2 = tile_gpu.warpgroup_wait %[[W]]#0, %[[Y1]] pending 1
// CHECK-NEXT: tile_gpu.mbarrier_arrive %[[EMPTY]][%[[SLOT]]] by warps
// CHECK-NOT: mbarrier_arrive
// CHECK: scf.yield %[[V]]#0, %[[V]]#1, %{{.*}}, %[[NEXT]] :
// CHECK: tile_gpu.warpgroup_wait %[[LOOP]]#0, %[[LOOP]]#1 pending 0
// CHECK-NEXT: tile_gpu.mbarrier_arrive %[[EMPTY]][%[[LOOP]]#3] by warps
// CHECK-NOT: mbarrier_arrive
// CHECK: print
func.func @one_ring(%n: i32, %phase: i32) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %cst = arith.constant dense<1.0> : !sums
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.warp_roles consumers {
    %r:3 = scf.for %i = %c0_i32 to %n step %c1_i32 iter_args(%x = %cst, %y = %cst, %slot = %c0_i32) -> (!sums, !sums, i32) : i32 {
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %t = tile_gpu.mbarrier_wait %full[%slot] parity %phase : !bars
      %x1 = tile_gpu.warpgroup_mma %part, %part plus %x : !sums after %t : !slot, !slot -> !sums
      %x2 = tile_gpu.warpgroup_wait %x1 pending 0 : !sums
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars
      %next = arith.addi %slot, %c1_i32 : i32
      %part2 = tile_gpu.buffer_stage %ring[%next] : !ring
      %t2 = tile_gpu.mbarrier_wait %full[%next] parity %phase : !bars
      %y1 = tile_gpu.warpgroup_mma %part2, %part2 plus %y : !sums after %t2 : !slot, !slot -> !sums
      %y2 = tile_gpu.warpgroup_wait %y1 pending 0 : !sums
      tile_gpu.mbarrier_arrive %empty[%next] by warps : !bars
      %after = arith.addi %next, %c1_i32 : i32
      scf.yield %x2, %y2, %after : !sums, !sums, i32
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
// The accumulator is read in the loop; the operand's buffer is written anew in each iteration. Both stay as they are.
// CHECK-LABEL: func @declined
// CHECK-COUNT-2: warpgroup_wait {{.*}} pending 0
// CHECK-NOT: warpgroup_wait
// REMARK: remark: the MMAs of one iteration do not run on into the next: the loop reads what it multiplies
// REMARK: remark: the MMAs of one iteration do not run on into the next: an operand has only one place in shared memory
func.func @declined(%n: i32) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %cst = arith.constant dense<1.0> : !sums
  %part = tile_gpu.alloc_buffer : !slot
  tile_gpu.warp_roles consumers {
    %r = scf.for %i = %c0_i32 to %n step %c1_i32 iter_args(%x = %cst) -> !sums : i32 {
      %half = arith.addf %x, %x : !sums
      %x1 = tile_gpu.warpgroup_mma %part, %part plus %half : !sums : !slot, !slot -> !sums
      %x2 = tile_gpu.warpgroup_wait %x1 pending 0 : !sums
      scf.yield %x2 : !sums
    }
    %s = scf.for %i = %c0_i32 to %n step %c1_i32 iter_args(%x = %r) -> !sums : i32 {
      %own = tile_gpu.alloc_buffer : !slot
      %x1 = tile_gpu.warpgroup_mma %part, %own plus %x : !sums : !slot, !slot -> !sums
      %x2 = tile_gpu.warpgroup_wait %x1 pending 0 : !sums
      tile_gpu.free_buffer %own : !slot
      scf.yield %x2 : !sums
    }
    tile_gpu.print "%f" %s : !sums
  } producer {
  }
  return
}

// -----
#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
!ring = !tile_gpu.buffer<64x64xbf16, #rows, stages = 3, align = 1024>
!slot = !tile_gpu.buffer<64x64xbf16, #rows, align = 1024>
!bars = !tile_gpu.mbarriers<3>
!sums = tensor<64x64xf32, #sum>
// What begins at zero takes its first MMAs without accumulators, before the loop.
// CHECK-LABEL: func @from_zero
// CHECK: %[[ANY:.*]] = arith.cmpi slt, %c0_i32, %[[N:.*]] : i32
// CHECK: scf.if %[[ANY]]
// CHECK: %[[SECOND:.*]] = arith.addi %c0_i32, %c1_i32
// CHECK: %[[FIRST:.*]] = tile_gpu.warpgroup_mma %{{[0-9]+}}, %{{[0-9]+}} after
// CHECK: %[[SUM:.*]] = tile_gpu.warpgroup_wait %[[FIRST]] pending 0
// CHECK: tile_gpu.mbarrier_arrive
// CHECK: scf.if
// CHECK: scf.for {{.*}} = %[[SECOND]] to %[[N]] {{.*}} iter_args(%[[X:.*]] = %[[SUM]],
// CHECK: %[[R:.*]] = tile_gpu.warpgroup_mma {{.*}} plus %[[X]]
// CHECK: tile_gpu.warpgroup_wait %[[R]] pending 1
func.func @from_zero(%n: i32) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %cst = arith.constant dense<0.0> : !sums
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.warp_roles consumers {
    %r:3 = scf.for %i = %c0_i32 to %n step %c1_i32 iter_args(%x = %cst, %slot = %c0_i32, %phase = %c0_i32) -> (!sums, i32, i32) : i32 {
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %t = tile_gpu.mbarrier_wait %full[%slot] parity %phase : !bars
      %x1 = tile_gpu.warpgroup_mma %part, %part plus %x : !sums after %t : !slot, !slot -> !sums
      %x2 = tile_gpu.warpgroup_wait %x1 pending 0 : !sums
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars
      %next = arith.addi %slot, %c1_i32 : i32
      scf.yield %x2, %next, %phase : !sums, i32, i32
    }
    tile_gpu.print "%f" %r#0 : !sums
  } producer {
  }
  return
}

// In a loop over blocks as many iterations stand alone as a block has pieces to store; with fewer iterations there is no loop.
#piece = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!piece = !tile_gpu.buffer<64xbf16, #piece>
// CHECK-LABEL: func @blocks
// CHECK: scf.for
// CHECK: %[[SECOND:.*]] = arith.addi %c0_i32, %c1_i32
// CHECK: %[[THIRD:.*]] = arith.addi %[[SECOND]], %c1_i32
// CHECK: %[[MANY:.*]] = arith.cmpi slt, %[[SECOND]], %[[N:.*]] : i32
// CHECK: scf.if %[[MANY]]
// CHECK: %[[FIRST:.*]] = tile_gpu.warpgroup_mma %{{[0-9]+}}, %{{[0-9]+}} after
// CHECK: %[[SUM:.*]] = tile_gpu.warpgroup_wait %[[FIRST]] pending 0
// CHECK: tile_gpu.mbarrier_arrive
// CHECK: %[[NEXT:.*]] = tile_gpu.warpgroup_mma {{.*}} plus %[[SUM]]
// CHECK: %[[BOTH:.*]] = tile_gpu.warpgroup_wait %[[NEXT]] pending 0
// CHECK: tile_gpu.mbarrier_arrive
// CHECK: scf.for {{.*}} = %[[THIRD]] to {{.*}} iter_args(%{{.*}} = %[[BOTH]],
// CHECK: } else {
// CHECK: %[[ANY:.*]] = arith.cmpi slt, %c0_i32, %[[N]] : i32
// CHECK: scf.if %[[ANY]]
// CHECK: tile_gpu.warpgroup_mma %{{[0-9]+}}, %{{[0-9]+}} after
// CHECK: tile_gpu.warpgroup_wait {{.*}} pending 0
// CHECK-NOT: warpgroup_mma
// CHECK: tile_gpu.tma_store
func.func @blocks(%n: i32, %p: !tile.ptr<bf16>) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %cst = arith.constant dense<0.0> : !sums
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  %c64_i32 = arith.constant 64 : i32
  %map = tile_gpu.tensor_map <bf16, base = ()[s0, s1] -> (s1), extents = ()[s0, s1] -> (s0), strides = ()[s0, s1] -> (), box = [64], order = [0], swizzle = 0>
  %pieces = tile_gpu.alloc_buffer : !piece
  tile_gpu.warp_roles consumers {
    %c9_i32 = arith.constant 9 : i32
    %rs:2 = scf.for %block = %c0_i32 to %c9_i32 step %c1_i32 iter_args(%slots = %c0_i32, %phases = %c0_i32) -> (i32, i32) : i32 {
    %r:3 = scf.for %i = %c0_i32 to %n step %c1_i32 iter_args(%x = %cst, %slot = %slots, %phase = %phases) -> (!sums, i32, i32) : i32 {
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %t = tile_gpu.mbarrier_wait %full[%slot] parity %phase : !bars
      %x1 = tile_gpu.warpgroup_mma %part, %part plus %x : !sums after %t : !slot, !slot -> !sums
      %x2 = tile_gpu.warpgroup_wait %x1 pending 0 : !sums
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars
      %next = arith.addi %slot, %c1_i32 : i32
      scf.yield %x2, %next, %phase : !sums, i32, i32
    }
    tile_gpu.print "%f" %r#0 : !sums
    tile_gpu.tma_store %pieces to %map[%c0_i32] : !piece
    tile_gpu.tma_store %pieces to %map[%c64_i32] : !piece
    scf.yield %r#1, %r#2 : i32, i32
    } {tile.block_loop}
  } producer {
  }
  return
}
