// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s | tile-opt | FileCheck %s
// Copies of the copy engine in text form.

#map = #tile_gpu.tensor_map<f16, base = ()[s0, s1] -> (s0), extents = ()[s0, s1] -> (128, s1), strides = ()[s0, s1] -> (s1 * 256), box = [64, 8], order = [1, 0], swizzle = 128>
// Boxes of 64 columns and 8 rows, the second behind the first; rows of 128 bytes do not repeat their chunks' order.
#boxes = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [0, 64]]>
#run = #tile_gpu.shared<[[1], [2], [4], [8]]>
!tile = !tile_gpu.buffer<8x128xf16, #boxes, align = 1024>
!place = !tile_gpu.buffer<128xi8, #tile_gpu.shared<[[1], [2], [4], [8], [16], [32], [64]]>>

// CHECK-LABEL: func @tensor
func.func @tensor(%p: !tile.ptr<f16>, %n: i32, %x: i32, %y: i32, %b: !tile, %m: !tile_gpu.mbarriers<2>) {
  // CHECK: %[[MAP:.*]] = tile_gpu.tensor_map <f16, base = ()[s0, s1] -> (s0), extents = ()[s0, s1] -> (128, s1), strides = ()[s0, s1] -> (s1 * 256), box = [64, 8], order = [1, 0], swizzle = 128>
  %map = tile_gpu.tensor_map #map
  // CHECK: tile_gpu.tma_prefetch_map %[[MAP]]
  tile_gpu.tma_prefetch_map %map
  // CHECK: tile_gpu.tma_load %[[MAP]][%{{.*}}, %{{.*}}] into %{{.*}}, %{{.*}}[%{{.*}}] : !tile_gpu.buffer<8x128xf16, {{.*}}, align = 1024>, !tile_gpu.mbarriers<2>
  tile_gpu.tma_load %map[%x, %y] into %b, %m[%x] : !tile, !tile_gpu.mbarriers<2>
  // CHECK: tile_gpu.tma_store %{{.*}} to %[[MAP]][%{{.*}}, %{{.*}}] :
  tile_gpu.tma_store %b to %map[%x, %y] : !tile
  // CHECK: tile_gpu.tma_reduce add %{{.*}} to %[[MAP]][%{{.*}}, %{{.*}}] :
  tile_gpu.tma_reduce add %b to %map[%x, %y] : !tile
  // CHECK: %[[GROUP:.*]] = tile_gpu.bulk_commit
  %g = tile_gpu.bulk_commit
  // CHECK: tile_gpu.bulk_wait %[[GROUP]] pending 0 read
  tile_gpu.bulk_wait %g pending 0 read
  // CHECK: tile_gpu.bulk_wait pending 1
  tile_gpu.bulk_wait pending 1
  // CHECK: tile_gpu.mbarrier_inval
  tile_gpu.mbarrier_inval %m : !tile_gpu.mbarriers<2>
  return
}

// CHECK-LABEL: func @built
func.func @built(%p: !tile.ptr<f16>, %n: i32, %x: i32, %b: !tile, %m: !tile_gpu.mbarriers<2>) {
  %buffer = tile_gpu.alloc_buffer : !place
  // CHECK: %[[MAP:.*]] = tile_gpu.build_tensor_map <f16, {{.*}}>(%{{.*}}, %{{.*}}) in %{{.*}} : (!tile.ptr<f16>, i32) in !tile_gpu.buffer<128xi8, {{.*}}>
  %map = tile_gpu.build_tensor_map #map(%p, %n) in %buffer : (!tile.ptr<f16>, i32) in !place
  // CHECK: tile_gpu.tensor_map_fence %[[MAP]]
  tile_gpu.tensor_map_fence %map
  // CHECK: tile_gpu.tma_prefetch %[[MAP]][%{{.*}}, %{{.*}}] shape [8, 128]
  tile_gpu.tma_prefetch %map[%x, %x] shape [8, 128]
  // CHECK: tile_gpu.tma_load %[[MAP]][
  tile_gpu.tma_load %map[%x, %x] into %b, %m[%x] : !tile, !tile_gpu.mbarriers<2>
  return
}

