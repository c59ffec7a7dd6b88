// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a loop adds up meets over lanes and warps once, behind the loop.
// RUN: tile-opt %s --tile-gpu-defer-reductions=remarks=true --canonicalize --split-input-file --verify-diagnostics | FileCheck %s

#l = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 256]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], warp = [[0, 128]]>
#r = #tile_gpu.layout<register = [], lane = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = [[0, 0]]>
#s = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
// A scaled sum, as of exponentials: a lane has registers at both ends of the axis.
// CHECK-LABEL: func @scaled
// CHECK: %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : tensor<1x64xf32
// CHECK: %[[SUMS:.*]] = scf.for {{.*}} iter_args(%[[PARTS:.*]] = %[[ZEROS]]) -> (tensor<1x64xf32
// CHECK: %[[CUT:.*]] = tile_gpu.reshape %{{.*}} : tensor<1x512xf32, {{.*}} -> tensor<1x2x64x4xf32
// CHECK: %[[ONE:.*]] = tile_gpu.reduce %[[CUT]] axis = 3
// CHECK: %[[BOTH:.*]] = tile_gpu.reduce %[[ONE]] axis = 1
// CHECK: %[[PART:.*]] = tile_gpu.reshape %[[BOTH]] : tensor<1x1x64x1xf32, {{.*}} -> tensor<1x64xf32
// CHECK: %[[SCALE:.*]] = tile_gpu.broadcast %{{.*}} : tensor<1x1xf32, {{.*}} -> tensor<1x64xf32
// CHECK: %[[NEXT:.*]] = math.fma %[[PARTS]], %[[SCALE]], %[[PART]]
// CHECK: scf.yield %[[NEXT]]
// CHECK: tile_gpu.reduce %[[SUMS]] axis = 1
func.func @scaled(%in: tensor<1x512xf32, #l>, %old: tensor<1x1xf32, #r>, %more: tensor<1x1xf32, #r>, %n: i32, %q: tensor<1x1x!tile.ptr<f32>, #r>) attributes {tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<1x1xf32, #r>
  %none = arith.constant dense<0xff800000> : tensor<1x1xf32, #r>
  %x = math.exp %in : tensor<1x512xf32, #l>
  %new = arith.maxnumf %more, %old : tensor<1x1xf32, #r>
  %isnone = arith.cmpf oeq, %new, %none : tensor<1x1xf32, #r>
  %shift = arith.select %isnone, %zero, %new : tensor<1x1xi1, #r>, tensor<1x1xf32, #r>
  %less = arith.subf %old, %shift : tensor<1x1xf32, #r>
  %scale = math.exp %less : tensor<1x1xf32, #r>
  %total = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<1x1xf32, #r>) : i32 {
    // expected-remark @below {{summed over lanes once, behind the loop: each iteration adds what a lane has}}
    %t = tile_gpu.reduce %x axis = 1 : (tensor<1x512xf32, #l>) -> tensor<1x1xf32, #r> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tile_gpu.yield %c : f32
    }
    %u = math.fma %s, %scale, %t : tensor<1x1xf32, #r>
    scf.yield %u : tensor<1x1xf32, #r>
  }
  tile_gpu.store %q, %total : tensor<1x1x!tile.ptr<f32>, #r>
  return
}

// -----

#l = #tile_gpu.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]]>
#r = #tile_gpu.layout<register = [], lane = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]]>
// An unrolled body, from a value that is not zero: the first lane has it.
// CHECK-LABEL: func @unrolled
// CHECK: %[[PLACE:.*]] = tile_gpu.coordinate 1
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[PLACE]]
// CHECK: %[[INIT:.*]] = arith.select %[[FIRST]]
// CHECK: scf.for {{.*}} iter_args(%[[PARTS:.*]] = %[[INIT]]) -> (tensor<1x32xi32
// CHECK: %[[NEXT:.*]] = arith.addi %[[PARTS]], %{{.*}} : tensor<1x32xi32
// CHECK: arith.addi %{{.*}}, %[[NEXT]] : tensor<1x32xi32
// CHECK: tile_gpu.reduce %{{.*}} axis = 1 : (tensor<1x32xi32
func.func @unrolled(%x: tensor<1x128xi32, #l>, %first: tensor<1x1xi32, #r>, %n: i32, %q: tensor<1x1x!tile.ptr<i32>, #r>) attributes {tile_gpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %total = scf.for %k = %c0 to %n step %c1 iter_args(%s = %first) -> (tensor<1x1xi32, #r>) : i32 {
    // expected-remark @below {{summed over lanes once}}
    %t = tile_gpu.reduce %x axis = 1 : (tensor<1x128xi32, #l>) -> tensor<1x1xi32, #r> {
    ^bb0(%a: i32, %b: i32):
      %c = arith.addi %a, %b : i32
      tile_gpu.yield %c : i32
    }
    %t2 = tile_gpu.reduce %x axis = 1 : (tensor<1x128xi32, #l>) -> tensor<1x1xi32, #r> {
    ^bb0(%a: i32, %b: i32):
      %c = arith.addi %a, %b : i32
      tile_gpu.yield %c : i32
    }
    %u = arith.addi %s, %t overflow<nsw> : tensor<1x1xi32, #r>
    %v = arith.addi %t2, %u : tensor<1x1xi32, #r>
    scf.yield %v : tensor<1x1xi32, #r>
  }
  tile_gpu.store %q, %total : tensor<1x1x!tile.ptr<i32>, #r>
  return
}

