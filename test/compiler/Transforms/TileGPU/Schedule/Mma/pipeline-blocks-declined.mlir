// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each reason for which a block's last MMA is waited for in it: one line of a kernel whose blocks are joined is changed.
// RUN: tile-opt %s --tile-gpu-pipeline-mmas --tile-gpu-pipeline-blocks=remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=DONE --implicit-check-not="waited for in it"
// DONE: remark: the last MMA of a block runs under the work on the next block's first one

// DEFINE: %{change} =
// DEFINE: %{run} = sed %{change} %s | tile-opt --tile-gpu-pipeline-mmas --tile-gpu-pipeline-blocks=remarks -o /dev/null 2>&1 | FileCheck %s

// REDEFINE: %{change} = -e 's,// if memory: ,,'
// RUN: %{run} --check-prefix=MEMORY
// MEMORY: remark: the last MMA of a block is waited for in it: work on the first one's accumulators touches memory

// REDEFINE: %{change} = -e 's/%held = %c0/%held = %q/' -e 's/yield %u, \(.*\), .slot : !sums, i32, i32, i32/yield %u, \1, %k : !sums, i32, i32, !slot/' -e 's/-> (!sums, i32, i32, i32)/-> (!sums, i32, i32, !slot)/'
// RUN: %{run} --check-prefix=LOOP
// LOOP: remark: the last MMA of a block is waited for in it: its loop uses more of what comes before than tiles and numbers

// A branch that leaves the tile as it is, is done without; one with work on both ways is not.
// REDEFINE: %{change} = -e 's,// if branch: ,,' -e 's/ftof %e0/ftof %e/'
// RUN: %{run} --check-prefix=DONE
// REDEFINE: %{change} = -e 's,// if branch: ,,' -e 's,// if two ways: ,,' -e 's/ftof %e0/ftof %e/'
// RUN: %{run} --check-prefix=BRANCH
// BRANCH: remark: the last MMA of a block is waited for in it: its first iteration branches

// REDEFINE: %{change} = -e 's/%before = %c0/%before = %zero/' -e 's/%before = \(.*\) -> (i32, i32, i32)/%before = \1 -> (i32, i32, !sums)/' -e 's/yield %r#1, %r#2, %number : i32, i32, i32/yield %r#1, %r#2, %r#0 : i32, i32, !sums/'
// RUN: %{run} --check-prefix=SUMS
// SUMS: remark: the last MMA of a block is waited for in it: the accumulators are not only stored

// REDEFINE: %{change} = -e 's,// if print: ,,'
// RUN: %{run} --check-prefix=PRINT
// PRINT: remark: the last MMA of a block is waited for in it: blocks end with more than stores

// REDEFINE: %{change} = -e '/bulk_wait/d' -e '/buffer_store/d' -e '/proxy_fence/d' -e '/tma_store/d' -e '/bulk_commit/d'
// RUN: %{run} --check-prefix=NONE
// NONE: remark: the last MMA of a block is waited for in it: blocks end without a store

// REDEFINE: %{change} = -e 's/%result, %out/%result, %q/'
// RUN: %{run} --check-prefix=BUFFER
// BUFFER: remark: the last MMA of a block is waited for in it: blocks use the buffer of their results elsewhere

// REDEFINE: %{change} = -e 's/%before = %c0/%before = %array/' -e 's/%before = \(.*\) -> (i32, i32, i32)/%before = \1 -> (i32, i32, !tile.ptr<bf16>)/' -e 's/yield %r#1, %r#2, %number : i32, i32, i32/yield %r#1, %r#2, %array : i32, i32, !tile.ptr<bf16>/' -e 's,// if pointer: ,,'
// RUN: %{run} --check-prefix=POINTER
// POINTER: remark: the last MMA of a block is waited for in it: its end needs more of its block than tiles and numbers

// REDEFINE: %{change} = -e '/.nt = /d' -e '/^ *%number = /d' -e 's,// if known: ,,' -e 's/%map\[%b, %c0\]/%map[%number, %c0]/'
// RUN: %{run} --check-prefix=NEXT
// NEXT: remark: the last MMA of a block is waited for in it: its end needs what the next block is known by

// REDEFINE: %{change} = -e '/^#more/s/register = ..0, 1../register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32], [0, 64]]/' -e '/^#more/s/warp = .*/warp = [[16, 0], [32, 0]]>/' -e 's/tensor<32x8xf32/tensor<64x128xf32/' -e 's,// if more: ,,' -e 's/%held = %c0/%held = %more/' -e 's/yield %u, \(.*\), .slot : !sums, i32, i32, i32/yield %u, \1, %held : !sums, i32, i32, !more/' -e 's/-> (!sums, i32, i32, i32)/-> (!sums, i32, i32, !more)/'
// RUN: %{run} --check-prefix=REGISTERS
// REGISTERS: remark: the last MMA of a block is waited for in it: a lane would hold {{[0-9]+}} registers of tiles and its blocks' places

