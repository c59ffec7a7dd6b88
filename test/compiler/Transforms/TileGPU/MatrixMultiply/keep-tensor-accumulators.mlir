// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-keep-tensor-accumulators --canonicalize | FileCheck %s
// An accumulator that loops only add to stays in tensor memory, in nested loops too; one that an iteration reads does not. Accumulators that change places stay in as many.

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

// Another MMA takes turns with the columns.
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

// The first MMA's accumulator becomes the last of three, the second one's the first: what moves is the number of each place.
// CHECK-LABEL: func.func @exchanged
// CHECK-SAME: (%[[X:.*]]: tensor<{{.*}}>, %[[Y:.*]]: tensor<{{.*}}>, %[[Z:.*]]: tensor<{{.*}}>, %[[MEMORY:[a-z0-9]*]]: !tile_gpu.tensor_memory<64>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i32
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : i32
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : i32
// x becomes z, z becomes y, y becomes x: x is at 0, y, that x will be, at 1, z at 2.
// CHECK: tile_gpu.tensor_store %[[X]], %[[MEMORY]] column 0 turn %[[C0]] of 3
// CHECK: tile_gpu.tensor_store %[[Y]], %[[MEMORY]] column 0 turn %[[C1]] of 3
// CHECK: tile_gpu.tensor_store %[[Z]], %[[MEMORY]] column 0 turn %[[C2]] of 3
// CHECK: %[[LAST:.*]] = scf.for {{.*}} iter_args(%[[TURN:.*]] = %[[C0]]) -> (i32) {
// CHECK-NOT: tile_gpu.tensor_store
// CHECK: tile_gpu.tensor_mma %{{.*}}, %{{.*}} into %[[MEMORY]] column 0 turn %[[TURN]] of 3
// CHECK: tile_gpu.tensor_wait
// CHECK-NOT: tile_gpu.tensor_load
// CHECK: tile_gpu.tensor_mma %{{.*}}, %{{.*}} into %[[MEMORY]] column 0 turn %{{.*}} of 3
// CHECK: tile_gpu.tensor_wait
// CHECK-NOT: tile_gpu.tensor_load
// CHECK: %[[MORE:.*]] = arith.addi %[[TURN]], %[[C1]]
// CHECK-DAG: %[[OVER:.*]] = arith.cmpi uge, %[[MORE]], %[[C3]]
// CHECK-DAG: %[[LESS:.*]] = arith.{{addi|subi}}
// CHECK: %[[NEXT:.*]] = arith.select %[[OVER]], %[[LESS]], %[[MORE]]
// CHECK: scf.yield %[[NEXT]] : i32
// CHECK: }
// CHECK-DAG: %[[RX:.*]] = tile_gpu.tensor_load %[[MEMORY]] column 0 turn %[[LAST]] of 3
// CHECK: return %[[RX]],
func.func @exchanged(%x0: !sums, %y0: !sums, %z0: !sums, %memory: !tile_gpu.tensor_memory<64>, %a: !a, %b: !b, %n: index) -> (!sums, !sums, !sums) {
  %true = arith.constant true
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r:3 = scf.for %i = %zero to %n step %one iter_args(%x = %x0, %y = %y0, %z = %z0) -> (!sums, !sums, !sums) {
    tile_gpu.tensor_store %x, %memory column 0 : !sums, !tile_gpu.tensor_memory<64>
    tile_gpu.tensor_mma %a, %b into %memory column 0 accumulates %true : !a, !b into !tile_gpu.tensor_memory<64>
    tile_gpu.tensor_wait %memory pending 0 : !tile_gpu.tensor_memory<64>
    %u = tile_gpu.tensor_load %memory column 0 : !tile_gpu.tensor_memory<64> -> !sums
    tile_gpu.tensor_store %z, %memory column 0 : !sums, !tile_gpu.tensor_memory<64>
    tile_gpu.tensor_mma %a, %b into %memory column 0 accumulates %true : !a, !b into !tile_gpu.tensor_memory<64>
    tile_gpu.tensor_wait %memory pending 0 : !tile_gpu.tensor_memory<64>
    %v = tile_gpu.tensor_load %memory column 0 : !tile_gpu.tensor_memory<64> -> !sums
    scf.yield %y, %v, %u : !sums, !sums, !sums
  }
  return %r#0, %r#1, %r#2 : !sums, !sums, !sums
}

// Where memory has no room for both each iteration stores and loads one.
// CHECK-LABEL: func.func @exchanged_without_room
// CHECK: scf.for {{.*}} iter_args
// CHECK: tile_gpu.tensor_store
// CHECK: tile_gpu.tensor_load
// CHECK: scf.yield
func.func @exchanged_without_room(%x0: !sums, %y0: !sums, %memory: !memory, %a: !a, %b: !b, %n: index) -> (!sums, !sums) {
  %true = arith.constant true
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r:2 = scf.for %i = %zero to %n step %one iter_args(%x = %x0, %y = %y0) -> (!sums, !sums) {
    tile_gpu.tensor_store %x, %memory column 16 : !sums, !memory
    tile_gpu.tensor_mma %a, %b into %memory column 16 accumulates %true : !a, !b into !memory
    tile_gpu.tensor_wait %memory pending 0 : !memory
    %u = tile_gpu.tensor_load %memory column 16 : !memory -> !sums
    scf.yield %y, %u : !sums, !sums
  }
  return %r#0, %r#1 : !sums, !sums
}

// The same where another accumulator's columns are behind, and where one of both is read in the loop.
// CHECK-LABEL: func.func @exchanged_beside_another
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %arg0, %{{.*}} = %arg1)
// CHECK: tile_gpu.tensor_store
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %arg0, %{{.*}} = %arg1)
// CHECK: tile_gpu.tensor_store
func.func @exchanged_beside_another(%x0: !sums, %y0: !sums, %memory: !memory, %a: !a, %b: !b, %n: index) -> (!sums, !sums, !sums, !sums) {
  %true = arith.constant true
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r:2 = scf.for %i = %zero to %n step %one iter_args(%x = %x0, %y = %y0) -> (!sums, !sums) {
    tile_gpu.tensor_store %x, %memory column 0 : !sums, !memory
    tile_gpu.tensor_mma %a, %b into %memory column 0 accumulates %true : !a, !b into !memory
    tile_gpu.tensor_wait %memory pending 0 : !memory
    %u = tile_gpu.tensor_load %memory column 0 : !memory -> !sums
    tile_gpu.tensor_mma %a, %b into %memory column 16 accumulates %true : !a, !b into !memory
    tile_gpu.tensor_wait %memory pending 0 : !memory
    scf.yield %y, %u : !sums, !sums
  }
  %s:2 = scf.for %i = %zero to %n step %one iter_args(%x = %x0, %y = %y0) -> (!sums, !sums) {
    tile_gpu.tensor_store %x, %memory column 0 : !sums, !memory
    tile_gpu.tensor_mma %a, %b into %memory column 0 accumulates %true : !a, !b into !memory
    tile_gpu.tensor_wait %memory pending 0 : !memory
    %u = tile_gpu.tensor_load %memory column 0 : !memory -> !sums
    %twice = arith.addf %y, %y : !sums
    tile_gpu.tensor_store %twice, %memory column 16 : !sums, !memory
    scf.yield %y, %u : !sums, !sums
  }
  return %r#0, %r#1, %s#0, %s#1 : !sums, !sums, !sums, !sums
}
