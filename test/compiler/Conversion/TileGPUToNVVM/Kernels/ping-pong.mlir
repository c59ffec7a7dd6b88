// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a | FileCheck %s
// Each warpgroup has a named barrier at which it waits and the one before arrives; at first only the last one does.

// CHECK-LABEL: .entry turns
// CHECK: @%p{{[0-9]+}} bar.arrive %r{{[0-9]+}}, 256;
// CHECK: bar.sync %r{{[0-9]+}}, 256;
// CHECK: {{^[^@]*}}bar.arrive %r{{[0-9]+}}, 256;
func.func @turns(%n: i32) attributes {tile.kernel, tile_gpu.num_warps = 8 : i32, tile_gpu.shared_bytes = 0 : i64} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  tile_gpu.warp_roles consumers {
    tile_gpu.ping_pong_arrive first
    scf.for %i = %zero to %n step %one : i32 {
      tile_gpu.ping_pong_wait
      tile_gpu.ping_pong_arrive
    }
  } producer {
  }
  return
}

// Groups of consumers have named barriers 1 and 2 of their own; turns begin behind them.
// CHECK-LABEL: .entry groups
// CHECK: .reqntid 288, 1, 1
// CHECK: bar.arrive %r{{[0-9]+}}, 256;
// CHECK: bar.sync %r{{[0-9]+}}, 256;
// CHECK: bar.arrive %r{{[0-9]+}}, 256;
// CHECK: bar.sync %r{{[0-9]+}}, 128;
#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
#turned = #tile_gpu.layout<lane = [[4], [8], [16], [32], [64]], warp = [[1], [2]]>
func.func @groups(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.group_scratch_bytes = 512 : i64, tile_gpu.shared_bytes = 1024 : i64} {
  tile_gpu.warp_roles consumers groups 2 {
  ^bb0(%group: i32):
    tile_gpu.ping_pong_arrive first
    tile_gpu.ping_pong_wait
    tile_gpu.ping_pong_arrive
    %x = tile.iota : tensor<128xi32, #one>
    %y = tile_gpu.convert_layout %x {shared_offset = 0 : i64} : tensor<128xi32, #one> -> tensor<128xi32, #turned>
    %c128 = arith.constant 128 : i32
    %at = arith.muli %group, %c128 : i32
    %q = tile.offset %p, %at : !tile.ptr<i32>, i32
    %qs = tile.splat %q : tensor<128x!tile.ptr<i32>, #turned>
    %i = tile.iota : tensor<128xi32, #turned>
    %a = tile.offset %qs, %i : tensor<128x!tile.ptr<i32>, #turned>, tensor<128xi32, #turned>
    tile_gpu.store %a, %y : tensor<128x!tile.ptr<i32>, #turned>
  } producer warps 1 {
  }
  return
}
