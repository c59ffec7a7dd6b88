// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-remove-layout-conversions=remarks=true --verify-diagnostics -o /dev/null
// What stays says what it costs; what is free or went away says nothing. Each kernel has the sum, other variants that alone.

#a = #tile_gpu.layout<register = [[128]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
#registers = #tile_gpu.layout<register = [[128], [0]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
#lanes = #tile_gpu.layout<register = [[128]], lane = [[16], [8], [4], [2], [1]], warp = [[32], [64]]>
#warps = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]]>

// expected-remark @below {{kernel stay moves 1 tiles between lanes by shuffles, 1 through shared memory; about 87 cycles}}
func.func @stay(%x: tensor<256xf32, #a>, %p: tensor<256x!tile.ptr<f32>, #lanes>, %q: tensor<256x!tile.ptr<f32>, #warps>,
                %r: tensor<256x!tile.ptr<f32>, #registers>) {
  // expected-remark @below {{a tile of 1024 bytes changes lanes by shuffles inside each warp; about 8 cycles}}
  %0 = tile_gpu.convert_layout %x : tensor<256xf32, #a> -> tensor<256xf32, #lanes>
  // expected-remark @below {{a tile of 1024 bytes changes lanes through shared memory: a store, a barrier and a load of each element; about 79 cycles}}
  %1 = tile_gpu.convert_layout %x : tensor<256xf32, #a> -> tensor<256xf32, #warps>
  %2 = tile_gpu.convert_layout %x : tensor<256xf32, #a> -> tensor<256xf32, #registers>
  %i = tile.iota : tensor<256xi32, #a>
  %3 = tile_gpu.convert_layout %i : tensor<256xi32, #a> -> tensor<256xi32, #warps>
  tile_gpu.store %p, %0 : tensor<256x!tile.ptr<f32>, #lanes>
  tile_gpu.store %q, %1 : tensor<256x!tile.ptr<f32>, #warps>
  tile_gpu.store %r, %2 : tensor<256x!tile.ptr<f32>, #registers>
  %s = tile.offset %q, %3 : tensor<256x!tile.ptr<f32>, #warps>, tensor<256xi32, #warps>
  tile_gpu.store %s, %1 : tensor<256x!tile.ptr<f32>, #warps>
  return
}

// The half of a tile that other lanes have; the one that each lane has itself is free.
#half = #tile_gpu.layout<lane = [[1], [2], [4], [8], [0]], warp = [[0], [0]]>
#whole = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[0], [0]]>
#pair = #tile_gpu.layout<register = [[16]], lane = [[1], [2], [4], [8], [0]], warp = [[0], [0]]>
// expected-remark @below {{kernel parts moves 1 tiles between lanes by shuffles, 0 through shared memory; about 4 cycles}}
func.func @parts(%x: tensor<32xf32, #whole>, %y: tensor<32xf32, #pair>, %p: tensor<16x!tile.ptr<f32>, #half>) {
  %one = arith.constant 1 : i32
  // expected-remark @below {{a sub-tile of 64 bytes changes lanes by shuffles inside each warp; about 4 cycles}}
  %0 = tile_gpu.extract %x[%one : i32] : tensor<32xf32, #whole> -> tensor<16xf32, #half>
  %1 = tile_gpu.extract %y[%one : i32] : tensor<32xf32, #pair> -> tensor<16xf32, #half>
  %2 = arith.addf %0, %1 : tensor<16xf32, #half>
  tile_gpu.store %p, %2 : tensor<16x!tile.ptr<f32>, #half>
  return
}

// expected-remark @below {{kernel other moves 1 tiles between lanes by shuffles, 0 through shared memory; about 8 cycles}}
func.func @other(%x: tensor<256xf32, #a>, %p: tensor<256x!tile.ptr<f32>, #lanes>)
    attributes {tile.variant = #tile.variant<@stay, 1, [<kind = multiple_of, argument = 1, value = 16>]>} {
  %0 = tile_gpu.convert_layout %x : tensor<256xf32, #a> -> tensor<256xf32, #lanes>
  tile_gpu.store %p, %0 : tensor<256x!tile.ptr<f32>, #lanes>
  return
}
