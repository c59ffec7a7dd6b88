// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-select-memory-paths="tma=true remarks=true target=sm_100a" --verify-diagnostics -o /dev/null
// RUN: not tile-opt %s --tile-gpu-select-memory-paths="tma=true remarks=true target=sm_90a" --verify-diagnostics -o /dev/null 2>&1 | FileCheck %s
// Every reason against a tensor map of rows that are named.
// CHECK: no tensor map: the rows of a gather are not one box, and sm_90a copies nothing else

#t = #tile_gpu.layout<register = [[0, 1], [0, 2], [2, 0], [4, 0]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]]>
#i = #tile_gpu.layout<lane = [[1], [2], [4], [0], [0]]>
!tensor = !tile.tensor_view<?x128xf32, strides = [128, 1]>
!view = !tile.gather_scatter_view<8x64, dimension = 0, !tensor, padding = zero>

func.func @chosen$v0(%p: !tile.ptr<f32>, %n: i32, %r: tensor<8xi32, #i>) -> tensor<8x64xf32, #t> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@chosen, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{load of 2048 bytes by tensor map, 2 copies of 4 rows of 64 elements, through shared memory}}
  %x = tile_gpu.load_view %v[%r, %n : tensor<8xi32, #i>, i32] : !view -> tensor<8x64xf32, #t>
  return %x : tensor<8x64xf32, #t>
}

func.func @moved$v0(%p: !tile.ptr<f32>, %n: i32, %r: tensor<8xi32, #i>) -> tensor<8x64xf32, #t> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@moved, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %b = tile.block_id x
  %c = arith.constant 1024 : i64
  %few = tile.assume %b [#tile.bounded<lower = 0, upper = 65535>] : i32
  %w = arith.extui %few : i32 to i64
  %o = arith.muli %w, %c : i64
  %q = tile.offset %a, %o : !tile.ptr<f32>, i64
  %t = tile.make_tensor_view %q extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{no tensor map: tensor maps of gathered rows have 2 dimensions, and where this tensor begins takes 1 more; add what the kernel computes to the indices instead}}
  %x = tile_gpu.load_view %v[%r, %n : tensor<8xi32, #i>, i32] : !view -> tensor<8x64xf32, #t>
  return %x : tensor<8x64xf32, #t>
}

#line = #tile_gpu.layout<lane = [[1], [2], [4], [0], [0]]>
!one = !tile.gather_scatter_view<8, dimension = 0, !tile.tensor_view<?xf32, strides = [1]>, padding = zero>
func.func @elements$v0(%p: !tile.ptr<f32>, %n: i32, %r: tensor<8xi32, #i>) -> tensor<8xf32, #line> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@elements, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?xf32, strides = [1]>
  %v = tile.make_view %t : !one
  // expected-remark @below {{no tensor map: the copy engine gathers rows of matrices, this view has 1 dimension}}
  %x = tile_gpu.load_view %v[%r : tensor<8xi32, #i>] : !one -> tensor<8xf32, #line>
  return %x : tensor<8xf32, #line>
}

#i64 = #tile_gpu.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]]>
!columns = !tile.gather_scatter_view<8x64, dimension = 1, !tensor, padding = zero>
func.func @columns$v0(%p: !tile.ptr<f32>, %n: i32, %r: tensor<64xi32, #i64>) -> tensor<8x64xf32, #t> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@columns, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !columns
  // expected-remark @below {{no tensor map: the copy engine gathers whole rows, this view names adjacent elements; name dimension 0}}
  %x = tile_gpu.load_view %v[%n, %r : i32, tensor<64xi32, #i64>] : !columns -> tensor<8x64xf32, #t>
  return %x : tensor<8x64xf32, #t>
}

#two = #tile_gpu.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]]>
#i2 = #tile_gpu.layout<lane = [[1], [0], [0], [0], [0]]>
!two = !tile.gather_scatter_view<2x64, dimension = 0, !tensor, padding = zero>
func.func @two_rows$v0(%p: !tile.ptr<f32>, %n: i32, %r: tensor<2xi32, #i2>) -> tensor<2x64xf32, #two> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@two_rows, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !two
  // expected-remark @below {{no tensor map: the copy engine gathers 4 rows at a time, the tile has 2}}
  %x = tile_gpu.load_view %v[%r, %n : tensor<2xi32, #i2>, i32] : !two -> tensor<2x64xf32, #two>
  return %x : tensor<2x64xf32, #two>
}

#short = #tile_gpu.layout<lane = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0]]>
!short = !tile.gather_scatter_view<8x4, dimension = 0, !tensor, padding = zero>
func.func @short_rows$v0(%p: !tile.ptr<f32>, %n: i32, %r: tensor<8xi32, #i>) -> tensor<8x4xf32, #short> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@short_rows, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !short
  // expected-remark @below {{no tensor map: the copy engine gathers rows of 32 bytes or more, those of the tile have 16}}
  %x = tile_gpu.load_view %v[%r, %n : tensor<8xi32, #i>, i32] : !short -> tensor<8x4xf32, #short>
  return %x : tensor<8x4xf32, #short>
}
