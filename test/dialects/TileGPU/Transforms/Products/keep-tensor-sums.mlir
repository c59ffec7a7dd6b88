// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-keep-tensor-sums --canonicalize | FileCheck %s
// A sum that loops only add to stays in tensor memory, in nested loops too; one that an iteration reads does not.

#sums = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
#a = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0], [16, 0], [32, 0], [64, 0]]>
#b = #tile_gpu.shared<[[1, 0], [2, 0], [4, 0], [8, 0], [0, 1], [0, 2], [8, 4], [0, 8]]>
!a = !tile_gpu.buffer<128x16xf16, #a, align = 1024>
!b = !tile_gpu.buffer<16x16xf16, #b, align = 1024>
!sums = tensor<128x16xf32, #sums>
!memory = !tile_gpu.tensor_memory<32>

// CHECK-LABEL: func.func @nested
// CHECK: tile_gpu.tensor_store %arg0
// CHECK-NEXT: scf.for {{.*}} {
// CHECK-NEXT: scf.for {{.*}} {
// CHECK-NEXT: tile_gpu.tensor_mma
// CHECK-NEXT: tile_gpu.tensor_wait
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %[[SUM:.*]] = tile_gpu.tensor_load
// CHECK: return %[[SUM]]
func.func @nested(%init: !sums, %memory: !memory, %a: !a, %b: !b, %n: index) -> !sums {
  %true = arith.constant true
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%s = %init) -> (!sums) {
    %t = scf.for %j = %zero to %n step %one iter_args(%u = %s) -> (!sums) {
      tile_gpu.tensor_store %u, %memory column 0 : !sums, !memory
      tile_gpu.tensor_mma %a, %b into %memory column 0 accumulates %true : !a, !b into !memory
      tile_gpu.tensor_wait %memory pending 0 : !memory
      %v = tile_gpu.tensor_load %memory column 0 : !memory -> !sums
      scf.yield %v : !sums
    }
    scf.yield %t : !sums
  }
  return %r : !sums
}

// CHECK-LABEL: func.func @scaled
// CHECK: scf.for {{.*}} iter_args
// CHECK: arith.mulf
// CHECK: tile_gpu.tensor_store
// CHECK: tile_gpu.tensor_load
// CHECK: scf.yield
func.func @scaled(%init: !sums, %memory: !memory, %a: !a, %b: !b, %n: index) -> !sums {
  %true = arith.constant true
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%s = %init) -> (!sums) {
    %half = arith.mulf %s, %s : !sums
    tile_gpu.tensor_store %half, %memory column 0 : !sums, !memory
    tile_gpu.tensor_mma %a, %b into %memory column 0 accumulates %true : !a, !b into !memory
    tile_gpu.tensor_wait %memory pending 0 : !memory
    %v = tile_gpu.tensor_load %memory column 0 : !memory -> !sums
    scf.yield %v : !sums
  }
  return %r : !sums
}

// Another product takes turns with the columns.
// CHECK-LABEL: func.func @shared_columns
// CHECK: scf.for {{.*}} iter_args
// CHECK: tile_gpu.tensor_store
func.func @shared_columns(%init: !sums, %memory: !memory, %a: !a, %b: !b, %n: index) -> !sums {
  %true = arith.constant true
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%s = %init) -> (!sums) {
    tile_gpu.tensor_store %s, %memory column 0 : !sums, !memory
    tile_gpu.tensor_mma %a, %b into %memory column 0 accumulates %true : !a, !b into !memory
    tile_gpu.tensor_wait %memory pending 0 : !memory
    %v = tile_gpu.tensor_load %memory column 0 : !memory -> !sums
    tile_gpu.tensor_store %init, %memory column 8 : !sums, !memory
    scf.yield %v : !sums
  }
  return %r : !sums
}
