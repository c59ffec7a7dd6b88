// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-stage-mma-operands | FileCheck %s
// RUN: tile-opt %s --tile-gpu-stage-mma-operands=shared-memory=122879 | FileCheck %s --check-prefix=SMALL
#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#any = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [32, 0], [16, 0]], lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
!factor = tensor<64x64xbf16, #any>
!sums = tensor<64x64xf32, #sum>

// MMAs that add to one accumulator run together: what they multiply is stored before the first, a tile of both once.
// CHECK-LABEL: func @together
// CHECK: %[[X:.*]] = tile_gpu.alloc_buffer
// CHECK-NEXT: tile_gpu.buffer_store
// CHECK: %[[Y:.*]] = tile_gpu.alloc_buffer
// CHECK-NEXT: tile_gpu.buffer_store
// CHECK: %[[Z:.*]] = tile_gpu.alloc_buffer
// CHECK-NEXT: tile_gpu.buffer_store
// CHECK-NOT: tile_gpu.buffer_store
// CHECK: %[[R:.*]] = tile_gpu.warpgroup_mma %[[X]], %[[Y]]
// CHECK-NEXT: %[[S:.*]] = tile_gpu.warpgroup_mma %[[X]], %[[Z]] plus %[[R]]
// CHECK-NEXT: %[[T:.*]] = tile_gpu.warpgroup_mma %[[Y]], %[[Z]] plus %[[S]]
// CHECK-NEXT: %[[W:.*]] = tile_gpu.warpgroup_wait %[[T]] pending 0
// CHECK-DAG: tile_gpu.free_buffer %[[X]]
// CHECK-DAG: tile_gpu.free_buffer %[[Y]]
// CHECK-DAG: tile_gpu.free_buffer %[[Z]]
// CHECK: return %[[W]]
// Without the room each is stored for its MMA.
// SMALL-LABEL: func @together
// SMALL: tile_gpu.warpgroup_mma
// SMALL: tile_gpu.buffer_store
// SMALL: tile_gpu.warpgroup_mma
func.func @together(%x: !factor, %y: !factor, %z: !factor) -> !sums {
  %none = arith.constant dense<0.0> : !sums
  %r = tile_gpu.mma wgmma %x, %y, %none : !factor, !factor, !sums
  %s = tile_gpu.mma wgmma %x, %z, %r : !factor, !factor, !sums
  %t = tile_gpu.mma wgmma %y, %z, %s : !factor, !factor, !sums
  return %t : !sums
}
