// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each reason for which a block's result is stored before the next block begins: one line of a loop that stores under the next MMAs is changed.
// RUN: tile-opt %s --tile-gpu-overlap-epilogue=remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=DONE
// DONE: remark: stored under the first MMAs of the next block

// DEFINE: %{change} =
// DEFINE: %{run} = sed %{change} %s | tile-opt --tile-gpu-overlap-epilogue=remarks -o /dev/null 2>&1 | FileCheck %s

// What comes behind the last group belongs to no part of the store.
// REDEFINE: %{change} = -e 's,// if behind: ,,'
// RUN: %{run} --check-prefix=BEHIND
// BEHIND: remark: stored before the next block begins: something is behind its last group

// REDEFINE: %{change} = -e 's,// if used: ,,' -e 's/yield .slot,/yield %last,/'
// RUN: %{run} --check-prefix=USED
// USED: remark: stored before the next block begins: what follows uses the store

// REDEFINE: %{change} = -e 's,// if more: ,,' -e 's/%x, %b :/%x, %cell :/' -e 's/tma_store %b to/tma_store %cell to/'
// RUN: %{run} --check-prefix=MORE
// MORE: remark: stored before the next block begins: it needs more of its block than a tile and its place

// REDEFINE: %{change} = -e 's,// if elsewhere: ,,'
// RUN: %{run} --check-prefix=ELSEWHERE
// ELSEWHERE: remark: stored before the next block begins: the loop uses the buffer elsewhere

// REDEFINE: %{change} = -e 's,// if later: ,,'
// RUN: %{run} --check-prefix=LATER
// LATER: remark: stored before the next block begins: its first MMAs are not all that is done until they are waited for

// REDEFINE: %{change} = -e '/^#other/s/register = ..0, 1../register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32], [0, 64], [0, 128], [0, 256]]/' -e '/^#other/s/warp = .*/warp = [[16, 0], [32, 0]]>/' -e 's/tensor<32x8xf32/tensor<64x512xf32/'
// RUN: %{run} --check-prefix=REGISTERS
// REGISTERS: remark: stored before the next block begins: a lane would hold {{[0-9]+}} registers of tiles

#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
#other = #tile_gpu.layout<register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [16, 0]]>
#map = #tile_gpu.tensor_map<bf16, base = ()[s0, s1] -> (s0), extents = ()[s0, s1] -> (64, s1), strides = ()[s0, s1] -> (128), box = [64, 64], order = [1, 0], swizzle = 128>
!ring = !tile_gpu.buffer<64x64xbf16, #rows, stages = 3, align = 1024>
!slot = !tile_gpu.buffer<64x64xbf16, #rows, align = 1024>
!bars = !tile_gpu.mbarriers<3>
!sums = tensor<64x64xf32, #sum>
!half = tensor<64x64xbf16, #sum>
!other = tensor<32x8xf32, #other>
func.func @blocks(%p: !tile.ptr<bf16>, %n: i32) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : !sums
  %more = arith.constant dense<0.0> : !other
  %b = tile_gpu.alloc_buffer : !slot
  %two = tile_gpu.alloc_buffer : !ring
  %ring = tile_gpu.alloc_buffer : !ring
  %full = tile_gpu.alloc_mbarriers : !bars
  %map = tile_gpu.tensor_map #map
  tile_gpu.warp_roles consumers {
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%slot = %c0, %carried = %more) -> (i32, !other) : i32 {
      // if elsewhere: %before = tile_gpu.buffer_load %b : !slot -> !half
      %any = arith.cmpi slt, %i, %n : i32
      %s = scf.if %any -> (!sums) {
        %k = tile_gpu.buffer_stage %ring[%slot] : !ring
        %t = tile_gpu.mbarrier_wait %full[%slot] parity %c0 : !bars
        %s0 = tile_gpu.warpgroup_mma %k, %k after %t : !slot, !slot -> !sums
        %s1 = tile_gpu.warpgroup_wait %s0 pending 0 : !sums
        // if later: %y = tile_gpu.buffer_load %k after %t : !slot -> !half
        scf.yield %s1 : !sums
      } else {
        scf.yield %zero : !sums
      }
      %x = tile.ftof %s : !sums -> !half
      // if more: %cell = tile_gpu.buffer_stage %two[%slot] : !ring
      tile_gpu.bulk_wait pending 0 read
      tile_gpu.buffer_store %x, %b : !half, !slot
      tile_gpu.proxy_fence
      tile_gpu.tma_store %b to %map[%c0, %i] : !slot
      %g = tile_gpu.bulk_commit
      // if behind: tile_gpu.bulk_wait pending 1 read
      // if used: %last = arith.addi %i, %c1 : i32
      scf.yield %slot, %carried : i32, !other
    } {tile.block_loop}
    tile_gpu.print "%f" %r#1 : !other
  } producer {
  }
  return
}
