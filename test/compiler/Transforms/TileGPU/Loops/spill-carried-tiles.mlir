// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-spill-carried-tiles="remarks" --verify-diagnostics | FileCheck %s
// RUN: tile-opt %s --tile-gpu-spill-carried-tiles --tile-gpu-allocate-shared-memory --tile-gpu-place-memory-barriers --mlir-disable-threading | FileCheck %s --check-prefix=BARRIERS
// Sums that a loop carries live in shared memory where a lane has too few registers; a lane meets only what it wrote.

// 16 registers a tile with 2 warps: 64 registers of each.
#many = #tile_gpu.layout<register = [[1], [2], [256], [512], [1024], [2048]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
#one = #tile_gpu.layout<register = [], lane = [[0], [0], [0], [0], [0]], warp = [[0]]>

// CHECK-LABEL: func @sums
// CHECK: %[[B:.*]] = tile_gpu.alloc_buffer : !tile_gpu.buffer<4096xf32
// CHECK: tile_gpu.buffer_store %{{.*}}, %[[B]]
// CHECK: scf.for
// CHECK: %[[OLD:.*]] = tile_gpu.buffer_load %[[B]]
// CHECK-NEXT: %[[NEW:.*]] = arith.addf %[[OLD]], %{{.*}}
// CHECK-NEXT: tile_gpu.buffer_store %[[NEW]], %[[B]]
// CHECK: tile_gpu.reduce
// CHECK: }
// CHECK: %[[SUM:.*]] = tile_gpu.buffer_load %[[B]]
// CHECK: tile_gpu.free_buffer %[[B]]
// CHECK: tile_gpu.store %{{.*}}, %[[SUM]]
// The barriers are those of the reduction.
// BARRIERS-LABEL: func @sums
// BARRIERS: scf.for
// BARRIERS: tile_gpu.buffer_load
// BARRIERS-NEXT: arith.addf
// BARRIERS-NEXT: tile_gpu.buffer_store
// BARRIERS-LABEL: func @enough
func.func @sums(%p: tensor<4096x!tile.ptr<f32>, #many>, %q: tensor<4096x!tile.ptr<f32>, #many>, %n: i32) attributes {tile_gpu.num_warps = 2 : i32, tile_gpu.min_ctas = 6 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<4096xf32, #many>
  // expected-remark @below {{kept in shared memory: 1 tile that the loop carries, as a lane has 170 registers}}
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%old = %zero) -> (tensor<4096xf32, #many>) : i32 {
    %x = tile_gpu.load %p : tensor<4096x!tile.ptr<f32>, #many>
    %y = arith.mulf %x, %x : tensor<4096xf32, #many>
    %new = arith.addf %old, %y : tensor<4096xf32, #many>
    %r = tile_gpu.reduce %y axis = 0 : (tensor<4096xf32, #many>) -> tensor<1xf32, #one> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tile_gpu.yield %c : f32
    }
    %s = tile_gpu.broadcast %r : tensor<1xf32, #one> -> tensor<4096xf32, #many>
    %z = arith.subf %x, %s : tensor<4096xf32, #many>
    %w = arith.mulf %z, %y : tensor<4096xf32, #many>
    tile_gpu.store %p, %w : tensor<4096x!tile.ptr<f32>, #many>
    scf.yield %new : tensor<4096xf32, #many>
  }
  tile_gpu.store %q, %sum : tensor<4096x!tile.ptr<f32>, #many>
  return
}

// With registers enough, and without launch bounds, nothing moves.
// CHECK-LABEL: func @enough
// CHECK-NOT: alloc_buffer
func.func @enough(%p: tensor<4096x!tile.ptr<f32>, #many>, %n: i32) attributes {tile_gpu.num_warps = 2 : i32, tile_gpu.min_ctas = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<4096xf32, #many>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%old = %zero) -> (tensor<4096xf32, #many>) : i32 {
    %x = tile_gpu.load %p : tensor<4096x!tile.ptr<f32>, #many>
    %new = arith.addf %old, %x : tensor<4096xf32, #many>
    %r = tile_gpu.reduce %x axis = 0 : (tensor<4096xf32, #many>) -> tensor<1xf32, #one> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tile_gpu.yield %c : f32
    }
    scf.yield %new : tensor<4096xf32, #many>
  }
  tile_gpu.store %p, %sum : tensor<4096x!tile.ptr<f32>, #many>
  return
}

