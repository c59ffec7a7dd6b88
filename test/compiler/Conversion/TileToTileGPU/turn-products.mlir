// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-to-tile-gpu=architecture=sm_90a | FileCheck %s
// MMAs of few rows are computed the other way round where a loop loads the operand of many columns; a sum that the loop carries for the MMA alone
// is carried transposed, another is transposed in the loop.
!x = !tile.partition_view<16x64, <?x8192xbf16, strides = [8192, 1]>, padding = zero>
!w = !tile.partition_view<64x128, <8192x?xbf16, strides = [1, 8192]>, padding = zero>
!k = !tile.partition_view<64x32, <?x8192xbf16, strides = [8192, 1]>, padding = zero>

// CHECK-LABEL: func @carried(
// CHECK: scf.for {{.*}} -> (tensor<128x16xf32
// CHECK-DAG: tile_gpu.permute {{.*}} [1, 0] : tensor<64x128xbf16
// CHECK-DAG: tile_gpu.permute {{.*}} [1, 0] : tensor<16x64xbf16
// CHECK: tile_gpu.mma wgmma {{.*}} tensor<128x64xbf16{{.*}} tensor<64x16xbf16{{.*}} tensor<128x16xf32
// CHECK-NOT: tile_gpu.permute
// CHECK: scf.yield
// CHECK: tile_gpu.permute {{.*}} [1, 0] : tensor<128x16xf32
func.func @carried(%px: !tile.ptr<bf16>, %pw: !tile.ptr<bf16>, %n: i32, %out: !tile.ptr<f32>) attributes {tile.kernel} {
  %tx = tile.make_tensor_view %px extents[%n : i32] : !tile.ptr<bf16> -> !tile.tensor_view<?x8192xbf16, strides = [8192, 1]>
  %vx = tile.make_view %tx : !x
  %tw = tile.make_tensor_view %pw extents[%n : i32] : !tile.ptr<bf16> -> !tile.tensor_view<8192x?xbf16, strides = [1, 8192]>
  %vw = tile.make_view %tw : !w
  %zero = arith.constant dense<0.0> : tensor<16x128xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum = scf.for %t = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<16x128xf32>) : i32 {
    %a = tile.load_view %vx[%c0, %t : i32, i32] : !x
    %b = tile.load_view %vw[%t, %c0 : i32, i32] : !w
    %r = tile.mma %a, %b, %s : tensor<16x64xbf16>, tensor<64x128xbf16>, tensor<16x128xf32>
    scf.yield %r : tensor<16x128xf32>
  }
  %p = tile.splat %out : tensor<16x128x!tile.ptr<f32>>
  tile.store %p, %sum : tensor<16x128x!tile.ptr<f32>>
  return
}

// CHECK-LABEL: func @shrunk(
// CHECK: scf.for {{.*}} -> (tensor<16x128xf32
// CHECK: tile_gpu.mma wgmma {{.*}} tensor<128x16xf32
// CHECK: tile_gpu.permute {{.*}} [1, 0] : tensor<128x16xf32
// CHECK: scf.yield
func.func @shrunk(%px: !tile.ptr<bf16>, %pw: !tile.ptr<bf16>, %n: i32, %out: !tile.ptr<f32>, %f: f32) attributes {tile.kernel} {
  %tx = tile.make_tensor_view %px extents[%n : i32] : !tile.ptr<bf16> -> !tile.tensor_view<?x8192xbf16, strides = [8192, 1]>
  %vx = tile.make_view %tx : !x
  %tw = tile.make_tensor_view %pw extents[%n : i32] : !tile.ptr<bf16> -> !tile.tensor_view<8192x?xbf16, strides = [1, 8192]>
  %vw = tile.make_view %tw : !w
  %zero = arith.constant dense<0.0> : tensor<16x128xf32>
  %half = tile.splat %f : tensor<16x128xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum = scf.for %t = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<16x128xf32>) : i32 {
    %a = tile.load_view %vx[%c0, %t : i32, i32] : !x
    %b = tile.load_view %vw[%t, %c0 : i32, i32] : !w
    %less = arith.mulf %s, %half : tensor<16x128xf32>
    %r = tile.mma %a, %b, %less : tensor<16x64xbf16>, tensor<64x128xbf16>, tensor<16x128xf32>
    scf.yield %r : tensor<16x128xf32>
  }
  %p = tile.splat %out : tensor<16x128x!tile.ptr<f32>>
  tile.store %p, %sum : tensor<16x128x!tile.ptr<f32>>
  return
}

// Loaded once, of few columns, or less than 8 KB: as it is.
// CHECK-LABEL: func @small(
// CHECK: tile_gpu.mma mma_sync
// CHECK: tile_gpu.mma mma_sync
func.func @small(%px: !tile.ptr<bf16>, %pw: !tile.ptr<bf16>, %pk: !tile.ptr<bf16>, %n: i32) attributes {tile.kernel} {
  %tx = tile.make_tensor_view %px extents[%n : i32] : !tile.ptr<bf16> -> !tile.tensor_view<?x8192xbf16, strides = [8192, 1]>
  %vx = tile.make_view %tx : !x
  %tw = tile.make_tensor_view %pw extents[%n : i32] : !tile.ptr<bf16> -> !tile.tensor_view<8192x?xbf16, strides = [1, 8192]>
  %vw = tile.make_view %tw : !w
  %tk = tile.make_tensor_view %pk extents[%n : i32] : !tile.ptr<bf16> -> !tile.tensor_view<?x8192xbf16, strides = [8192, 1]>
  %vk = tile.make_view %tk : !k
  %zero = arith.constant dense<0.0> : tensor<16x128xf32>
  %none = arith.constant dense<0.0> : tensor<16x32xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %a = tile.load_view %vx[%c0, %c0 : i32, i32] : !x
  %b = tile.load_view %vw[%c0, %c0 : i32, i32] : !w
  %once = tile.mma %a, %b, %zero : tensor<16x64xbf16>, tensor<64x128xbf16>, tensor<16x128xf32>
  %sum = scf.for %t = %c0 to %n step %c1 iter_args(%s = %none) -> (tensor<16x32xf32>) : i32 {
    %k = tile.load_view %vk[%t, %c0 : i32, i32] : !k
    %r = tile.mma %a, %k, %s : tensor<16x64xbf16>, tensor<64x32xbf16>, tensor<16x32xf32>
    scf.yield %r : tensor<16x32xf32>
  }
  return
}