// CHECK-LABEL: func @run
func.func @run(%p: !tile.ptr<f32>, %i: i32, %b: !tile_gpu.buffer<16xf32, #run>, %m: !tile_gpu.mbarriers<2>) {
  // CHECK: tile_gpu.bulk_load %{{.*}} into %{{.*}}, %{{.*}}[%{{.*}}] : !tile.ptr<f32> into
  tile_gpu.bulk_load %p into %b, %m[%i] : !tile.ptr<f32> into !tile_gpu.buffer<16xf32, #run>, !tile_gpu.mbarriers<2>
  // CHECK: tile_gpu.bulk_store %{{.*}} to %{{.*}} :
  tile_gpu.bulk_store %b to %p : !tile_gpu.buffer<16xf32, #run> to !tile.ptr<f32>
  // CHECK: tile_gpu.bulk_reduce add %{{.*}} to %{{.*}} : !tile_gpu.buffer<16xf32
  tile_gpu.bulk_reduce add %b to %p : !tile_gpu.buffer<16xf32, #run> to !tile.ptr<f32>
  // CHECK: tile_gpu.bulk_prefetch %{{.*}} bytes 64 : !tile.ptr<f32>
  tile_gpu.bulk_prefetch %p bytes 64 : !tile.ptr<f32>
  return
}

// CHECK-LABEL: func private @filled
// CHECK-SAME: swizzle = 0 nan_fill = true>
func.func private @filled() attributes {x = #tile_gpu.tensor_map<f32, base = () -> (0), extents = () -> (8), strides = () -> (), box = [8], order = [0], swizzle = 0 nan_fill = true>}
// CHECK-LABEL: func private @signed
// CHECK-SAME: swizzle = 0 is_signed = true>
func.func private @signed() attributes {x = #tile_gpu.tensor_map<i32, base = () -> (0), extents = () -> (8), strides = () -> (), box = [8], order = [0], swizzle = 0 is_signed = true>}

#gathered = #tile_gpu.tensor_map<f32, base = ()[s0, s1] -> (s0), extents = ()[s0, s1] -> (128, s1), strides = ()[s0, s1] -> (512), box = [32, 8], order = [1, 0], swizzle = 128 gathered = true>
#eight = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 4], [2, 8], [4, 16]]>
#numbers = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [0], [0], [0], [0]], warp = [[0]]>
!eight = !tile_gpu.buffer<8x32xf32, #eight, align = 1024>
// CHECK-LABEL: func @rows
func.func @rows(%p: !tile.ptr<f32>, %n: i32, %x: i32, %r: tensor<8xi32, #numbers>, %b: !eight, %m: !tile_gpu.mbarriers<2>) {
  // CHECK: %[[MAP:.*]] = tile_gpu.tensor_map <f32, {{.*}}, swizzle = 128 gathered = true>
  %map = tile_gpu.tensor_map #gathered
  // CHECK: tile_gpu.tma_load %[[MAP]][%{{.*}}] rows %[[R:.*]] : tensor<8xi32, #{{.*}}> into %[[B:.*]], %{{.*}}[%{{.*}}] : !tile_gpu.buffer<8x32xf32
  tile_gpu.tma_load %map[%x] rows %r : tensor<8xi32, #numbers> into %b, %m[%x] : !eight, !tile_gpu.mbarriers<2>
  // CHECK: tile_gpu.tma_store %[[B]] to %[[MAP]][%{{.*}}] rows %[[R]] : tensor<8xi32, #{{.*}}> : !tile_gpu.buffer<8x32xf32
  tile_gpu.tma_store %b to %map[%x] rows %r : tensor<8xi32, #numbers> : !eight
  return
}

#rounded = #tile_gpu.tensor_map<tf32, base = () -> (0), extents = () -> (8), strides = () -> (), box = [8], order = [0], swizzle = 0 rounded = true>
!rounded = !tile_gpu.buffer<8xtf32, #tile_gpu.shared<[[1], [2], [4]]>>

// CHECK-LABEL: func @rounded_on_the_way
func.func @rounded_on_the_way(%x: i32, %b: !rounded, %m: !tile_gpu.mbarriers<1>) {
  // CHECK: tile_gpu.tensor_map <tf32, base = () -> (0), extents = () -> (8), strides = () -> (), box = [8], order = [0], swizzle = 0 rounded = true>
  %map = tile_gpu.tensor_map #rounded
  tile_gpu.tma_load %map[%x] into %b, %m[%x] : !rounded, !tile_gpu.mbarriers<1>
  return
}
