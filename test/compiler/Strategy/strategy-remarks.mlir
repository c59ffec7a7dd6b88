// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-to-tile-gpu=remarks=true --verify-diagnostics -o /dev/null
// RUN: not tile-opt %s --convert-tile-to-tile-gpu=architecture=sm_1 2>&1 | FileCheck %s
// CHECK: error: expected an architecture such as
// A kernel says what was chosen for it.

// expected-remark @below {{1 warp, 8 elements a lane, up to 16 bytes a lane and access, 1 load of 1024 bytes in flight, about 32 registers, 32 CTAs a multiprocessor, limited by CTAs}}
func.func @copy(%p: !tile.ptr<f32>) attributes {tile.kernel} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %i = tile.iota : tensor<256xi32>
  %s = tile.splat %a : tensor<256x!tile.ptr<f32>>
  %q = tile.offset %s, %i : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  %x = tile.load %q : tensor<256x!tile.ptr<f32>>
  tile.store %q, %x : tensor<256x!tile.ptr<f32>>
  return
}
// expected-remark @below {{limited by warps; registers are held to 3 CTAs}}
func.func @held(%p: !tile.ptr<f32>) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_worker_warps_per_cta = 8, occupancy = 3>]} {
  %i = tile.iota : tensor<16384xi32>
  %s = tile.splat %p : tensor<16384x!tile.ptr<f32>>
  %q = tile.offset %s, %i : tensor<16384x!tile.ptr<f32>>, tensor<16384xi32>
  %x = tile.load %q : tensor<16384x!tile.ptr<f32>>
  tile.store %q, %x : tensor<16384x!tile.ptr<f32>>
  return
}