#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
#number = #tile_gpu.shared<[]>
#more = #tile_gpu.layout<register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [16, 0]]>
#map = #tile_gpu.tensor_map<bf16, base = ()[s0, s1] -> (s0), extents = ()[s0, s1] -> (64, s1), strides = ()[s0, s1] -> (128), box = [64, 64], order = [1, 0], swizzle = 128>
!ring = !tile_gpu.buffer<64x64xbf16, #rows, stages = 3, align = 1024>
!slot = !tile_gpu.buffer<64x64xbf16, #rows, align = 1024>
!number = !tile_gpu.buffer<1xi32, #number, align = 16>
!bars = !tile_gpu.mbarriers<3>
!one = !tile_gpu.mbarriers<1>
!sums = tensor<64x64xf32, #sum>
!half = tensor<64x64xbf16, #sum>
!more = tensor<32x8xf32, #more>
func.func @attention(%array: !tile.ptr<bf16>, %n: i32) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : !sums
  %more = arith.constant dense<0.0> : !more
  %value = arith.constant 1.0 : bf16
  %map = tile_gpu.tensor_map #map
  %out = tile_gpu.alloc_buffer : !slot
  %q = tile_gpu.alloc_buffer : !slot
  %numbers = tile_gpu.alloc_buffer : !number
  %nfull = tile_gpu.alloc_mbarriers : !one
  %kring = tile_gpu.alloc_buffer : !ring
  %kfull = tile_gpu.alloc_mbarriers : !bars
  %kempty = tile_gpu.alloc_mbarriers : !bars
  %vring = tile_gpu.alloc_buffer : !ring
  %vfull = tile_gpu.alloc_mbarriers : !bars
  %vempty = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.warp_roles consumers {
    %end:3 = scf.for %b = %c0 to %n step %c1 iter_args(%slot0 = %c0, %phase0 = %c0, %before = %c0) -> (i32, i32, i32) : i32 {
      %r:4 = scf.for %i = %c0 to %n step %c1 iter_args(%o = %zero, %slot = %slot0, %phase = %phase0, %held = %c0) -> (!sums, i32, i32, i32) : i32 {
        %next = arith.addi %slot, %c1 : i32
        %k = tile_gpu.buffer_stage %kring[%slot] : !ring
        %kt = tile_gpu.mbarrier_wait %kfull[%slot] parity %phase : !bars
        %s0 = tile_gpu.warpgroup_mma %q, %k after %kt : !slot, !slot -> !sums
        %acc = tile_gpu.warpgroup_wait %s0 pending 0 : !sums
        tile_gpu.mbarrier_arrive %kempty[%slot] by warps : !bars
        %e0 = math.exp %acc : !sums
        // if memory: tile_gpu.print "%f" %acc : !sums
        // if branch: %is = arith.cmpi eq, %i, %b : i32
        // if branch: %e = scf.if %is -> !sums {
        // if branch: %e1 = arith.addf %e0, %e0 : !sums
        // if branch: scf.yield %e1 : !sums
        // if branch: } else {
        // if two ways: %e2 = arith.mulf %e0, %e0 : !sums
        // if branch: scf.yield %e0 : !sums
        // if branch: }
        %w = tile.ftof %e0 : !sums -> !half
        %v = tile_gpu.buffer_stage %vring[%slot] : !ring
        %vt = tile_gpu.mbarrier_wait %vfull[%slot] parity %phase : !bars
        %u0 = tile_gpu.warpgroup_mma %w, %v plus %o : !sums after %vt : !half, !slot -> !sums
        %u = tile_gpu.warpgroup_wait %u0 pending 0 : !sums
        tile_gpu.mbarrier_arrive %vempty[%slot] by warps : !bars
        scf.yield %u, %next, %phase, %slot : !sums, i32, i32, i32
      }
      // if known: %nk = tile_gpu.mbarrier_wait %nfull[%c0] parity %c0 : !one
      // if known: %number = tile_gpu.buffer_get %numbers after %nk : !number
      %result = tile.ftof %r#0 : !sums -> !half
      tile_gpu.bulk_wait pending 0 read
      tile_gpu.buffer_store %result, %out : !half, !slot
      tile_gpu.proxy_fence
      tile_gpu.tma_store %out to %map[%b, %c0] : !slot
      %g = tile_gpu.bulk_commit
      // if print: tile_gpu.print "%f" %r#0 : !sums
      // if pointer: tile_gpu.store %before, %value : !tile.ptr<bf16>
      // if more: %twice = arith.addf %r#3, %r#3 : !more
      %nt = tile_gpu.mbarrier_wait %nfull[%c0] parity %c0 : !one
      %number = tile_gpu.buffer_get %numbers after %nt : !number
      scf.yield %r#1, %r#2, %number : i32, i32, i32
    } {tile.block_loop}
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
