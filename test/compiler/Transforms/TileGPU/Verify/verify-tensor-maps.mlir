// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(tile-gpu-verify-tensor-maps))'
// Tensor maps that the kernel makes: fenced before their uses, and made anew only when nothing reads the one before.

#map = #tile_gpu.tensor_map<f32, base = ()[s0] -> (s0), extents = ()[s0] -> (8), strides = ()[s0] -> (), box = [8], order = [0], swizzle = 0>
!place = !tile_gpu.buffer<128xi8, #tile_gpu.shared<[[1], [2], [4], [8], [16], [32], [64]]>>
!buffer = !tile_gpu.buffer<8xf32, #tile_gpu.shared<[[1], [2], [4]]>>
!bars = !tile_gpu.mbarriers<1>

func.func @right(%p: !tile.ptr<f32>, %place: !place, %b: !buffer, %m: !bars, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %last = arith.andi %i, %c1 : i32
    %t = tile_gpu.mbarrier_wait %m[%c0] parity %last : !bars
    %map = tile_gpu.build_tensor_map #map(%p) in %place : (!tile.ptr<f32>) in !place
    tile_gpu.tensor_map_fence %map
    tile_gpu.tma_prefetch %map[%i] shape [8]
    scf.for %j = %c0 to %n step %c1 : i32 {
      tile_gpu.tma_load %map[%j] into %b, %m[%c0] : !buffer, !bars
    }
  }
  return
}

// -----

#map = #tile_gpu.tensor_map<f32, base = ()[s0] -> (s0), extents = ()[s0] -> (8), strides = ()[s0] -> (), box = [8], order = [0], swizzle = 0>
!place = !tile_gpu.buffer<128xi8, #tile_gpu.shared<[[1], [2], [4], [8], [16], [32], [64]]>>
!buffer = !tile_gpu.buffer<8xf32, #tile_gpu.shared<[[1], [2], [4]]>>
!bars = !tile_gpu.mbarriers<1>

func.func @fence_behind(%p: !tile.ptr<f32>, %place: !place, %b: !buffer, %m: !bars, %i: i32) {
  // expected-remark @below {{the making}}
  %map = tile_gpu.build_tensor_map #map(%p) in %place : (!tile.ptr<f32>) in !place
  // expected-error @below {{expected a tensor_map_fence between the making of the tensor map and this use of it}}
  tile_gpu.tma_load %map[%i] into %b, %m[%i] : !buffer, !bars
  tile_gpu.tensor_map_fence %map
  return
}

// -----

#map = #tile_gpu.tensor_map<f32, base = ()[s0] -> (s0), extents = ()[s0] -> (8), strides = ()[s0] -> (), box = [8], order = [0], swizzle = 0>
!place = !tile_gpu.buffer<128xi8, #tile_gpu.shared<[[1], [2], [4], [8], [16], [32], [64]]>>

// Not on every way.
func.func @fence_in_branch(%p: !tile.ptr<f32>, %place: !place, %c: i1, %i: i32) {
  // expected-remark @below {{the making}}
  %map = tile_gpu.build_tensor_map #map(%p) in %place : (!tile.ptr<f32>) in !place
  scf.if %c {
    tile_gpu.tensor_map_fence %map
  }
  // expected-error @below {{expected a tensor_map_fence between the making of the tensor map and this use of it}}
  tile_gpu.tma_prefetch %map[%i] shape [8]
  return
}

// -----

#map = #tile_gpu.tensor_map<f32, base = ()[s0] -> (s0), extents = ()[s0] -> (8), strides = ()[s0] -> (), box = [8], order = [0], swizzle = 0>
!place = !tile_gpu.buffer<128xi8, #tile_gpu.shared<[[1], [2], [4], [8], [16], [32], [64]]>>
!buffer = !tile_gpu.buffer<8xf32, #tile_gpu.shared<[[1], [2], [4]]>>
!bars = !tile_gpu.mbarriers<1>

func.func @made_too_soon(%p: !tile.ptr<f32>, %place: !place, %b: !buffer, %m: !bars, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-error @below {{expected a wait for each copy by the tensor map that was here before}}
    %map = tile_gpu.build_tensor_map #map(%p) in %place : (!tile.ptr<f32>) in !place
    tile_gpu.tensor_map_fence %map
    // expected-remark @below {{the copy}}
    tile_gpu.tma_load %map[%i] into %b, %m[%c0] : !buffer, !bars
  }
  return
}

// -----

#map = #tile_gpu.tensor_map<f32, base = ()[s0] -> (s0), extents = ()[s0] -> (8), strides = ()[s0] -> (), box = [8], order = [0], swizzle = 0>
!place = !tile_gpu.buffer<128xi8, #tile_gpu.shared<[[1], [2], [4], [8], [16], [32], [64]]>>
!buffer = !tile_gpu.buffer<8xf32, #tile_gpu.shared<[[1], [2], [4]]>>
!bars = !tile_gpu.mbarriers<2>

// The copy into the other stage may arrive later.
func.func @one_of_two(%p: !tile.ptr<f32>, %place: !place, %b: !buffer, %m: !bars, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %t = tile_gpu.mbarrier_wait %m[%c0] parity %c0 : !bars
    // expected-error @below {{expected a wait for each copy by the tensor map that was here before}}
    %map = tile_gpu.build_tensor_map #map(%p) in %place : (!tile.ptr<f32>) in !place
    tile_gpu.tensor_map_fence %map
    scf.for %j = %c0 to %n step %c1 : i32 {
      // expected-remark @below {{the copy}}
      tile_gpu.tma_load %map[%i] into %b, %m[%j] : !buffer, !bars
    }
  }
  return
}
