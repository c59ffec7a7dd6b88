// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reasons for which an MMA is waited for in its iteration: one line of a loop whose MMAs run on is changed.
// RUN: tile-opt %s --tile-gpu-overlap-mmas=remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=DONE
// DONE: remark: the MMAs of one iteration run on into the next

// DEFINE: %{change} =
// DEFINE: %{run} = sed %{change} %s | tile-opt --tile-gpu-overlap-mmas=remarks -o /dev/null 2>&1 | FileCheck %s

// REDEFINE: %{change} = -e 's/warpgroup_mma %cell, %cell plus %x : !sums after %w : !slot,/warpgroup_mma %held, %cell plus %x : !sums after %w : !half,/'
// RUN: %{run} --check-prefix=REGISTERS
// REGISTERS: remark: the MMAs of one iteration do not run on into the next: an operand is in registers, which the next iteration needs

// REDEFINE: %{change} = -e 's,// if conditional: ,,'
// RUN: %{run} --check-prefix=CONDITION
// CONDITION: remark: the MMAs of one iteration do not run on into the next: a stage is released under a condition

// The copies of lanes are behind a barrier that tells of the MMAs of the iteration before the last, not of the last.
// REDEFINE: %{change} = -e 's,// if copied: ,,'
// RUN: %{run} --check-prefix=COPIED
// COPIED: remark: the MMAs of one iteration do not run on into the next: a copy writes the stage that an MMA may still read

#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#lanes = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [16, 0], [32, 0]], lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
!ring = !tile_gpu.buffer<64x64xbf16, #rows, stages = 3, align = 1024>
!slot = !tile_gpu.buffer<64x64xbf16, #rows, align = 1024>
!bars = !tile_gpu.mbarriers<3>
!sums = tensor<64x64xf32, #sum>
!half = tensor<64x64xbf16, #sum>
func.func @sum(%n: i32, %c: i1, %p: !tile.ptr<bf16>) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<1.0> : !sums
  %held = arith.constant dense<1.0> : !half
  %pointers = tile.splat %p : tensor<64x64x!tile.ptr<bf16>, #lanes>
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %empty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.warp_roles consumers {
    %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %zero, %at = %c0, %phase = %c0) -> (!sums, i32, i32) : i32 {
      %cell = tile_gpu.buffer_stage %ring[%at] : !ring
      %w = tile_gpu.mbarrier_wait %full[%at] parity %phase : !bars
      // if copied: %copy = tile_gpu.async_copy %pointers into %cell vector 8 : tensor<64x64x!tile.ptr<bf16>, #lanes> into !slot
      %x1 = tile_gpu.warpgroup_mma %cell, %cell plus %x : !sums after %w : !slot, !slot -> !sums
      %x2 = tile_gpu.warpgroup_wait %x1 pending 0 : !sums
      // if conditional: scf.if %c {
      tile_gpu.mbarrier_arrive %empty[%at] by warps : !bars
      // if conditional: }
      %next = arith.addi %at, %c1 : i32
      scf.yield %x2, %next, %phase : !sums, i32, i32
    }
    tile_gpu.print "%f" %r#0 : !sums
  } producer {
  }
  return
}
