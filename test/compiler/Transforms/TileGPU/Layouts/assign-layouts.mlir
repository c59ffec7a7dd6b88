// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-to-tile-gpu --tile-gpu-assign-layouts --tile-gpu-remove-layout-conversions --split-input-file | FileCheck %s
// One layout for each tile, so that the whole kernel costs least. A rule a case.

!rows = !tile.partition_view<32x32, !tile.tensor_view<?x?xf32, strides = [?, 1]>>
// A transpose moves its data once, and both sides take 16 bytes a lane along their own rows.
// CHECK-DAG: #[[ALONG:.*]] = #tile_gpu.layout<register = {{\[\[}}0, 1], [0, 2], [16, 0]], lane = {{\[\[}}0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = {{\[\[}}4, 0], [8, 0]]>
// CHECK-DAG: #[[DOWN:.*]] = #tile_gpu.layout<register = {{\[\[}}1, 0], [2, 0], [0, 16]], lane = {{\[\[}}4, 0], [8, 0], [16, 0], [0, 1], [0, 2]], warp = {{\[\[}}0, 4], [0, 8]]>
// CHECK-LABEL: func @transpose
// CHECK: %[[X:.*]] = tile_gpu.load_view {{.*}} vector 4 : {{.*}} -> tensor<32x32xf32, #[[ALONG]]>
// CHECK: %[[T:.*]] = tile_gpu.permute %[[X]] [1, 0] : tensor<32x32xf32, #[[ALONG]]> -> tensor<32x32xf32, #[[DOWN]]>
// CHECK: %[[C:.*]] = tile_gpu.convert_layout %[[T]] : tensor<32x32xf32, #[[DOWN]]> -> tensor<32x32xf32, #[[ALONG]]>
// CHECK: tile_gpu.store_view {{.*}}, %[[C]] vector 4 : {{.*}} tensor<32x32xf32, #[[ALONG]]>
// CHECK-NOT: convert_layout
// CHECK: return
func.func @transpose(%p: !tile.ptr<f32>, %m: i32, %n: i32) attributes {tile.kernel} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %e = tile.assume %n [#tile.divisible<16>] : i32
  %f = tile.assume %m [#tile.divisible<16>] : i32
  %tv = tile.make_tensor_view %a extents [%f, %e : i32, i32] strides [%e : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x?xf32, strides = [?, 1]>
  %tw = tile.make_tensor_view %a extents [%e, %f : i32, i32] strides [%f : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x?xf32, strides = [?, 1]>
  %v = tile.make_view %tv : !rows
  %w = tile.make_view %tw : !rows
  %x = tile.load_view %v[%m, %n : i32, i32] : !rows
  %t = tile.permute %x [1, 0] : tensor<32x32xf32>
  tile.store_view %w[%n, %m : i32, i32], %t : !rows
  return
}

// -----
// A tensor whose columns are contiguous is accessed along its columns. Two stores along rows share one conversion, and
// the store back along columns takes the tile as it was loaded.
!columns = !tile.partition_view<32x64, !tile.tensor_view<?x?xf32, strides = [1, ?]>>
!rows = !tile.partition_view<32x64, !tile.tensor_view<?x?xf32, strides = [?, 1]>>
// CHECK-LABEL: func @columns
// CHECK: %[[X:.*]] = tile_gpu.load_view {{.*}} -> tensor<32x64xf32, #[[DOWN:.*]]>
// CHECK-NEXT: tile_gpu.store_view {{.*}}, %[[X]] : {{.*}}, tensor<32x64xf32, #[[DOWN]]>
// CHECK-NEXT: %[[Y:.*]] = tile_gpu.convert_layout %[[X]] : tensor<32x64xf32, #[[DOWN]]> -> tensor<32x64xf32, #[[ALONG:.*]]>
// CHECK-NEXT: tile_gpu.store_view {{.*}}, %[[Y]] {{.*}}, tensor<32x64xf32, #[[ALONG]]>
// CHECK-NEXT: tile_gpu.store_view {{.*}}, %[[Y]] {{.*}}, tensor<32x64xf32, #[[ALONG]]>
func.func @columns(%p: !tile.ptr<f32>, %n: i32) attributes {tile.kernel} {
  %tc = tile.make_tensor_view %p extents [%n, %n : i32, i32] strides [%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x?xf32, strides = [1, ?]>
  %vc = tile.make_view %tc : !columns
  %tr = tile.make_tensor_view %p extents [%n, %n : i32, i32] strides [%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x?xf32, strides = [?, 1]>
  %vr = tile.make_view %tr : !rows
  %x = tile.load_view %vc[%n, %n : i32, i32] : !columns
  tile.store_view %vc[%n, %n : i32, i32], %x : !columns
  tile.store_view %vr[%n, %n : i32, i32], %x : !rows
  tile.store_view %vr[%n, %n : i32, i32], %x : !rows
  return
}

// -----
// Pointers computed by hand: a column-major index is a column-major access.
// CHECK: #[[DOWN:.*]] = #tile_gpu.layout<register = {{\[\[}}1, 0], [2, 0], {{.*}}], lane = {{\[\[}}4, 0], [8, 0], [16, 0], [0, 1], [0, 2]]
// CHECK-LABEL: func @pointers
// CHECK: tile_gpu.load {{.*}} vector 4 : tensor<32x32x!tile.ptr<f32>, #[[DOWN]]>
// CHECK-NOT: convert_layout
// CHECK: tile_gpu.store {{.*}} vector 4 : tensor<32x32x!tile.ptr<f32>, #[[DOWN]]>
func.func @pointers(%p: !tile.ptr<f32>, %n: i32) attributes {tile.kernel} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %e = tile.assume %n [#tile.divisible<16>] : i32
  %i = tile.iota : tensor<32xi32>
  %column = tile.reshape %i : tensor<32xi32> -> tensor<32x1xi32>
  %row = tile.reshape %i : tensor<32xi32> -> tensor<1x32xi32>
  %pitch = tile.splat %e : tensor<1x32xi32>
  %starts = arith.muli %row, %pitch : tensor<1x32xi32>
  %down = tile.broadcast %column : tensor<32x1xi32> -> tensor<32x32xi32>
  %across = tile.broadcast %starts : tensor<1x32xi32> -> tensor<32x32xi32>
  %index = arith.addi %down, %across : tensor<32x32xi32>
  %s = tile.splat %a : tensor<32x32x!tile.ptr<f32>>
  %q = tile.offset %s, %index : tensor<32x32x!tile.ptr<f32>>, tensor<32x32xi32>
  %x = tile.load %q : tensor<32x32x!tile.ptr<f32>>
  %y = math.exp %x : tensor<32x32xf32>
  tile.store %q, %y : tensor<32x32x!tile.ptr<f32>>
  return
}

// -----
// The conversion stands where the tile is smallest: as halves, not as floats.
!columns = !tile.partition_view<32x64, !tile.tensor_view<?x?xf16, strides = [1, ?]>>
!rows = !tile.partition_view<32x64, !tile.tensor_view<?x?xf32, strides = [?, 1]>>
// CHECK-LABEL: func @cheapest_edge
// CHECK: tile_gpu.load_view
// CHECK-NEXT: tile_gpu.convert_layout {{.*}} tensor<32x64xf16
// CHECK-NEXT: tile.ftof
// CHECK-NEXT: math.exp
// CHECK-NEXT: tile_gpu.store_view
func.func @cheapest_edge(%h: !tile.ptr<f16>, %p: !tile.ptr<f32>, %n: i32) attributes {tile.kernel} {
  %tc = tile.make_tensor_view %h extents [%n, %n : i32, i32] strides [%n : i32] : !tile.ptr<f16> -> !tile.tensor_view<?x?xf16, strides = [1, ?]>
  %vc = tile.make_view %tc : !columns
  %tr = tile.make_tensor_view %p extents [%n, %n : i32, i32] strides [%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x?xf32, strides = [?, 1]>
  %vr = tile.make_view %tr : !rows
  %x = tile.load_view %vc[%n, %n : i32, i32] : !columns
  %y = tile.ftof %x : tensor<32x64xf16> -> tensor<32x64xf32>
  %z = math.exp %y : tensor<32x64xf32>
  tile.store_view %vr[%n, %n : i32, i32], %z : !rows
  return
}

// -----
// A loop carries a tile in the layout of the loads inside; it changes once, behind the loop.
!columns = !tile.partition_view<32x64, !tile.tensor_view<?x?xf32, strides = [1, ?]>>
!rows = !tile.partition_view<32x64, !tile.tensor_view<?x?xf32, strides = [?, 1]>>
// CHECK-LABEL: func @loop
// CHECK: scf.for {{.*}} -> (tensor<32x64xf32, #[[DOWN:.*]]>)
// CHECK-NEXT: tile_gpu.load_view {{.*}} -> tensor<32x64xf32, #[[DOWN]]>
// CHECK-NOT: convert_layout
// CHECK: }
// CHECK: tile_gpu.convert_layout {{.*}} tensor<32x64xf32, #[[DOWN]]> -> tensor<32x64xf32, #[[ALONG:.*]]>
// CHECK: scf.if {{.*}} -> (tensor<32x64xf32, #[[ALONG]]>)
// CHECK-NOT: convert_layout
// CHECK: tile_gpu.store_view
func.func @loop(%p: !tile.ptr<f32>, %n: i32, %c: i1) attributes {tile.kernel} {
  %tc = tile.make_tensor_view %p extents [%n, %n : i32, i32] strides [%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x?xf32, strides = [1, ?]>
  %vc = tile.make_view %tc : !columns
  %tr = tile.make_tensor_view %p extents [%n, %n : i32, i32] strides [%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?x?xf32, strides = [?, 1]>
  %vr = tile.make_view %tr : !rows
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<32x64xf32>) : i32 {
    %x = tile.load_view %vc[%n, %k : i32, i32] : !columns
    %t = arith.addf %s, %x : tensor<32x64xf32>
    scf.yield %t : tensor<32x64xf32>
  }
  %r = scf.if %c -> (tensor<32x64xf32>) {
    %y = tile.load_view %vr[%n, %n : i32, i32] : !rows
    %z = arith.addf %sum, %y : tensor<32x64xf32>
    scf.yield %z : tensor<32x64xf32>
  } else {
    scf.yield %sum : tensor<32x64xf32>
  }
  tile.store_view %vr[%n, %n : i32, i32], %r : !rows
  return
}

// -----
// A row's maximum goes back along the row without a conversion, around a loop too; each warp has rows of its own, so
// that nothing crosses warps.
// CHECK: #[[L:.*]] = #tile_gpu.layout<{{.*}} lane = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = {{\[\[}}1, 0], [2, 0]{{.*}}]>
// CHECK-LABEL: func @rows
// CHECK-NOT: convert_layout
// CHECK: scf.for {{.*}} iter_args(%[[M:.*]] = %{{.*}}) -> (tensor<4x1xf32, #[[ROWS:.*]]>)
// CHECK: tile_gpu.broadcast %[[M]] : tensor<4x1xf32, #[[ROWS]]> -> tensor<4x256xf32, #[[L]]>
// CHECK: tile_gpu.reduce %{{.*}} axis = 1 : (tensor<4x256xf32, #[[L]]>) -> tensor<4x1xf32, #[[ROWS]]> {
// CHECK-NOT: convert_layout
// CHECK: return
func.func @rows(%x: f32, %n: i32) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_worker_warps_per_cta = 4>]} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %init = tile.splat %x : tensor<4x1xf32>
  %end = scf.for %k = %c0 to %n step %c1 iter_args(%m = %init) -> (tensor<4x1xf32>) : i32 {
    %b = tile.broadcast %m : tensor<4x1xf32> -> tensor<4x256xf32>
    %r = tile.reduce %b axis = 1 : (tensor<4x256xf32>) -> tensor<4x1xf32> {
    ^bb0(%a: f32, %c: f32):
      %t = arith.maximumf %a, %c : f32
      tile.yield %t : f32
    }
    scf.yield %r : tensor<4x1xf32>
  }
  tile.print "%f" %end : tensor<4x1xf32>
  return
}

// -----
// A scan wants a lane's elements next to each other, and gets the iota it reads made so.
// CHECK-LABEL: func @scan
// CHECK: tile.iota : tensor<512xi32, #[[O:.*]]>
// CHECK-NEXT: tile_gpu.scan %{{.*}} : (tensor<512xi32, #[[O]]>) -> tensor<512xi32, #[[O]]>
// CHECK-NOT: convert_layout
// CHECK: return
func.func @scan() attributes {tile.kernel} {
  %i = tile.iota : tensor<512xi32>
  %s = tile.scan %i axis = 0 : (tensor<512xi32>) -> tensor<512xi32> {
  ^bb0(%a: i32, %b: i32):
    %t = arith.addi %a, %b : i32
    tile.yield %t : i32
  }
  tile.print "%d" %s : tensor<512xi32>
  return
}

// -----
// The halves of a cat lie in different registers; nothing else moves for it.
// CHECK-LABEL: func @cat
// CHECK-NOT: convert_layout
// CHECK: tile_gpu.cat
// CHECK-NOT: convert_layout
// CHECK: return
func.func @cat() attributes {tile.kernel} {
  %i = tile.iota : tensor<8x2xi32>
  %c = tile.cat %i, %i axis = 0 : tensor<8x2xi32>
  tile.print "%d" %c : tensor<16x2xi32>
  return
}

// -----
// A gather touches a line for each element in any layout: it takes that of the store.
// CHECK-LABEL: func @gather
// CHECK: tile_gpu.load {{.*}} tensor<1024x!tile.ptr<f32>, #[[L:.*]]>
// CHECK-NOT: convert_layout
// CHECK: tile_gpu.store {{.*}} vector 4 : tensor<1024x!tile.ptr<f32>, #[[L]]>
func.func @gather(%t: !tile.ptr<f32>, %p: !tile.ptr<f32>) attributes {tile.kernel} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %i = tile.iota : tensor<1024xi32>
  %j = arith.muli %i, %i : tensor<1024xi32>
  %ts = tile.splat %t : tensor<1024x!tile.ptr<f32>>
  %tq = tile.offset %ts, %j : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %s = tile.splat %a : tensor<1024x!tile.ptr<f32>>
  %q = tile.offset %s, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %x = tile.load %tq : tensor<1024x!tile.ptr<f32>>
  tile.store %q, %x : tensor<1024x!tile.ptr<f32>>
  return
}

// -----
// Runs go on from row to row: 16 bytes a lane although a row has only two floats.
// CHECK-LABEL: func @pairs
// CHECK: tile_gpu.load {{.*}} vector 4
// CHECK: tile_gpu.store {{.*}} vector 4
func.func @pairs(%p: !tile.ptr<f32>) attributes {tile.kernel} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %i = tile.iota : tensor<64x2xi32>
  %s = tile.splat %a : tensor<64x2x!tile.ptr<f32>>
  %q = tile.offset %s, %i : tensor<64x2x!tile.ptr<f32>>, tensor<64x2xi32>
  %x = tile.load %q : tensor<64x2x!tile.ptr<f32>>
  %y = math.exp %x : tensor<64x2xf32>
  tile.store %q, %y : tensor<64x2x!tile.ptr<f32>>
  return
}
