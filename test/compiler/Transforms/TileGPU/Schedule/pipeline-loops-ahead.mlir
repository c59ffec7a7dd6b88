// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-pipeline-loops=stages=3 --cse --split-input-file | FileCheck %s
// Loads that depend on more than the counter: on an index that the loop loads, on a condition, on whether a break has come.

#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]]>
!ptrs = tensor<512x!tile.ptr<f32>, #l>
!ints = tensor<512xi32, #l>
// Where the copies of iteration i + 2 read was loaded in iteration i - 1, and for iteration i + 3 it is loaded now.
// CHECK-LABEL: func @listed
// CHECK: %[[RING:.*]] = tile_gpu.alloc_buffer : !tile_gpu.buffer<512xf32, #{{.*}}, stages = 3>
// CHECK-NOT: tile_gpu.alloc_buffer
// The prologue loads where it reads on the spot; then there is the index for the loop's first copies.
// CHECK: scf.for
// CHECK:   tile_gpu.load {{.*}}!tile.ptr<i32>
// CHECK:   tile_gpu.async_copy
// CHECK: %[[FIRST:.*]] = scf.if %{{.*}} -> (tensor<512xi32
// CHECK:   tile_gpu.load
// CHECK: scf.for {{.*}} iter_args({{.*}}%[[INDEX:[a-z0-9]*]] = %[[FIRST]])
// CHECK:   tile_gpu.async_wait
// CHECK:   scf.if
// CHECK-NOT: tile_gpu.load
// CHECK:     %[[PLACE:.*]] = tile.offset %{{.*}}, %[[INDEX]]
// CHECK:     tile_gpu.async_copy %[[PLACE]]
// CHECK:   %[[NEXT:.*]] = scf.if %{{.*}} -> (tensor<512xi32
// CHECK:     tile_gpu.load
// CHECK:   } else {
// CHECK-NEXT: scf.yield %[[INDEX]]
// CHECK-NOT: tile_gpu.load
// CHECK:   tile_gpu.buffer_load
// CHECK:   scf.yield {{.*}}%[[NEXT]] :
func.func @listed(%p: !tile.ptr<f32>, %list: !tile.ptr<i32>, %n: i32, %q: !ptrs) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c512 = arith.constant 512 : i32
  %zero = arith.constant dense<0.0> : tensor<512xf32, #l>
  %at = tile_gpu.coordinate 0 : !ints
  %ps = tile.splat %p : !ptrs
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> tensor<512xf32, #l> : i32 {
    %o = arith.muli %i, %c512 : i32
    %li = tile.offset %list, %o : !tile.ptr<i32>, i32
    %ls = tile.splat %li : tensor<512x!tile.ptr<i32>, #l>
    %lp = tile.offset %ls, %at : tensor<512x!tile.ptr<i32>, #l>, !ints
    %index = tile_gpu.load %lp vector 4 : tensor<512x!tile.ptr<i32>, #l>
    %pp = tile.offset %ps, %index : !ptrs, !ints
    %x = tile_gpu.load %pp : !ptrs
    %s = arith.addf %acc, %x : tensor<512xf32, #l>
    scf.yield %s : tensor<512xf32, #l>
  }
  tile_gpu.store %q, %sum vector 4 : !ptrs
  return
}

