// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-select-memory-paths="tma=true target=sm_100a" --cse --canonicalize | FileCheck %s
// Rows that a view names by number go by tensor map where the copy engine takes numbers: every warp gets all of them, and those that no matrix has,
// or that are negative to the engine, become one behind the end.

#t = #tile_gpu.layout<register = [[0, 1], [0, 2], [4, 0]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], warp = [[2, 0]]>
#i = #tile_gpu.layout<lane = [[1], [2], [4], [0], [0]], warp = [[0]]>
!tensor = !tile.tensor_view<?x128xf32, strides = [128, 1]>
!from = !tile.gather_scatter_view<8x64, dimension = 0, !tensor, padding = nan>
!to = !tile.gather_scatter_view<8x64, dimension = 0, !tensor>

// CHECK: #[[NUMBERS:.*]] = #tile_gpu.layout<register = {{\[\[}}1], [2]], lane = {{\[\[}}4], [0], [0], [0], [0]], warp = {{\[\[}}0]]>
// CHECK-LABEL: func @move$v0
// CHECK-SAME: %[[FROM:[a-z0-9]+]]: tensor<8xi32, #{{[a-z0-9]+}}>, %[[TO:[a-z0-9]+]]: tensor<8xi64,
// CHECK-DAG: %[[MOST:.*]] = arith.constant dense<2147418112> : tensor<8xi32
// CHECK-DAG: %[[MOST64:.*]] = arith.constant dense<2147418112> : tensor<8xi64
// CHECK: %[[MAP:.*]] = tile_gpu.tensor_map <f32, {{.*}}, extents = {{.*}} -> (128, s2), strides = {{.*}} -> (512), box = [64, 8], order = [1, 0], swizzle = 0 nan_fill = true gathered = true>
// CHECK: %[[KNOWN:.*]] = arith.minui %[[FROM]], %[[MOST]]
// CHECK: %[[ROWS:.*]] = tile_gpu.convert_layout %[[KNOWN]] : {{.*}} -> tensor<8xi32, #[[NUMBERS]]>
// CHECK: tile_gpu.mbarrier_expect_tx {{.*}} bytes 2048
// CHECK: tile_gpu.tma_load %[[MAP]][%{{[^,]*}}] rows %[[ROWS]] : tensor<8xi32, #[[NUMBERS]]> into
// CHECK: %[[TARGET:.*]] = tile_gpu.tensor_map <f32, {{.*}} swizzle = 0 gathered = true>
// CHECK: %[[KNOWN64:.*]] = arith.minui %[[TO]], %[[MOST64]]
// CHECK: %[[NARROW:.*]] = arith.trunci %[[KNOWN64]] : tensor<8xi64, #{{.*}}> to tensor<8xi32,
// CHECK: %[[OUT:.*]] = tile_gpu.convert_layout %[[NARROW]] : {{.*}} -> tensor<8xi32, #[[NUMBERS]]>
// CHECK: tile_gpu.buffer_store
// CHECK: tile_gpu.proxy_fence
// CHECK: tile_gpu.tma_store %{{.*}} to %[[TARGET]][%{{[^,]*}}] rows %[[OUT]] : tensor<8xi32, #[[NUMBERS]]> :
// CHECK: tile_gpu.bulk_wait{{ +}}pending 0 read
func.func @move$v0(%p: !tile.ptr<f32>, %q: !tile.ptr<f32>, %n: i32, %r: tensor<8xi32, #i>, %s: tensor<8xi64, #i>, %j: i32) attributes {tile_gpu.num_warps = 2 : i32, tile.variant = #tile.variant<@move, 0>} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %qa = tile.assume %q [#tile.divisible<16>] : !tile.ptr<f32>
  %pt = tile.make_tensor_view %pa extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %pv = tile.make_view %pt : !from
  %x = tile_gpu.load_view %pv[%r, %j : tensor<8xi32, #i>, i32] : !from -> tensor<8x64xf32, #t>
  %qt = tile.make_tensor_view %qa extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %qv = tile.make_view %qt : !to
  tile_gpu.store_view %qv[%s, %j : tensor<8xi64, #i>, i32], %x : !to, tensor<8x64xf32, #t>
  return
}
