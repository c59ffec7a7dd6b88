// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-remove-layout-conversions=remarks=true --verify-diagnostics -o /dev/null
// What stays says what it costs; what is free or went away says nothing.

#a = #tile_gpu.layout<register = [[128]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
#registers = #tile_gpu.layout<register = [[128], [0]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
#lanes = #tile_gpu.layout<register = [[128]], lane = [[16], [8], [4], [2], [1]], warp = [[32], [64]]>
#warps = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]]>

func.func @stay(%x: tensor<256xf32, #a>, %p: tensor<256x!tile.ptr<f32>, #lanes>, %q: tensor<256x!tile.ptr<f32>, #warps>,
                %r: tensor<256x!tile.ptr<f32>, #registers>) {
  // expected-remark @below {{a tile of 1024 bytes changes lanes by shuffles inside each warp; about 16 cycles}}
  %0 = tile_gpu.convert_layout %x : tensor<256xf32, #a> -> tensor<256xf32, #lanes>
  // expected-remark @below {{a tile of 1024 bytes changes lanes through shared memory: a store, a barrier and a load of each element; about 96 cycles}}
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
