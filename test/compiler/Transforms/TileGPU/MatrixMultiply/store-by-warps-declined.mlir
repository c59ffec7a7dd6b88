// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each reason for which a result is stored by all warps together: one line of a kernel whose warps store is changed.
// RUN: tile-opt %s --tile-gpu-store-by-warps=remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=DONE
// DONE: remark: each warp stores its own part

// DEFINE: %{change} =
// DEFINE: %{run} = sed %{change} %s | tile-opt --tile-gpu-store-by-warps=remarks -o /dev/null 2>&1 | FileCheck %s

// REDEFINE: %{change} = -e 's/warp = ..16, 0., .32, 0./warp = [[32, 0], [16, 0]/'
// RUN: %{run} --check-prefix=ROWS
// ROWS: remark: stored by all warps together: a warp does not have some rows of the tile

// REDEFINE: %{change} = -e 's,// if others: ,,'
// RUN: %{run} --check-prefix=OTHERS
// OTHERS: remark: stored by all warps together: the kernel has other stores of the copy engine

// Turns are no reason, nor are blocks that are drawn.
// REDEFINE: %{change} = -e 's,// if turns: ,,' -e 's,// if drawn: ,,'
// RUN: %{run} --check-prefix=DONE

#t = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0], [64, 0]]>
#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0], [64, 0]]>
#map = #tile_gpu.tensor_map<bf16, base = ()[s0, s1] -> (s0), extents = ()[s0, s1] -> (64, s1), strides = ()[s0, s1] -> (128), box = [64, 128], order = [1, 0], swizzle = 128>
!slot = !tile_gpu.buffer<128x64xbf16, #rows, align = 1024>
!tile = tensor<128x64xbf16, #t>
func.func @store(%p: !tile.ptr<bf16>, %n: i32) attributes {tile_gpu.num_warps = 8 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %x = arith.constant dense<1.0> : !tile
  %b = tile_gpu.alloc_buffer : !slot
  %map = tile_gpu.tensor_map #map
  tile_gpu.warp_roles consumers {
    // if turns: tile_gpu.ping_pong_arrive first
    scf.for %i = %c0 to %n step %c1 : i32 {
      // if turns: tile_gpu.ping_pong_wait
      // if turns: tile_gpu.ping_pong_arrive
      tile_gpu.bulk_wait pending 0 read
      tile_gpu.buffer_store %x, %b : !tile, !slot
      tile_gpu.proxy_fence
      tile_gpu.tma_store %b to %map[%c0, %c0] : !slot
      // if others: tile_gpu.tma_reduce add %b to %map[%c0, %c0] : !slot
      %g = tile_gpu.bulk_commit
    } {tile.block_loop}
  } producer {
    // if drawn: %d = tile_gpu.next_block of %n
  }
  return
}
