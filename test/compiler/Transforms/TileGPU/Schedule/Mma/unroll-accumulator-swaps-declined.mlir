// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-unroll-accumulator-swaps=remarks --split-input-file -o %t 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t
// Loops that stay as they are: with a remark where accumulators change places.

#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
!slot = !tile_gpu.buffer<64x64xbf16, #rows, align = 1024>
!sums = tensor<64x64xf32, #sum>
// CHECK-LABEL: func @declined
// CHECK-NOT: scf.if
// A step that is an argument's.
// REMARK: :[[#@LINE+7]]:{{.*}} remark: accumulators that change places are moved in each iteration: the loop does not count up by a constant
// CHECK-COUNT-1: warpgroup_mma
func.func @declined(%n: i32, %step: i32, %a: !sums, %b: !sums, %p: tensor<64x64x!tile.ptr<bf16>, #sum>) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %cst = arith.constant dense<0.0> : !sums
  %part = tile_gpu.alloc_buffer : !slot
  %q:2 = scf.for %i = %c0_i32 to %n step %step iter_args(%s = %cst, %u = %cst) -> (!sums, !sums) : i32 {
    %x = tile_gpu.warpgroup_mma %part, %part plus %s : !sums : !slot, !slot -> !sums
    %y = tile_gpu.warpgroup_wait %x pending 0 : !sums
    scf.yield %u, %y : !sums, !sums
  }
  // Cycles of three and of four: all are back after twelve iterations.
  // REMARK: :[[#@LINE+2]]:{{.*}} remark: accumulators that change places are moved in each iteration: 12 iterations bring them back to their places
  // CHECK-COUNT-2: warpgroup_mma
  %r:7 = scf.for %i = %c0_i32 to %n step %c1_i32 iter_args(%s = %cst, %u = %cst, %v = %cst, %d = %cst, %e = %cst, %f = %cst, %g = %cst) -> (!sums, !sums, !sums, !sums, !sums, !sums, !sums) : i32 {
    %x = tile_gpu.warpgroup_mma %part, %part plus %s : !sums : !slot, !slot -> !sums
    %y = tile_gpu.warpgroup_wait %x pending 0 : !sums
    %z = tile_gpu.warpgroup_mma %part, %part plus %d : !sums : !slot, !slot -> !sums
    %w = tile_gpu.warpgroup_wait %z pending 0 : !sums
    scf.yield %u, %v, %y, %e, %f, %g, %w : !sums, !sums, !sums, !sums, !sums, !sums, !sums
  }
  // REMARK: :[[#@LINE+2]]:{{.*}} remark: accumulators that change places are moved in each iteration: they do not begin with the same, and lanes need registers for what they load
  // CHECK-COUNT-1: warpgroup_mma
  %t:2 = scf.for %i = %c0_i32 to %n step %c1_i32 iter_args(%s = %a, %u = %b) -> (!sums, !sums) : i32 {
    %l = tile_gpu.load %p : tensor<64x64x!tile.ptr<bf16>, #sum>
    %m = tile_gpu.load %p : tensor<64x64x!tile.ptr<bf16>, #sum>
    %f = arith.addf %l, %m : tensor<64x64xbf16, #sum>
    tile_gpu.buffer_store %f, %part : tensor<64x64xbf16, #sum>, !slot
    tile_gpu.proxy_fence
    %x = tile_gpu.warpgroup_mma %part, %part plus %s : !sums : !slot, !slot -> !sums
    %y = tile_gpu.warpgroup_wait %x pending 0 : !sums
    scf.yield %u, %y : !sums, !sums
  }
  // What one iteration leaves to the next one, the accumulators before this step, does not come back; a tile that changes places with another
  // one and is no accumulator is nothing to this pass. No remark.
  // REMARK-NOT: remark:
  // CHECK-COUNT-2: warpgroup_mma
  %o:2 = scf.for %i = %c0_i32 to %n step %c1_i32 iter_args(%s = %cst, %last = %cst) -> (!sums, !sums) : i32 {
    %x = tile_gpu.warpgroup_mma %part, %part plus %s : !sums : !slot, !slot -> !sums
    %y = tile_gpu.warpgroup_wait %x pending 0 : !sums
    scf.yield %y, %s : !sums, !sums
  }
  %k:3 = scf.for %i = %c0_i32 to %n step %c1_i32 iter_args(%s = %cst, %c = %a, %d = %b) -> (!sums, !sums, !sums) : i32 {
    %x = tile_gpu.warpgroup_mma %part, %part plus %s : !sums : !slot, !slot -> !sums
    %y = tile_gpu.warpgroup_wait %x pending 0 : !sums
    scf.yield %y, %d, %c : !sums, !sums, !sums
  }
  // CHECK-NOT: warpgroup_mma
  // CHECK-NOT: scf.if
  tile_gpu.print "%f %f" %q#0, %r#0 : !sums, !sums
  tile_gpu.print "%f %f %f" %t#0, %o#0, %k#0 : !sums, !sums, !sums
  return
}
