// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-allocate-shared-memory --convert-tile-gpu-to-registers | FileCheck %s
// What is drawn is first read where the number is needed, for that instruction waits for it.

#scalar = #tile_gpu.shared<[]>
!number = !tile_gpu.buffer<1xi32, #scalar, align = 16>
!bars = !tile_gpu.mbarriers<1>

// CHECK-LABEL: @drawn
// CHECK: atom.relaxed.gpu.global.inc.u32
// CHECK-NOT: nvvm.read.ptx.sreg.nctaid
// CHECK: scf.for
// CHECK: mbarrier.arrive
// CHECK: %[[WORKERS:.*]] = nvvm.read.ptx.sreg.nctaid.x
// CHECK: %[[NEXT:.*]] = arith.addi %[[WORKERS]]
// CHECK: arith.remui %[[NEXT]]
func.func @drawn(%n: i32) attributes {tile.kernel, tile.persistent, tile_gpu.num_warps = 2 : i32} {
  %slot = tile_gpu.alloc_buffer : !number
  %bars = tile_gpu.alloc_mbarriers : !bars
  tile_gpu.mbarrier_init %bars arrivals 1 : !bars
  tile_gpu.warp_roles consumers {
  } producer warps 1 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %draws = tile.num_blocks x
    %drawn = tile_gpu.next_block of %draws
    scf.for %i = %c0 to %n step %c1 : i32 {
      tile_gpu.mbarrier_arrive %bars[%c0] by first : !bars
    }
    %x = arith.remui %drawn, %n : i32
    tile_gpu.buffer_put %x, %slot : !number
  }
  return
}
