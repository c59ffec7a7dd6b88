// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-select-memory-paths=remarks=true --verify-diagnostics -o /dev/null
// What the remark says about the number of neighbours that one instruction of a lane moves.

#wide = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
#single = #tile_gpu.layout<register = [[32], [64]], lane = [[1], [2], [4], [8], [16]]>

func.func @aligned(%p: !tile.ptr<f32>, %q: !tile.ptr<f32>) {
  %i = tile.iota : tensor<128xi32, #wide>
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %s = tile.splat %a : tensor<128x!tile.ptr<f32>, #wide>
  %x = tile.offset %s, %i : tensor<128x!tile.ptr<f32>, #wide>, tensor<128xi32, #wide>
  // expected-remark @below {{load of 512 bytes by registers, 16 bytes a lane and instruction}}
  %v = tile_gpu.load %x vector 4 : tensor<128x!tile.ptr<f32>, #wide>
  %t = tile.splat %q : tensor<128x!tile.ptr<f32>, #wide>
  %y = tile.offset %t, %i : tensor<128x!tile.ptr<f32>, #wide>, tensor<128xi32, #wide>
  // expected-remark @below {{store of 512 bytes by registers, 4 bytes a lane and instruction; not wider: addresses are only known to be multiples of 4 bytes; add assume_aligned(p, 16_ic), and assume_divisible to strides and offsets}}
  tile_gpu.store %y, %v : tensor<128x!tile.ptr<f32>, #wide>
  return
}

func.func @masked(%p: !tile.ptr<f32>, %n: i32) {
  %i = tile.iota : tensor<128xi32, #wide>
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %s = tile.splat %a : tensor<128x!tile.ptr<f32>, #wide>
  %x = tile.offset %s, %i : tensor<128x!tile.ptr<f32>, #wide>, tensor<128xi32, #wide>
  %e = tile.splat %n : tensor<128xi32, #wide>
  %m = arith.cmpi slt, %i, %e : tensor<128xi32, #wide>
  // expected-remark @below {{not wider: adjacent elements may be masked differently; add assume_divisible to the extent}}
  %v = tile_gpu.load %x mask %m : tensor<128x!tile.ptr<f32>, #wide>
  return
}

func.func @gather(%p: !tile.ptr<f32>, %i: tensor<128xi32, #wide>) {
  %s = tile.splat %p : tensor<128x!tile.ptr<f32>, #wide>
  %x = tile.offset %s, %i : tensor<128x!tile.ptr<f32>, #wide>, tensor<128xi32, #wide>
  // expected-remark @below {{not wider: adjacent elements are not known to be adjacent in memory (a gather, or a stride other than 1)}}
  %v = tile_gpu.load %x : tensor<128x!tile.ptr<f32>, #wide>
  return
}

func.func @layout(%p: !tile.ptr<f32>) {
  %i = tile.iota : tensor<128xi32, #single>
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %s = tile.splat %a : tensor<128x!tile.ptr<f32>, #single>
  %x = tile.offset %s, %i : tensor<128x!tile.ptr<f32>, #single>, tensor<128xi32, #single>
  // expected-remark @below {{not wider: a lane holds 1 adjacent element in the layout of this tile}}
  %v = tile_gpu.load %x : tensor<128x!tile.ptr<f32>, #single>
  return
}

#few = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]]>
func.func @few(%p: !tile.ptr<f32>) {
  %i = tile.iota : tensor<64xi32, #few>
  %a = tile.assume %p [#tile.divisible<8>] : !tile.ptr<f32>
  %s = tile.splat %a : tensor<64x!tile.ptr<f32>, #few>
  %x = tile.offset %s, %i : tensor<64x!tile.ptr<f32>, #few>, tensor<64xi32, #few>
  // expected-remark @below {{load of 256 bytes by registers, 8 bytes a lane and instruction; not wider: the tile has 64 elements for 32 lanes}}
  %v = tile_gpu.load %x vector 2 : tensor<64x!tile.ptr<f32>, #few>
  return
}
