// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-select-memory-paths | FileCheck %s --check-prefix=WIDTH
// RUN: tile-opt %s --tile-gpu-select-memory-paths --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.90.ptx
// RUN: FileCheck %s --check-prefix=SM90 --input-file=%t.90.ptx
// RUN: tile-opt %s --tile-gpu-select-memory-paths --tile-gpu-to-nvvm-pipeline=arch=sm_80 | tile-translate -arch=sm_80 -o %t.80.ptx
// RUN: FileCheck %s --check-prefix=SM80 --input-file=%t.80.ptx
// RUN: %ptxas -arch=sm_90a -o /dev/null %t.90.ptx && %ptxas -arch=sm_80 -o /dev/null %t.80.ptx
// REQUIRES: ptxas
// Sums that nobody reads go out several neighbours at a time where the target can and alignment is known.

#four = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
#eight = #tile_gpu.layout<register = [[1], [2], [4]], lane = [[8], [16], [32], [64], [128]]>

// WIDTH-LABEL: func.func @wide
// WIDTH: atomic_rmw add relaxed device {{.*}} vector 4 :
// WIDTH: atomic_rmw sub release system {{.*}} vector 8 :
// WIDTH: atomic_rmw add relaxed device {{.*}} mask {{.*}} vector 4 :
// SM90-LABEL: .entry wide
// SM90: red.relaxed.gpu.global.add.v4.f32
// SM90: red.release.sys.global.add.noftz.v8.f16
// SM90: @%p{{.*}} red.relaxed.gpu.global.add.v4.f32
// SM80-LABEL: .entry wide
// SM80-COUNT-4: red.relaxed.gpu.global.add.f32
// SM80-COUNT-4: red.release.sys.global.add.noftz.f16x2
func.func @wide(%p: !tile.ptr<f32>, %h: !tile.ptr<f16>, %n: i32, %x: f32, %y: f16) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %i = tile.iota : tensor<128xi32, #four>
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %as = tile.splat %a : tensor<128x!tile.ptr<f32>, #four>
  %q = tile.offset %as, %i : tensor<128x!tile.ptr<f32>, #four>, tensor<128xi32, #four>
  %v = tile.splat %x : tensor<128xf32, #four>
  tile_gpu.atomic_rmw add relaxed device %q, %v : tensor<128x!tile.ptr<f32>, #four>
  %j = tile.iota : tensor<256xi32, #eight>
  %b = tile.assume %h [#tile.divisible<16>] : !tile.ptr<f16>
  %bs = tile.splat %b : tensor<256x!tile.ptr<f16>, #eight>
  %r = tile.offset %bs, %j : tensor<256x!tile.ptr<f16>, #eight>, tensor<256xi32, #eight>
  %w = tile.splat %y : tensor<256xf16, #eight>
  tile_gpu.atomic_rmw sub release system %r, %w : tensor<256x!tile.ptr<f16>, #eight>
  %m = tile.assume %n [#tile.divisible<4>] : i32
  %ms = tile.splat %m : tensor<128xi32, #four>
  %inside = arith.cmpi slt, %i, %ms : tensor<128xi32, #four>
  tile_gpu.atomic_rmw add relaxed device %q, %v mask %inside : tensor<128x!tile.ptr<f32>, #four>
  return
}

#two = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]]>

// Two floats, where no more are known to be aligned or a lane has no more; half as many bytes are one word of two halves.
// WIDTH-LABEL: func.func @pairs
// WIDTH: atomic_rmw add relaxed device {{.*}} vector 2 : tensor<64x
// WIDTH: atomic_rmw sub relaxed device {{.*}} vector 2 : tensor<128x
// WIDTH: atomic_rmw add relaxed block {{.*}} vector 2 : tensor<64x!tile.ptr<f16>
// SM90-LABEL: .entry pairs
// SM90-COUNT-3: red.relaxed.gpu.global.add.v2.f32
// SM90: red.relaxed.cta.global.add.noftz.f16x2
// SM90-NOT: red.
// SM80-LABEL: .entry pairs
// SM80-COUNT-6: red.relaxed.gpu.global.add.f32
// SM80: red.relaxed.cta.global.add.noftz.f16x2
func.func @pairs(%p: !tile.ptr<f32>, %h: !tile.ptr<f16>, %x: f32, %y: f16) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %i = tile.iota : tensor<64xi32, #two>
  %j = tile.iota : tensor<128xi32, #four>
  %a = tile.assume %p [#tile.divisible<8>] : !tile.ptr<f32>
  %as = tile.splat %a : tensor<64x!tile.ptr<f32>, #two>
  %q = tile.offset %as, %i : tensor<64x!tile.ptr<f32>, #two>, tensor<64xi32, #two>
  %v = tile.splat %x : tensor<64xf32, #two>
  tile_gpu.atomic_rmw add relaxed device %q, %v : tensor<64x!tile.ptr<f32>, #two>
  %bs = tile.splat %a : tensor<128x!tile.ptr<f32>, #four>
  %r = tile.offset %bs, %j : tensor<128x!tile.ptr<f32>, #four>, tensor<128xi32, #four>
  %w = tile.splat %x : tensor<128xf32, #four>
  tile_gpu.atomic_rmw sub relaxed device %r, %w : tensor<128x!tile.ptr<f32>, #four>
  %b = tile.assume %h [#tile.divisible<4>] : !tile.ptr<f16>
  %hs = tile.splat %b : tensor<64x!tile.ptr<f16>, #two>
  %s = tile.offset %hs, %i : tensor<64x!tile.ptr<f16>, #two>, tensor<64xi32, #two>
  %u = tile.splat %y : tensor<64xf16, #two>
  tile_gpu.atomic_rmw add relaxed block %s, %u : tensor<64x!tile.ptr<f16>, #two>
  return
}

// Not aligned, not a sum, not relaxed or release, read back, of integers: one by one.
// WIDTH-LABEL: func.func @narrow
// WIDTH-NOT: vector
// SM90-LABEL: .entry narrow
// SM90-NOT: .v{{[248]}}.
func.func @narrow(%p: !tile.ptr<f32>, %k: !tile.ptr<i32>, %x: f32, %z: i32) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %i = tile.iota : tensor<128xi32, #four>
  %ps = tile.splat %p : tensor<128x!tile.ptr<f32>, #four>
  %q = tile.offset %ps, %i : tensor<128x!tile.ptr<f32>, #four>, tensor<128xi32, #four>
  %v = tile.splat %x : tensor<128xf32, #four>
  tile_gpu.atomic_rmw add relaxed device %q, %v : tensor<128x!tile.ptr<f32>, #four>
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %as = tile.splat %a : tensor<128x!tile.ptr<f32>, #four>
  %r = tile.offset %as, %i : tensor<128x!tile.ptr<f32>, #four>, tensor<128xi32, #four>
  tile_gpu.atomic_rmw add acq_rel device %r, %v : tensor<128x!tile.ptr<f32>, #four>
  tile_gpu.atomic_rmw exchange relaxed device %r, %v : tensor<128x!tile.ptr<f32>, #four>
  %b = tile.assume %k [#tile.divisible<16>] : !tile.ptr<i32>
  %bs = tile.splat %b : tensor<128x!tile.ptr<i32>, #four>
  %s = tile.offset %bs, %i : tensor<128x!tile.ptr<i32>, #four>, tensor<128xi32, #four>
  %w = tile.splat %z : tensor<128xi32, #four>
  tile_gpu.atomic_rmw add relaxed device %s, %w : tensor<128x!tile.ptr<i32>, #four>
  return
}