// -----

#l = #tile_gpu.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]]>
#r = #tile_gpu.layout<register = [], lane = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]]>
// The total is looked at in the loop; the largest is no sum; what is scaled is the sum, not the total.
// CHECK-LABEL: func @others
// CHECK: scf.for {{.*}} -> (tensor<1x1xf32, #{{[a-z0-9]*}}>, tensor<1x1xf32, #{{[a-z0-9]*}}>, tensor<1x1xf32
// CHECK-NOT: tile_gpu.reshape
func.func @others(%x: tensor<1x128xf32, #l>, %scale: tensor<1x1xf32, #r>, %n: i32, %q: tensor<1x1x!tile.ptr<f32>, #r>) attributes {tile_gpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<1x1xf32, #r>
  %total:3 = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zero, %m = %zero, %w = %zero) -> (tensor<1x1xf32, #r>, tensor<1x1xf32, #r>, tensor<1x1xf32, #r>) : i32 {
    %t = tile_gpu.reduce %x axis = 1 : (tensor<1x128xf32, #l>) -> tensor<1x1xf32, #r> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tile_gpu.yield %c : f32
    }
    %t2 = tile_gpu.reduce %x axis = 1 : (tensor<1x128xf32, #l>) -> tensor<1x1xf32, #r> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.maxnumf %a, %b : f32
      tile_gpu.yield %c : f32
    }
    %t3 = tile_gpu.reduce %x axis = 1 : (tensor<1x128xf32, #l>) -> tensor<1x1xf32, #r> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tile_gpu.yield %c : f32
    }
    %u = arith.addf %s, %t : tensor<1x1xf32, #r>
    tile_gpu.store %q, %s : tensor<1x1x!tile.ptr<f32>, #r>
    %v = arith.addf %m, %t2 : tensor<1x1xf32, #r>
    %y = math.fma %t3, %scale, %w : tensor<1x1xf32, #r>
    scf.yield %u, %v, %y : tensor<1x1xf32, #r>, tensor<1x1xf32, #r>, tensor<1x1xf32, #r>
  }
  tile_gpu.store %q, %total#0 : tensor<1x1x!tile.ptr<f32>, #r>
  tile_gpu.store %q, %total#1 : tensor<1x1x!tile.ptr<f32>, #r>
  tile_gpu.store %q, %total#2 : tensor<1x1x!tile.ptr<f32>, #r>
  return
}

// -----

