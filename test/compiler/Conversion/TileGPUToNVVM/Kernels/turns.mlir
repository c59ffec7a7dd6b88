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
    tile_gpu.pass_turn first
    scf.for %i = %zero to %n step %one : i32 {
      tile_gpu.take_turn
      tile_gpu.pass_turn
    }
  } producer {
  }
  return
}