// What only the next iteration wants is loaded when this one has stored: at its end where the store writes elsewhere for sure.
// CHECK-LABEL: func @late
// CHECK: scf.for
// CHECK: tile_gpu.reduce
// CHECK: tile_gpu.store
// CHECK-NEXT: tile_gpu.load %{{.*}} : tensor<4096x!tile.ptr<f16>
// CHECK-NEXT: tile_gpu.load %{{.*}} : tensor<4096x!tile.ptr<f16>
// CHECK-NEXT: scf.yield
func.func @late(%from: !tile.ptr<f16> {tile.restrict}, %to: !tile.ptr<f32> {tile.restrict}, %n: i32) attributes {tile_gpu.num_warps = 2 : i32, tile_gpu.min_ctas = 6 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %p = tile.splat %from : tensor<4096x!tile.ptr<f16>, #many>
  %q = tile.splat %to : tensor<4096x!tile.ptr<f32>, #many>
  %first = tile_gpu.load %p : tensor<4096x!tile.ptr<f16>, #many>
  // expected-remark @below {{loaded at an iteration's end: 2 tiles for the next one}}
  %last:2 = scf.for %i = %c0 to %n step %c1 iter_args(%now = %first, %too = %first) -> (tensor<4096xf16, #many>, tensor<4096xf16, #many>) : i32 {
    %next = tile_gpu.load %p : tensor<4096x!tile.ptr<f16>, #many>
    %other = tile_gpu.load %p : tensor<4096x!tile.ptr<f16>, #many>
    %both = arith.addf %now, %too : tensor<4096xf16, #many>
    %x = arith.extf %both : tensor<4096xf16, #many> to tensor<4096xf32, #many>
    %y = arith.mulf %x, %x : tensor<4096xf32, #many>
    %r = tile_gpu.reduce %y axis = 0 : (tensor<4096xf32, #many>) -> tensor<1xf32, #one> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tile_gpu.yield %c : f32
    }
    %s = tile_gpu.broadcast %r : tensor<1xf32, #one> -> tensor<4096xf32, #many>
    %z = arith.subf %x, %s : tensor<4096xf32, #many>
    %w = arith.mulf %z, %y : tensor<4096xf32, #many>
    tile_gpu.store %q, %w : tensor<4096x!tile.ptr<f32>, #many>
    scf.yield %next, %other : tensor<4096xf16, #many>, tensor<4096xf16, #many>
  }
  return
}

// Behind the reduction at least, where the store may write what is loaded.
// CHECK-LABEL: func @late_but_before_the_store
// CHECK: scf.for
// CHECK: tile_gpu.reduce
// CHECK: tile_gpu.load %{{.*}} : tensor<4096x!tile.ptr<f16>
// CHECK-NEXT: tile_gpu.store
// CHECK-NEXT: scf.yield
func.func @late_but_before_the_store(%from: !tile.ptr<f16>, %to: !tile.ptr<f32>, %n: i32) attributes {tile_gpu.num_warps = 2 : i32, tile_gpu.min_ctas = 6 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %p = tile.splat %from : tensor<4096x!tile.ptr<f16>, #many>
  %q = tile.splat %to : tensor<4096x!tile.ptr<f32>, #many>
  %first = tile_gpu.load %p : tensor<4096x!tile.ptr<f16>, #many>
  // expected-remark @below {{loaded at an iteration's end: 1 tile for the next one}}
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%now = %first) -> (tensor<4096xf16, #many>) : i32 {
    %next = tile_gpu.load %p : tensor<4096x!tile.ptr<f16>, #many>
    %x = arith.extf %now : tensor<4096xf16, #many> to tensor<4096xf32, #many>
    %y = arith.mulf %x, %x : tensor<4096xf32, #many>
    %r = tile_gpu.reduce %y axis = 0 : (tensor<4096xf32, #many>) -> tensor<1xf32, #one> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tile_gpu.yield %c : f32
    }
    %s = tile_gpu.broadcast %r : tensor<1xf32, #one> -> tensor<4096xf32, #many>
    %z = arith.subf %x, %s : tensor<4096xf32, #many>
    %w = arith.mulf %z, %y : tensor<4096xf32, #many>
    tile_gpu.store %q, %w : tensor<4096x!tile.ptr<f32>, #many>
    scf.yield %next : tensor<4096xf16, #many>
  }
  return
}
