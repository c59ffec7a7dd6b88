// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A run without each barrier by itself tells which of them are needed.
// RUN: tile-gpu-run --try-barriers %s | FileCheck %s

#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#turned = #tile_gpu.layout<lane = [[32], [1], [2], [4], [8]], warp = [[16]]>

// CHECK: kernel: barrier 1 of 3 at first.cu:1:1 is not missed
// CHECK: kernel: barrier 2 of 3 at second.cu:1:1 is needed
// CHECK: kernel: barrier 3 of 3 at third.cu:1:1 is not missed
func.func @kernel(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 0 : i64} {
  %i = tile.iota : tensor<64xi32, #one>
  %q = tile.splat %p : tensor<64x!tile.ptr<i32>, #one>
  %a = tile.offset %q, %i : tensor<64x!tile.ptr<i32>, #one>, tensor<64xi32, #one>
  tile_gpu.memory_barrier cta loc("first.cu":1:1)
  tile_gpu.store %a, %i : tensor<64x!tile.ptr<i32>, #one>
  tile_gpu.memory_barrier cta loc("second.cu":1:1)
  %j = tile.iota : tensor<64xi32, #turned>
  %r = tile.splat %p : tensor<64x!tile.ptr<i32>, #turned>
  %b = tile.offset %r, %j : tensor<64x!tile.ptr<i32>, #turned>, tensor<64xi32, #turned>
  %x = tile_gpu.load %b : tensor<64x!tile.ptr<i32>, #turned>
  tile_gpu.memory_barrier cta loc("third.cu":1:1)
  return
}
