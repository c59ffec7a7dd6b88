// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-select-memory-paths --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %ptxas -arch=sm_90a -o /dev/null %t.ptx
// REQUIRES: ptxas
// Sums of bf16 go out eight and four at a time, two as one word: the instructions have a name of their own for the type, and
// a difference is the sum of what is negated.

#two = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]]>
#four = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
#eight = #tile_gpu.layout<register = [[1], [2], [4]], lane = [[8], [16], [32], [64], [128]]>

// CHECK-LABEL: .entry widths(
// CHECK: red.relaxed.gpu.global.add.noftz.v8.bf16
// CHECK: red.release.sys.global.add.noftz.v4.bf16
// CHECK: red.relaxed.cta.global.add.noftz.bf16x2
// CHECK-NOT: red.
func.func @widths(%p: !tile.ptr<bf16>, %x: bf16) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<bf16>
  %i = tile.iota : tensor<256xi32, #eight>
  %as = tile.splat %a : tensor<256x!tile.ptr<bf16>, #eight>
  %q = tile.offset %as, %i : tensor<256x!tile.ptr<bf16>, #eight>, tensor<256xi32, #eight>
  %v = tile.splat %x : tensor<256xbf16, #eight>
  tile_gpu.atomic_rmw add relaxed device %q, %v : tensor<256x!tile.ptr<bf16>, #eight>
  %j = tile.iota : tensor<128xi32, #four>
  %bs = tile.splat %a : tensor<128x!tile.ptr<bf16>, #four>
  %r = tile.offset %bs, %j : tensor<128x!tile.ptr<bf16>, #four>, tensor<128xi32, #four>
  %w = tile.splat %x : tensor<128xbf16, #four>
  tile_gpu.atomic_rmw sub release system %r, %w : tensor<128x!tile.ptr<bf16>, #four>
  %k = tile.iota : tensor<64xi32, #two>
  %cs = tile.splat %a : tensor<64x!tile.ptr<bf16>, #two>
  %s = tile.offset %cs, %k : tensor<64x!tile.ptr<bf16>, #two>, tensor<64xi32, #two>
  %u = tile.splat %x : tensor<64xbf16, #two>
  tile_gpu.atomic_rmw add relaxed block %s, %u : tensor<64x!tile.ptr<bf16>, #two>
  return
}
