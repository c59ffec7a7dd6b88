// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block's result of four boxes goes to memory box by box, through two stages in turn. In two boxes it stays whole, and so it does
// outside of a loop over blocks. Where lanes would have to exchange elements for boxes it goes in pieces of rows.
// RUN: tile-opt %s --tile-gpu-split-stores=remarks 2>&1 | FileCheck %s

// DEFINE: %{change} =
// DEFINE: %{run} = sed %{change} %s | tile-opt --tile-gpu-split-stores=remarks 2>&1 | FileCheck %s --check-prefix=WHOLE
// REDEFINE: %{change} = -e 's/{tile.block_loop}/{}/'
// RUN: %{run}
// REDEFINE: %{change} = -e 's/, .0, 128.., lane/], lane/' -e 's/128x256xbf16/128x128xbf16/' -e 's/, .0, 128..>/]>/'
// RUN: %{run}
// RUN: sed -e 's/.0, 64., .0, 128.., lane/[32, 0], [64, 0]], lane/' -e 's/warp = ..32, 0., .64, 0../warp = [[0, 64], [0, 128]]/' %s | tile-opt --tile-gpu-split-stores=remarks 2>&1 | FileCheck %s --check-prefix=ROWS
// ROWS: remark: stored in 4 pieces
// ROWS: tile_gpu.alloc_buffer : !tile_gpu.buffer<32x256xbf16, {{.*}}stages = 2
// WHOLE-NOT: remark
// WHOLE: bulk_wait pending 0 read
// WHOLE: tma_store
// WHOLE-NOT: tma_store

#t = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32], [16, 0], [0, 64], [0, 128]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[32, 0], [64, 0]]>
#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0], [64, 0], [0, 64], [0, 128]]>
#map = #tile_gpu.tensor_map<bf16, base = ()[s0, s1] -> (s0), extents = ()[s0, s1] -> (256, s1), strides = ()[s0, s1] -> (512), box = [64, 128], order = [1, 0], swizzle = 128>
!buffer = !tile_gpu.buffer<128x256xbf16, #rows, align = 1024>
!tile = tensor<128x256xbf16, #t>

// CHECK: remark: stored in 4 pieces, through 2 of them in shared memory
// CHECK-LABEL: func.func @store
// CHECK: %[[STAGES:.*]] = tile_gpu.alloc_buffer : !tile_gpu.buffer<128x64xbf16, {{.*}}, stages = 2, align = 1024>
// CHECK: scf.for
// CHECK: bulk_wait pending 1 read
// CHECK: %[[FIRST:.*]] = tile_gpu.buffer_stage %[[STAGES]]
// CHECK: %[[PIECE:.*]] = tile_gpu.extract
// CHECK: buffer_store %[[PIECE]], %[[FIRST]]
// CHECK-NEXT: proxy_fence
// CHECK-NEXT: tma_store %[[FIRST]]
// CHECK-NEXT: bulk_commit
// CHECK-COUNT-3: tma_store
// CHECK-NOT: tma_store
func.func @store(%p: !tile.ptr<bf16>, %n: i32) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %x = arith.constant dense<1.0> : !tile
  %b = tile_gpu.alloc_buffer : !buffer
  %map = tile_gpu.tensor_map #map
  scf.for %i = %c0 to %n step %c1 : i32 {
    tile_gpu.bulk_wait pending 0 read
    tile_gpu.buffer_store %x, %b : !tile, !buffer
    tile_gpu.proxy_fence
    tile_gpu.tma_store %b to %map[%c0, %c0] : !buffer
    %g = tile_gpu.bulk_commit
  } {tile.block_loop}
  return
}
