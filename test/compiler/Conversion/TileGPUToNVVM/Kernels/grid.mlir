// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_90a | FileCheck %s
// A kernel whose blocks are several of the source's counts its own: tile-widen-blocks multiplies where the source asks.

// CHECK-LABEL: llvm.func @wide
// CHECK-SAME: tile.blocks_of_cta = array<i32: 4, 2, 1>
// CHECK: %[[X:.*]] = nvvm.read.ptx.sreg.nctaid.x
// CHECK: %[[Y:.*]] = nvvm.read.ptx.sreg.nctaid.y
// CHECK: arith.xori %[[X]], %[[Y]]
func.func @wide(%p: !tile.ptr<i32>) attributes {tile.kernel, tile.blocks_of_cta = array<i32: 4, 2, 1>, tile_gpu.num_warps = 1 : i32} {
  %x = tile.num_blocks x
  %y = tile.num_blocks y
  %n = arith.xori %x, %y : i32
  tile_gpu.store %p, %n : !tile.ptr<i32>
  return
}
