// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stage is released when the warpgroup MMAs that read it are over, whatever stands between: one line of a loop that is right is changed.
// RUN: tile-opt %s --tile-gpu-verify-stages -o /dev/null

// DEFINE: %{change} =
// DEFINE: %{run} = sed %{change} %s | tile-opt --tile-gpu-verify-stages -o /dev/null
// DEFINE: %{wrong} = sed %{change} %s | not tile-opt --tile-gpu-verify-stages -o /dev/null 2>&1 | FileCheck %s

// The older MMA is over behind the first wait, so its stage may go back there; the younger one is not, whatever reduces or branches beside it.
// REDEFINE: %{change} = -e '/^ *tile_gpu.mbarrier_arrive %kempty/d' -e 's,// if behind the first wait: ,,'
// RUN: %{run}
// REDEFINE: %{change} = -e '/^ *tile_gpu.mbarrier_arrive %vempty/d' -e 's,// if too early: ,,'
// RUN: %{wrong} --check-prefix=EARLY
// REDEFINE: %{change} = -e '/^ *tile_gpu.mbarrier_arrive %vempty/d' -e 's,// if behind a reduction: ,,'
// RUN: %{wrong} --check-prefix=EARLY
// REDEFINE: %{change} = -e '/^ *tile_gpu.mbarrier_arrive %vempty/d' -e 's,// if behind a branch: ,,'
// RUN: %{wrong} --check-prefix=EARLY
// EARLY: error: expected a warpgroup_wait for the MMA that reads the stage before it is released
// EARLY: remark: the MMA

// In a branch, too.
// REDEFINE: %{change} = -e '/^ *tile_gpu.mbarrier_arrive %vempty/d' -e 's,// if in a branch: ,,'
// RUN: %{wrong} --check-prefix=EARLY

// A branch that waits may have ended it, and so may a loop that waits for all but the youngest and starts others; one that starts none has not.
// REDEFINE: %{change} = -e '/^ *tile_gpu.mbarrier_arrive %vempty/d' -e 's,// if behind a branch: ,,' -e 's,// if it waits: ,,'
// RUN: %{run}
// REDEFINE: %{change} = -e '/^ *tile_gpu.mbarrier_arrive %vempty/d' -e 's,// if behind a loop: ,,' -e 's,// if it starts others: ,,'
// RUN: %{run}
// REDEFINE: %{change} = -e '/^ *tile_gpu.mbarrier_arrive %vempty/d' -e 's,// if behind a loop: ,,'
// RUN: %{wrong} --check-prefix=EARLY

// What was released before a branch is not used there, unless it is waited for.
// REDEFINE: %{change} = -e 's,// if used: ,,'
// RUN: %{wrong} --check-prefix=USED
// USED: error: expected no use of a stage that was released
// REDEFINE: %{change} = -e 's,// if used: ,,' -e 's,// if waited for: ,,'
// RUN: %{run}

#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#row = #tile_gpu.layout<register = [[8, 0]], lane = [[0, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
!ring = !tile_gpu.buffer<64x64xbf16, #rows, stages = 3, align = 1024>
!slot = !tile_gpu.buffer<64x64xbf16, #rows, align = 1024>
!bars = !tile_gpu.mbarriers<3>
!sums = tensor<64x64xf32, #sum>
!half = tensor<64x64xbf16, #sum>
func.func @attention(%n: i32, %k: !tile.ptr<bf16>, %branches: i1) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %zero = arith.constant dense<0.0> : !sums
  %w = arith.constant dense<1.0> : !half
  %q = tile_gpu.alloc_buffer : !slot
  %kring = tile_gpu.alloc_buffer : !ring
  %kfull = tile_gpu.alloc_mbarriers : !bars
  %kempty = tile_gpu.alloc_mbarriers : !bars
  %vring = tile_gpu.alloc_buffer : !ring
  %vfull = tile_gpu.alloc_mbarriers : !bars
  %vempty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.warp_roles consumers {
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%o = %zero) -> (!sums) : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %key = tile_gpu.buffer_stage %kring[%slot] : !ring
      %kt = tile_gpu.mbarrier_wait %kfull[%slot] parity %parity : !bars
      %s0 = tile_gpu.warpgroup_mma %q, %key after %kt : !slot, !slot -> !sums
      %value = tile_gpu.buffer_stage %vring[%slot] : !ring
      %vt = tile_gpu.mbarrier_wait %vfull[%slot] parity %parity : !bars
      %o0 = tile_gpu.warpgroup_mma %w, %value plus %o : !sums after %vt : !half, !slot -> !sums
      %one:2 = tile_gpu.warpgroup_wait %s0, %o0 pending 1 : !sums, !sums
      // if behind the first wait: tile_gpu.mbarrier_arrive %kempty[%slot] by warps : !bars
      // if too early: tile_gpu.mbarrier_arrive %vempty[%slot] by warps : !bars
      %largest = tile_gpu.reduce %one#0 axis = 1 : (!sums) -> tensor<64x1xf32, #row> {
      ^bb0(%a: f32, %b: f32):
        %larger = arith.maximumf %a, %b : f32
        tile_gpu.yield %larger : f32
      }
      // if behind a reduction: tile_gpu.mbarrier_arrive %vempty[%slot] by warps : !bars
      %x = scf.if %branches -> !sums {
        %e = math.exp %one#0 : !sums
        // if in a branch: tile_gpu.mbarrier_arrive %vempty[%slot] by warps : !bars
        // if it waits: %done = tile_gpu.warpgroup_wait %one#1 pending 0 : !sums
        scf.yield %e : !sums
      } else {
        scf.yield %zero : !sums
      }
      // if behind a branch: tile_gpu.mbarrier_arrive %vempty[%slot] by warps : !bars
      // if behind a loop: scf.for %j = %c0 to %c3 step %c1 : i32 {
      // if it starts others: %y = tile_gpu.warpgroup_mma %q, %q : !slot, !slot -> !sums
      // if behind a loop: %done = tile_gpu.warpgroup_wait %one#1 pending 1 : !sums
      // if behind a loop: }
      // if behind a loop: tile_gpu.mbarrier_arrive %vempty[%slot] by warps : !bars
      %o1 = tile_gpu.warpgroup_wait %one#1 pending 0 : !sums
      tile_gpu.mbarrier_arrive %kempty[%slot] by warps : !bars
      tile_gpu.mbarrier_arrive %vempty[%slot] by warps : !bars
      scf.if %branches {
        // if waited for: %again = tile_gpu.mbarrier_wait %kfull[%slot] parity %parity : !bars
        // if used: %z = tile_gpu.buffer_load %key after %kt : !slot -> !half
      }
      scf.yield %o1 : !sums
    }
    tile_gpu.print "%f" %sum : !sums
  } producer {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.remui %i, %c3 : i32
      %round = arith.divui %i, %c3 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %key = tile_gpu.buffer_stage %kring[%slot] : !ring
      %a = tile_gpu.mbarrier_wait %kempty[%slot] parity %other : !bars
      tile_gpu.mbarrier_expect_tx %kfull[%slot] bytes 8192 : !bars
      tile_gpu.bulk_load %k into %key, %kfull[%slot] : !tile.ptr<bf16> into !slot, !bars
      %value = tile_gpu.buffer_stage %vring[%slot] : !ring
      %b = tile_gpu.mbarrier_wait %vempty[%slot] parity %other : !bars
      tile_gpu.mbarrier_expect_tx %vfull[%slot] bytes 8192 : !bars
      tile_gpu.bulk_load %k into %value, %vfull[%slot] : !tile.ptr<bf16> into !slot, !bars
    }
  }
  return
}
