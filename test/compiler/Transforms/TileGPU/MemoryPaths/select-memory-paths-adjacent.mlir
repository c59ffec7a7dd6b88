// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-select-memory-paths --cse | FileCheck %s
// RUN: tile-opt %s --tile-gpu-select-memory-paths=remarks=true -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// Rows of 128 bytes bring what lies beside them into L2, where the tile beside is another block's.

#t = #tile_gpu.layout<register = [[0, 1], [0, 2], [16, 0]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
#w = #tile_gpu.layout<register = [[0, 1], [0, 2], [8, 0], [16, 0]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], warp = [[2, 0], [4, 0]]>
!tensor = !tile.tensor_view<?x?xf32, strides = [?, 1]>
!view = !tile.partition_view<32x32, !tensor, padding = zero>
!wide = !tile.partition_view<32x64, !tensor, padding = zero>
!windows = !tile.strided_view<32x32, steps = [32, 16], !tensor, padding = zero>

// Blocks along y are as far apart as the grid has blocks along x: 1536 tiles of 4 KB are 6 MB. Along x they are next to
// each other.
// CHECK-LABEL: func @blocks
// CHECK: tile_gpu.load %{{.*}} {adjacent_blocks = 1536 : i64}
// CHECK: tile_gpu.load %{{.*}} {adjacent_blocks = 2147483647 : i64}
func.func @blocks(%p: !tile.ptr<f32>, %m: i32, %n: i32) -> (tensor<32x32xf32, #t>, tensor<32x32xf32, #t>) attributes {tile_gpu.num_warps = 4 : i32} {
  %i = tile.block_id x
  %j = tile.block_id y
  %tv = tile.make_tensor_view %p extents [%m, %n : i32, i32] strides [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %tv : !view
  // REMARK: :[[@LINE+1]]:8: remark: load of 4096 bytes by registers, {{.*}}; what lies beside comes into L2 for adjacent blocks
  %x = tile_gpu.load_view %v[%i, %j : i32, i32] in_bounds : !view -> tensor<32x32xf32, #t>
  %y = tile_gpu.load_view %v[%j, %i : i32, i32] in_bounds : !view -> tensor<32x32xf32, #t>
  return %x, %y : tensor<32x32xf32, #t>, tensor<32x32xf32, #t>
}

// Not rows that are wider, tiles that may end, windows that overlap, blocks along z, places that nobody knows, nor what
// a loop reads: its next iteration is this block's.
// CHECK-LABEL: func @others
// CHECK-NOT: adjacent_blocks
func.func @others(%p: !tile.ptr<f32>, %m: i32, %n: i32, %any: i32, %q: tensor<32x32x!tile.ptr<f32>, #t>, %o: tensor<32x64x!tile.ptr<f32>, #w>) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i = tile.block_id x
  %j = tile.block_id y
  %k = tile.block_id z
  %tv = tile.make_tensor_view %p extents [%m, %n : i32, i32] strides [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %tv : !view
  %vw = tile.make_view %tv : !wide
  %vs = tile.make_view %tv : !windows
  %a = tile_gpu.load_view %vw[%i, %j : i32, i32] in_bounds : !wide -> tensor<32x64xf32, #w>
  tile_gpu.store %o, %a : tensor<32x64x!tile.ptr<f32>, #w>
  %b = tile_gpu.load_view %v[%i, %j : i32, i32] : !view -> tensor<32x32xf32, #t>
  tile_gpu.store %q, %b : tensor<32x32x!tile.ptr<f32>, #t>
  %c = tile_gpu.load_view %vs[%i, %j : i32, i32] in_bounds : !windows -> tensor<32x32xf32, #t>
  tile_gpu.store %q, %c : tensor<32x32x!tile.ptr<f32>, #t>
  %d = tile_gpu.load_view %v[%i, %k : i32, i32] in_bounds : !view -> tensor<32x32xf32, #t>
  tile_gpu.store %q, %d : tensor<32x32x!tile.ptr<f32>, #t>
  %e = tile_gpu.load_view %v[%i, %any : i32, i32] in_bounds : !view -> tensor<32x32xf32, #t>
  tile_gpu.store %q, %e : tensor<32x32x!tile.ptr<f32>, #t>
  scf.for %l = %c0 to %n step %c1 : i32 {
    %f = tile_gpu.load_view %v[%l, %j : i32, i32] in_bounds : !view -> tensor<32x32xf32, #t>
    tile_gpu.store %q, %f : tensor<32x32x!tile.ptr<f32>, #t>
  }
  return
}