#l = #tile_gpu.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]]>
#r = #tile_gpu.layout<register = [], lane = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]]>
// Whose order matters: floats of either sign; a scale that no maximum bounds, nor one of something else, nor a constant
// below what it stands for. Squares are fine, and a scale with an operand of its own.
// CHECK-LABEL: func @orders
// CHECK: scf.for {{.*}} -> (tensor<1x1xf32, #{{[a-z0-9]*}}>, tensor<1x1xf32, #{{[a-z0-9]*}}>, tensor<1x1xf32, #{{[a-z0-9]*}}>, tensor<1x1xf32, #{{[a-z0-9]*}}>, tensor<1x32xf32, #{{[a-z0-9]*}}>, tensor<1x32xf32
func.func @orders(%x: tensor<1x128xf32, #l>, %free: tensor<1x1xf32, #r>, %old: tensor<1x1xf32, #r>, %more: tensor<1x1xf32, #r>, %n: i32, %q: tensor<1x1x!tile.ptr<f32>, #r>) attributes {tile_gpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<1x1xf32, #r>
  %one = arith.constant dense<1.0> : tensor<1x1xf32, #r>
  %two = arith.constant dense<2.0> : tensor<1x1xf32, #r>
  %squares = arith.mulf %x, %x : tensor<1x128xf32, #l>
  %new = arith.maxnumf %old, %more : tensor<1x1xf32, #r>
  %growth = arith.subf %new, %old : tensor<1x1xf32, #r>
  %factor = math.exp2 %growth : tensor<1x1xf32, #r>
  %isone = arith.cmpf oeq, %new, %one : tensor<1x1xf32, #r>
  %lower = arith.select %isone, %zero, %new : tensor<1x1xi1, #r>, tensor<1x1xf32, #r>
  %less = arith.subf %old, %lower : tensor<1x1xf32, #r>
  %uncertain = math.exp2 %less : tensor<1x1xf32, #r>
  %difference = arith.subf %old, %new : tensor<1x1xf32, #r>
  %twice = arith.mulf %difference, %two : tensor<1x1xf32, #r>
  %shrink = math.exp2 %twice : tensor<1x1xf32, #r>
  %total:6 = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zero, %m = %zero, %w = %zero, %p = %zero, %o = %zero, %y = %zero) -> (tensor<1x1xf32, #r>, tensor<1x1xf32, #r>, tensor<1x1xf32, #r>, tensor<1x1xf32, #r>, tensor<1x1xf32, #r>, tensor<1x1xf32, #r>) : i32 {
    // expected-remark @below {{summed over lanes in each iteration, as the order of these floats, of either sign or scaled by more than one, matters}}
    %t0 = tile_gpu.reduce %x axis = 1 : (tensor<1x128xf32, #l>) -> tensor<1x1xf32, #r> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tile_gpu.yield %c : f32
    }
    // expected-remark @below {{summed over lanes in each iteration, as the order of these floats, of either sign or scaled by more than one, matters}}
    %t1 = tile_gpu.reduce %squares axis = 1 : (tensor<1x128xf32, #l>) -> tensor<1x1xf32, #r> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tile_gpu.yield %c : f32
    }
    // expected-remark @below {{summed over lanes in each iteration, as the order of these floats, of either sign or scaled by more than one, matters}}
    %t2 = tile_gpu.reduce %squares axis = 1 : (tensor<1x128xf32, #l>) -> tensor<1x1xf32, #r> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tile_gpu.yield %c : f32
    }
    // expected-remark @below {{summed over lanes in each iteration, as the order of these floats, of either sign or scaled by more than one, matters}}
    %t3 = tile_gpu.reduce %squares axis = 1 : (tensor<1x128xf32, #l>) -> tensor<1x1xf32, #r> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tile_gpu.yield %c : f32
    }
    // expected-remark @below {{summed over lanes once}}
    %t4 = tile_gpu.reduce %squares axis = 1 : (tensor<1x128xf32, #l>) -> tensor<1x1xf32, #r> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tile_gpu.yield %c : f32
    }
    // expected-remark @below {{summed over lanes once}}
    %t5 = tile_gpu.reduce %squares axis = 1 : (tensor<1x128xf32, #l>) -> tensor<1x1xf32, #r> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tile_gpu.yield %c : f32
    }
    %s1 = arith.addf %s, %t0 : tensor<1x1xf32, #r>
    %m1 = math.fma %m, %free, %t1 : tensor<1x1xf32, #r>
    %w1 = math.fma %w, %factor, %t2 : tensor<1x1xf32, #r>
    %p1 = math.fma %p, %uncertain, %t3 : tensor<1x1xf32, #r>
    %o1 = arith.addf %o, %t4 : tensor<1x1xf32, #r>
    %y1 = math.fma %y, %shrink, %t5 : tensor<1x1xf32, #r>
    scf.yield %s1, %m1, %w1, %p1, %o1, %y1 : tensor<1x1xf32, #r>, tensor<1x1xf32, #r>, tensor<1x1xf32, #r>, tensor<1x1xf32, #r>, tensor<1x1xf32, #r>, tensor<1x1xf32, #r>
  }
  tile_gpu.store %q, %total#0 : tensor<1x1x!tile.ptr<f32>, #r>
  tile_gpu.store %q, %total#1 : tensor<1x1x!tile.ptr<f32>, #r>
  tile_gpu.store %q, %total#2 : tensor<1x1x!tile.ptr<f32>, #r>
  tile_gpu.store %q, %total#3 : tensor<1x1x!tile.ptr<f32>, #r>
  tile_gpu.store %q, %total#4 : tensor<1x1x!tile.ptr<f32>, #r>
  tile_gpu.store %q, %total#5 : tensor<1x1x!tile.ptr<f32>, #r>
  return
}
