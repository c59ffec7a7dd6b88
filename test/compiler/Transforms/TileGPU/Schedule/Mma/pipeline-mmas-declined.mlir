// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each reason for which an MMA is not started an iteration early, nor the second one late: one line of a loop for which both are done is changed.
// RUN: tile-opt %s --tile-gpu-pipeline-mmas=remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=DONE --implicit-check-not="in its iteration"
// DONE: remark: the MMA runs under the work on the next one's operands

// DEFINE: %{change} =
// DEFINE: %{run} = sed %{change} %s | tile-opt --tile-gpu-pipeline-mmas=remarks -o /dev/null 2>&1 | FileCheck %s

// REDEFINE: %{change} = -e 's/scf.for %i/scf.for unsigned %i/'
// RUN: %{run} --check-prefix=UNSIGNED
// UNSIGNED: remark: the MMA is started in its iteration: it counts without sign

// REDEFINE: %{change} = -e 's/%kring\[.slot\]/%kring[%i]/'
// RUN: %{run} --check-prefix=COUNTER
// COUNTER: remark: the MMA is started in its iteration: its stage depends on the loop's counter

// REDEFINE: %{change} = -e 's/%k = tile_gpu.buffer_stage.*/%k = tile_gpu.alloc_buffer : !slot/'
// RUN: %{run} --check-prefix=COMPUTED
// COMPUTED: remark: the MMA is started in its iteration: it multiplies what the iteration computes

// REDEFINE: %{change} = -e 's/%next = .*/%next = tile_gpu.load %counter : !tile.ptr<i32>/'
// RUN: %{run} --check-prefix=LOADED
// LOADED: remark: the MMA is started in its iteration: its stage buffer is not counted by arithmetic alone

// REDEFINE: %{change} = -e 's/^\(!kring = .*\)stages = 3/\1stages = 1/'
// RUN: %{run} --check-prefix=ONE
// ONE: remark: the MMA is started in its iteration: its stage buffer has one stage

// REDEFINE: %{change} = -e 's,// if readers: ,,'
// RUN: %{run} --check-prefix=READERS
// READERS: remark: the MMA is started in its iteration: its stage has other readers

// REDEFINE: %{change} = -e '/mbarrier_arrive %kempty/d'
// RUN: %{run} --check-prefix=KEPT
// KEPT: remark: the MMA is started in its iteration: its stage is not released once in each iteration

// REDEFINE: %{change} = -e 's/%v = tile_gpu.buffer_stage.*/%v = tile_gpu.alloc_buffer : !slot/'
// RUN: %{run} --check-prefix=STORED
// STORED: remark: the MMA is waited for in its iteration: the second one's operand is stored by the iteration

// REDEFINE: %{change} = -e 's/%w, %v plus/%w, %k plus/'
// RUN: %{run} --check-prefix=SHARED
// SHARED: remark: the MMA is waited for in its iteration: both MMAs share what starts them

// REDEFINE: %{change} = -e 's/^\(!vring = .*\)stages = 3/\1stages = 1/'
// RUN: %{run} --check-prefix=SECOND-ONE
// SECOND-ONE: remark: the MMA is waited for in its iteration: the second one's stage buffer has one stage

// REDEFINE: %{change} = -e 's,// if second readers: ,,'
// RUN: %{run} --check-prefix=SECOND-READERS
// SECOND-READERS: remark: the MMA is waited for in its iteration: the second one's stage has other readers

// REDEFINE: %{change} = -e 's,// if twice: ,,'
// RUN: %{run} --check-prefix=TWICE
// TWICE: remark: the MMA is waited for in its iteration: the second one's stage is not released once in each iteration

// REDEFINE: %{change} = -e 's/%vring\[.slot\]/%vring[%i]/'
// RUN: %{run} --check-prefix=SECOND-COUNTER
// SECOND-COUNTER: remark: the MMA is waited for in its iteration: the second one's stage depends on the loop's counter

// REDEFINE: %{change} = -e 's,// if memory: ,,'
// RUN: %{run} --check-prefix=MEMORY
// MEMORY: remark: the MMA is waited for in its iteration: work on the second one's accumulators touches memory

// Where the second MMA has no room, the first one may have none, either.
// REDEFINE: %{change} = -e '/^#other/s/register = ..0, 1../register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32], [0, 64], [0, 128], [0, 256]]/' -e '/^#other/s/warp = .*/warp = [[16, 0], [32, 0]]>/' -e 's/tensor<32x8xf32/tensor<64x512xf32/'
// RUN: %{run} --check-prefix=REGISTERS
// REGISTERS: remark: the MMA is waited for in its iteration: a lane would hold {{[0-9]+}} registers of tiles
// REGISTERS: remark: the MMA is started in its iteration: a lane would hold {{[0-9]+}} registers of tiles