// -----
#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]]>
!ptrs = tensor<512x!tile.ptr<f32>, #l>
!ints = tensor<512xi32, #l>
// Copied under the condition of the iteration that it is for, and read under that of its own.
// CHECK-LABEL: func @conditional
// CHECK: scf.for
// CHECK: scf.for %[[I:[a-z0-9]*]] =
// CHECK:   tile_gpu.async_wait
// CHECK:   scf.if
// CHECK:     %[[LATER:.*]] = arith.addi %[[I]]
// CHECK:     %[[REST:.*]] = arith.remsi %[[LATER]]
// CHECK:     %[[HOLDS:.*]] = arith.cmpi eq, %[[REST]]
// CHECK:     scf.if %[[HOLDS]] -> (!tile_gpu.token)
// CHECK-NEXT:  scf.yield
// CHECK-NEXT: } else {
// CHECK:       tile_gpu.async_copy
// CHECK:   tile_gpu.async_commit
// CHECK:   %[[OWN:.*]] = arith.remsi %[[I]]
// CHECK:   %[[NOW:.*]] = arith.cmpi eq, %[[OWN]]
// CHECK:   scf.if %[[NOW]]
// CHECK:   } else {
// CHECK:     tile_gpu.buffer_load
func.func @conditional(%p: !tile.ptr<f32>, %n: i32, %q: !ptrs) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %zero = arith.constant dense<0.0> : tensor<512xf32, #l>
  %at = tile_gpu.coordinate 0 : !ints
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> tensor<512xf32, #l> : i32 {
    %rest = arith.remsi %i, %c3 : i32
    %holds = arith.cmpi eq, %rest, %c1 : i32
    %new = scf.if %holds -> tensor<512xf32, #l> {
      scf.yield %acc : tensor<512xf32, #l>
    } else {
      %pi = tile.offset %p, %i : !tile.ptr<f32>, i32
      %ps = tile.splat %pi : !ptrs
      %pp = tile.offset %ps, %at : !ptrs, !ints
      %x = tile_gpu.load %pp : !ptrs
      %s = arith.addf %acc, %x : tensor<512xf32, #l>
      scf.yield %s : tensor<512xf32, #l>
    }
    scf.yield %new : tensor<512xf32, #l>
  }
  tile_gpu.store %q, %sum vector 4 : !ptrs
  return
}

// -----
#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]]>
!ptrs = tensor<512x!tile.ptr<f32>, #l>
!ints = tensor<512xi32, #l>
// As long as no break has come the next tiles are read ahead, as far as the view goes.
// CHECK-LABEL: func @until
// CHECK: scf.for {{.*}} iter_args(%[[DONE:[a-z0-9]*]] =
// CHECK:   tile_gpu.async_wait
// CHECK:   scf.if
// CHECK:     scf.if %[[DONE]] -> (!tile_gpu.token)
// CHECK-NEXT:  scf.yield
// CHECK-NEXT: } else {
// CHECK:       tile_gpu.async_copy {{.*}} mask
// CHECK:   scf.if %[[DONE]]
// CHECK:   } else {
// CHECK:     tile_gpu.buffer_load
func.func @until(%p: !tile.ptr<f32>, %n: i32, %limit: f32) -> f32 attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c512 = arith.constant 512 : i32
  %true = arith.constant true
  %false = arith.constant false
  %none = arith.constant 0.0 : f32
  %zero = arith.constant dense<0.0> : tensor<512xf32, #l>
  %at = tile_gpu.coordinate 0 : !ints
  %ps = tile.splat %p : !ptrs
  %ns = tile.splat %n : !ints
  %r:2 = scf.for %i = %c0 to %n step %c512 iter_args(%done = %false, %acc = %none) -> (i1, f32) : i32 {
    %new:2 = scf.if %done -> (i1, f32) {
      scf.yield %true, %acc : i1, f32
    } else {
      %is = tile.splat %i : !ints
      %o = arith.addi %is, %at : !ints
      %m = arith.cmpi slt, %o, %ns : !ints
      %pp = tile.offset %ps, %o : !ptrs, !ints
      %x = tile_gpu.load %pp mask %m padding %zero vector 4 {in_view} : !ptrs
      %y = tile_gpu.reduce %x axis = 0 : (tensor<512xf32, #l>) -> tensor<1xf32, #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], warp = [[0], [0]]>> {
      ^bb0(%a: f32, %b: f32):
        %add = arith.addf %a, %b : f32
        tile_gpu.yield %add : f32
      }
      %z = tile.to_scalar %y : tensor<1xf32, #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], warp = [[0], [0]]>>
      %s = arith.addf %acc, %z : f32
      %over = arith.cmpf ogt, %s, %limit : f32
      scf.yield %over, %s : i1, f32
    }
    scf.yield %new#0, %new#1 : i1, f32
  }
  return %r#1 : f32
}
