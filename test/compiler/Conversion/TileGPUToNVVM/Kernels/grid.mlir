// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_90a | FileCheck %s
// A CTA that takes several blocks along x: the grid counts CTAs, the kernel still asks for blocks.

// CHECK-LABEL: llvm.func @wide
// CHECK-SAME: tile.blocks_of_cta = 4 : i32
// CHECK: %[[CTAS:.*]] = nvvm.read.ptx.sreg.nctaid.x
// CHECK: %[[EACH:.*]] = llvm.mlir.constant(4 : i32)
// CHECK: llvm.mul %[[CTAS]], %[[EACH]]
// CHECK: nvvm.read.ptx.sreg.nctaid.y
// CHECK-NOT: llvm.mul
func.func @wide(%p: !tile.ptr<i32>) attributes {tile.kernel, tile.blocks_of_cta = 4 : i32, tile_gpu.num_warps = 1 : i32} {
  %x = tile.num_blocks x
  %y = tile.num_blocks y
  %n = arith.xori %x, %y : i32
  tile_gpu.store %p, %n : !tile.ptr<i32>
  return
}
