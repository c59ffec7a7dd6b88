// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(tile-gpu-join-loads,tile-gpu-assign-layouts))' | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(tile-gpu-join-loads{remarks=true}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#a = #tile_gpu.layout<register = [[32], [64], [128], [256], [512]], lane = [[1], [2], [4], [8], [16]]>

// Pixels: the first member's load may come last.
// CHECK-LABEL: func @pixels
// CHECK: tile_gpu.load_structs %{{.*}} mask %{{.*}} padding %{{.*}} vector 16
// CHECK-NOT: tile_gpu.load
// CHECK: tile_gpu.store {{.*}} vector 16
// REMARK: remark: 3 loads of adjacent elements become one run of 3072 bytes
func.func @pixels(%rgb: !tile.ptr<i8>, %out: !tile.ptr<i8>, %n: i32) attributes {tile_gpu.num_warps = 1 : i32} {
  %one = arith.constant dense<1> : tensor<1024xi32, #a>
  %two = arith.constant dense<2> : tensor<1024xi32, #a>
  %three = arith.constant dense<3> : tensor<1024xi32, #a>
  %zero = arith.constant dense<0> : tensor<1024xi8, #a>
  %from = tile.assume %rgb[#tile.divisible<16>] : !tile.ptr<i8>
  %to = tile.assume %out[#tile.divisible<16>] : !tile.ptr<i8>
  %pixels = tile.assume %n[#tile.divisible<16>] : i32
  %i = tile.iota : tensor<1024xi32, #a>
  %all = tile.splat %pixels : tensor<1024xi32, #a>
  %m = arith.cmpi slt, %i, %all : tensor<1024xi32, #a>
  %x = arith.muli %i, %three overflow<nsw> : tensor<1024xi32, #a>
  %p = tile.splat %from : tensor<1024x!tile.ptr<i8>, #a>
  %x1 = arith.addi %x, %one overflow<nsw> : tensor<1024xi32, #a>
  %p1 = tile.offset %p, %x1 : tensor<1024x!tile.ptr<i8>, #a>, tensor<1024xi32, #a>
  %g = tile_gpu.load %p1 mask %m padding %zero : tensor<1024x!tile.ptr<i8>, #a>
  %x2 = arith.addi %x, %two overflow<nsw> : tensor<1024xi32, #a>
  %p2 = tile.offset %p, %x2 : tensor<1024x!tile.ptr<i8>, #a>, tensor<1024xi32, #a>
  %b = tile_gpu.load %p2 mask %m padding %zero : tensor<1024x!tile.ptr<i8>, #a>
  %p0 = tile.offset %p, %x : tensor<1024x!tile.ptr<i8>, #a>, tensor<1024xi32, #a>
  %r = tile_gpu.load %p0 mask %m padding %zero : tensor<1024x!tile.ptr<i8>, #a>
  %s = arith.addi %r, %g : tensor<1024xi8, #a>
  %t = arith.addi %s, %b : tensor<1024xi8, #a>
  %q = tile.splat %to : tensor<1024x!tile.ptr<i8>, #a>
  %o = tile.offset %q, %i : tensor<1024x!tile.ptr<i8>, #a>, tensor<1024xi32, #a>
  tile_gpu.store %o, %t mask %m : tensor<1024x!tile.ptr<i8>, #a>
  return
}

// A member is missing, numbers may wrap, or a write comes between: no run.
// CHECK-LABEL: func @apart
// CHECK-NOT: tile_gpu.load_structs
// CHECK: return
func.func @apart(%from: !tile.ptr<f32>, %out: !tile.ptr<f32>) attributes {tile_gpu.num_warps = 1 : i32} {
  %one = arith.constant dense<1> : tensor<1024xi32, #a>
  %two = arith.constant dense<2> : tensor<1024xi32, #a>
  %three = arith.constant dense<3> : tensor<1024xi32, #a>
  %aligned = tile.assume %from[#tile.divisible<16>] : !tile.ptr<f32>
  %p = tile.splat %aligned : tensor<1024x!tile.ptr<f32>, #a>
  %i = tile.iota : tensor<1024xi32, #a>
  %x = arith.muli %i, %three overflow<nsw> : tensor<1024xi32, #a>
  %x1 = arith.addi %x, %one overflow<nsw> : tensor<1024xi32, #a>
  %p0 = tile.offset %p, %x : tensor<1024x!tile.ptr<f32>, #a>, tensor<1024xi32, #a>
  %p1 = tile.offset %p, %x1 : tensor<1024x!tile.ptr<f32>, #a>, tensor<1024xi32, #a>
  %a0 = tile_gpu.load %p0 : tensor<1024x!tile.ptr<f32>, #a>
  %a1 = tile_gpu.load %p1 : tensor<1024x!tile.ptr<f32>, #a>
  %y = arith.muli %i, %two : tensor<1024xi32, #a>
  %y1 = arith.addi %y, %one : tensor<1024xi32, #a>
  %q0 = tile.offset %p, %y : tensor<1024x!tile.ptr<f32>, #a>, tensor<1024xi32, #a>
  %q1 = tile.offset %p, %y1 : tensor<1024x!tile.ptr<f32>, #a>, tensor<1024xi32, #a>
  %b0 = tile_gpu.load %q0 : tensor<1024x!tile.ptr<f32>, #a>
  %b1 = tile_gpu.load %q1 : tensor<1024x!tile.ptr<f32>, #a>
  %z = arith.shli %i, %one overflow<nsw> : tensor<1024xi32, #a>
  %z1 = arith.addi %z, %one overflow<nsw> : tensor<1024xi32, #a>
  %r0 = tile.offset %p, %z : tensor<1024x!tile.ptr<f32>, #a>, tensor<1024xi32, #a>
  %r1 = tile.offset %p, %z1 : tensor<1024x!tile.ptr<f32>, #a>, tensor<1024xi32, #a>
  %c0 = tile_gpu.load %r0 : tensor<1024x!tile.ptr<f32>, #a>
  %s0 = arith.addf %a0, %a1 : tensor<1024xf32, #a>
  %s1 = arith.addf %b0, %b1 : tensor<1024xf32, #a>
  %s2 = arith.addf %s0, %s1 : tensor<1024xf32, #a>
  %t = tile.splat %out : tensor<1024x!tile.ptr<f32>, #a>
  %o = tile.offset %t, %i : tensor<1024x!tile.ptr<f32>, #a>, tensor<1024xi32, #a>
  tile_gpu.store %o, %s2 : tensor<1024x!tile.ptr<f32>, #a>
  %c1 = tile_gpu.load %r1 : tensor<1024x!tile.ptr<f32>, #a>
  %s3 = arith.addf %c0, %c1 : tensor<1024xf32, #a>
  tile_gpu.store %o, %s3 : tensor<1024x!tile.ptr<f32>, #a>
  return
}