// Accumulators that are only added up run on, if there is room for two of them.
// REDEFINE: %{change} = -e 's/%u0 = .*/%u0 = arith.addf %o, %acc : !sums/' -e 's/%u = .*/%u = arith.addf %zero, %zero : !sums/' -e 's/%e = .*/%e = arith.addf %zero, %zero : !sums/' -e 's/yield %u,/yield %u0,/'
// RUN: %{run} --check-prefix=ADDED
// ADDED: remark: the MMA of the next iteration runs while the accumulators of this one are added up
// REDEFINE: %{change} = -e 's/%u0 = .*/%u0 = arith.addf %o, %acc : !sums/' -e 's/%u = .*/%u = arith.addf %zero, %zero : !sums/' -e 's/%e = .*/%e = arith.addf %zero, %zero : !sums/' -e 's/yield %u,/yield %u0,/' -e '/^#other/s/register = ..0, 1../register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32], [0, 64], [0, 128], [0, 256]]/' -e '/^#other/s/warp = .*/warp = [[16, 0], [32, 0]]>/' -e 's/tensor<32x8xf32/tensor<64x512xf32/'
// RUN: %{run} --check-prefix=ADDED-REGISTERS
// ADDED-REGISTERS: remark: the MMA is waited for in its iteration: a lane would hold {{[0-9]+}} registers of tiles

// Where MMAs are put in order (tile-gpu-schedule-mmas), others may read the stages, but no stage buffer beside may hold the producer up.
// RUN: tile-opt %s --tile-gpu-schedule-mmas=remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=STARTED
// STARTED: remark: each MMA is waited for where its accumulators are needed; 1 of an iteration start together, the first one before the iteration before is done
// RUN: sed -e 's/%vempty = .*/%vempty = tile_gpu.alloc_mbarriers : !one/' -e '/vempty\[/s/!bars/!one/' %s | tile-opt --tile-gpu-schedule-mmas=remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=BESIDE
// BESIDE: remark: {{.*}}; the first one not earlier: a stage buffer beside its own has one stage

#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
#other = #tile_gpu.layout<register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [16, 0]]>
!kring = !tile_gpu.buffer<64x64xbf16, #rows, stages = 3, align = 1024>
!vring = !tile_gpu.buffer<64x64xbf16, #rows, stages = 3, align = 1024>
!slot = !tile_gpu.buffer<64x64xbf16, #rows, align = 1024>
!bars = !tile_gpu.mbarriers<3>
!one = !tile_gpu.mbarriers<1>
!sums = tensor<64x64xf32, #sum>
!half = tensor<64x64xbf16, #sum>
!other = tensor<32x8xf32, #other>
func.func @attention(%n: i32, %counter: !tile.ptr<i32>) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : !sums
  %more = arith.constant dense<0.0> : !other
  %q = tile_gpu.alloc_buffer : !slot
  %kring = tile_gpu.alloc_buffer : !kring
  %kfull = tile_gpu.alloc_mbarriers : !bars
  %kempty = tile_gpu.alloc_mbarriers : !bars
  %vring = tile_gpu.alloc_buffer : !vring
  %vfull = tile_gpu.alloc_mbarriers : !bars
  %vempty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.warp_roles consumers {
    %r:4 = scf.for %i = %c0 to %n step %c1 iter_args(%o = %zero, %slot = %c0, %phase = %c0, %carried = %more) -> (!sums, i32, i32, !other) : i32 {
      %next = arith.addi %slot, %c1 : i32
      %k = tile_gpu.buffer_stage %kring[%slot] : !kring
      %kt = tile_gpu.mbarrier_wait %kfull[%slot] parity %phase : !bars
      %s0 = tile_gpu.warpgroup_mma %q, %k after %kt : !slot, !slot -> !sums
      %acc = tile_gpu.warpgroup_wait %s0 pending 0 : !sums
      // if readers: %keys = tile_gpu.buffer_load %k after %kt : !slot -> !half
      tile_gpu.mbarrier_arrive %kempty[%slot] by warps : !bars
      %e = math.exp %acc : !sums
      %w = tile.ftof %e : !sums -> !half
      // if memory: tile_gpu.print "%f" %o : !sums
      %v = tile_gpu.buffer_stage %vring[%slot] : !vring
      %vt = tile_gpu.mbarrier_wait %vfull[%slot] parity %phase : !bars
      %u0 = tile_gpu.warpgroup_mma %w, %v plus %o : !sums after %vt : !half, !slot -> !sums
      %u = tile_gpu.warpgroup_wait %u0 pending 0 : !sums
      // if second readers: %values = tile_gpu.buffer_load %v after %vt : !slot -> !half
      // if twice: tile_gpu.mbarrier_arrive %vempty[%slot] by warps : !bars
      tile_gpu.mbarrier_arrive %vempty[%slot] by warps : !bars
      scf.yield %u, %next, %phase, %carried : !sums, i32, i32, !other
    }
    tile_gpu.print "%f %f" %r#0, %r#3 : !sums, !other
  } producer {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %a = tile_gpu.mbarrier_wait %kempty[%i] parity %c0 : !bars
      tile_gpu.mbarrier_expect_tx %kfull[%i] bytes 8192 : !bars
      %b = tile_gpu.mbarrier_wait %vempty[%i] parity %c0 : !bars
      tile_gpu.mbarrier_expect_tx %vfull[%i] bytes 8192 : !bars
    }
  }
  return
}
