// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-keep-tensor-accumulators="shared-memory=65536" --canonicalize | FileCheck %s
// RUN: tile-opt %s --tile-gpu-keep-tensor-accumulators="shared-memory=40000" --canonicalize | FileCheck %s --check-prefix=SMALL
// RUN: tile-opt %s --tile-gpu-keep-tensor-accumulators="shared-memory=65536 remarks" -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// An MMA runs on while the next iteration stores its operands to the other stage; not where there is no room, nor where somebody else fills or reads them.
// SMALL-NOT: stages = 2
// REMARK: remark: an accumulator of this loop stays in tensor memory
// REMARK: remark: the MMA of this loop runs on while the next iteration stores its operands

#sums = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
#a = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0], [16, 0], [32, 0], [64, 0]]>
#b = #tile_gpu.shared<[[1, 0], [2, 0], [4, 0], [8, 0], [0, 1], [0, 2], [8, 4], [0, 8]]>
!a = !tile_gpu.buffer<128x16xf16, #a, align = 1024>
!b = !tile_gpu.buffer<16x16xf16, #b, align = 1024>
!factor = tensor<128x16xf16, #sums>
!sums = tensor<128x16xf32, #sums>
!memory = !tile_gpu.tensor_memory<32>

// b is the same for all iterations and keeps its stage.
// CHECK-LABEL: func.func @one
// CHECK: tile_gpu.tensor_store %arg0
// CHECK: %[[BOTH:.*]] = tile_gpu.alloc_buffer : !tile_gpu.buffer<128x16xf16, #{{.*}}, stages = 2, align = 1024>
// CHECK: scf.for {{.*}} iter_args(%[[TURN:.*]] = %c0_i32) -> (i32)
// CHECK-NEXT: %[[SLOT:.*]] = tile_gpu.buffer_stage %[[BOTH]][%[[TURN]]]
// CHECK-NEXT: tile_gpu.buffer_store %{{.*}}, %[[SLOT]]
// CHECK-NEXT: tile_gpu.proxy_fence
// CHECK-NEXT: tile_gpu.tensor_mma %[[SLOT]], %{{.*}} into
// CHECK-NEXT: tile_gpu.tensor_wait %{{.*}} pending 1
// CHECK-NEXT: %[[OTHER:.*]] = arith.xori %[[TURN]], %c1_i32
// CHECK-NEXT: scf.yield %[[OTHER]]
// CHECK: tile_gpu.tensor_wait %{{.*}} pending 0
// CHECK-NEXT: tile_gpu.free_buffer %[[BOTH]]
// CHECK-NEXT: tile_gpu.tensor_load
func.func @one(%init: !sums, %x: !factor, %memory: !memory, %b: index, %n: index) -> !sums {
  %true = arith.constant true
  %zero = arith.constant 0 : index
  %step = arith.constant 1 : index
  %second = tile_gpu.alloc_buffer : !b
  %r = scf.for %i = %zero to %n step %step iter_args(%s = %init) -> (!sums) {
    %first = tile_gpu.alloc_buffer : !a
    tile_gpu.buffer_store %x, %first : !factor, !a
    tile_gpu.proxy_fence
    tile_gpu.tensor_store %s, %memory column 0 : !sums, !memory
    tile_gpu.tensor_mma %first, %second into %memory column 0 accumulates %true : !a, !b into !memory
    tile_gpu.tensor_wait %memory pending 0 : !memory
    tile_gpu.free_buffer %first : !a
    %t = tile_gpu.tensor_load %memory column 0 : !memory -> !sums
    scf.yield %t : !sums
  }
  return %r : !sums
}

// Two MMAs in turn, a stage that is read, accumulators that are wanted in each iteration.
// CHECK-LABEL: func.func @others
// CHECK-NOT: stages = 2
func.func @others(%init: !sums, %x: !factor, %memory: !memory, %n: index) -> (!sums, !sums, !sums) {
  %true = arith.constant true
  %zero = arith.constant 0 : index
  %step = arith.constant 1 : index
  %second = tile_gpu.alloc_buffer : !b
  %r = scf.for %i = %zero to %n step %step iter_args(%s = %init) -> (!sums) {
    %first = tile_gpu.alloc_buffer : !a
    tile_gpu.buffer_store %x, %first : !factor, !a
    tile_gpu.proxy_fence
    tile_gpu.tensor_store %s, %memory column 0 : !sums, !memory
    tile_gpu.tensor_mma %first, %second into %memory column 0 accumulates %true : !a, !b into !memory
    tile_gpu.tensor_wait %memory pending 0 : !memory
    tile_gpu.tensor_mma %first, %second into %memory column 0 accumulates %true : !a, !b into !memory
    tile_gpu.tensor_wait %memory pending 0 : !memory
    tile_gpu.free_buffer %first : !a
    %t = tile_gpu.tensor_load %memory column 0 : !memory -> !sums
    scf.yield %t : !sums
  }
  %u = scf.for %i = %zero to %n step %step iter_args(%s = %init) -> (!sums) {
    %first = tile_gpu.alloc_buffer : !a
    tile_gpu.buffer_store %x, %first : !factor, !a
    tile_gpu.proxy_fence
    %y = tile_gpu.buffer_load %first : !a -> !factor
    tile_gpu.buffer_store %y, %first : !factor, !a
    tile_gpu.tensor_store %s, %memory column 0 : !sums, !memory
    tile_gpu.tensor_mma %first, %second into %memory column 0 accumulates %true : !a, !b into !memory
    tile_gpu.tensor_wait %memory pending 0 : !memory
    tile_gpu.free_buffer %first : !a
    %t = tile_gpu.tensor_load %memory column 0 : !memory -> !sums
    scf.yield %t : !sums
  }
  %v = scf.for %i = %zero to %n step %step iter_args(%s = %init) -> (!sums) {
    %first = tile_gpu.alloc_buffer : !a
    tile_gpu.buffer_store %x, %first : !factor, !a
    tile_gpu.proxy_fence
    tile_gpu.tensor_store %s, %memory column 0 : !sums, !memory
    tile_gpu.tensor_mma %first, %second into %memory column 0 accumulates %true : !a, !b into !memory
    tile_gpu.tensor_wait %memory pending 0 : !memory
    tile_gpu.free_buffer %first : !a
    %t = tile_gpu.tensor_load %memory column 0 : !memory -> !sums
    %w = arith.addf %t, %t : !sums
    scf.yield %w : !sums
  }
  return %r, %u, %v : !sums, !sums, !sums
}

#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 0], [2, 0], [4, 16], [8, 0], [16, 0], [32, 0], [64, 0]]>
#columns = #tile_gpu.shared<[[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [0, 1], [0, 2], [16, 4], [0, 8]]>
#sa = #tile_gpu.layout<register = [[32, 0], [64, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 0], [0, 0]]>
#sb = #tile_gpu.layout<lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 0]], warp = [[0, 0], [0, 0]]>
!rows = !tile_gpu.buffer<128x32xf8E4M3FN, #rows, align = 1024>
!columns = !tile_gpu.buffer<32x16xf8E4M3FN, #columns, align = 1024>
#wide = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
!fp8 = tensor<128x32xf8E4M3FN, #wide>

// With scales one stage is enough: what is computed stands before the wait for the MMA before, what is stored behind it.
// CHECK-LABEL: func.func @scaled_product
// CHECK: %[[A:.*]] = tile_gpu.alloc_buffer : !tile_gpu.buffer<128x32xf8E4M3FN
// CHECK: scf.for
// CHECK-NEXT: %[[S:.*]] = arith.mulf
// CHECK-NEXT: tile_gpu.tensor_wait %{{.*}} pending 0
// CHECK-NEXT: tile_gpu.buffer_store %{{.*}}, %[[A]]
// CHECK-NEXT: tile_gpu.proxy_fence
// CHECK-NEXT: tile_gpu.tensor_store_scales
// CHECK-NEXT: tile_gpu.tensor_store_scales
// CHECK-NEXT: tile_gpu.tensor_mma %[[A]]
// CHECK-NEXT: tile_gpu.store
// CHECK-NEXT: }
// CHECK-NEXT: tile_gpu.tensor_wait %{{.*}} pending 0
// CHECK: tile_gpu.free_buffer %[[A]]
func.func @scaled_product(%init: !sums, %x: !fp8, %s: tensor<128x1xf8E8M0FNU, #sa>, %t: tensor<1x16xf8E8M0FNU, #sb>, %f: f32, %p: !tile.ptr<f32>, %memory: !tile_gpu.tensor_memory<64>, %n: index) -> !sums {
  %true = arith.constant true
  %b = tile_gpu.alloc_buffer : !columns
  %zero = arith.constant 0 : index
  %step = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %step iter_args(%sum = %init) -> (!sums) {
    %first = tile_gpu.alloc_buffer : !rows
    tile_gpu.buffer_store %x, %first : !fp8, !rows
    tile_gpu.proxy_fence
    tile_gpu.tensor_store %sum, %memory column 0 : !sums, !tile_gpu.tensor_memory<64>
    tile_gpu.tensor_store_scales %s, %memory column 16 : tensor<128x1xf8E8M0FNU, #sa>, !tile_gpu.tensor_memory<64>
    %g = arith.mulf %f, %f : f32
    tile_gpu.tensor_store_scales %t of_b, %memory column 20 : tensor<1x16xf8E8M0FNU, #sb>, !tile_gpu.tensor_memory<64>
    tile_gpu.tensor_mma %first, %b into %memory column 0 accumulates %true scales <f8E8M0FNU, depth = 1, columnOfA = 16, columnOfB = 20> : !rows, !columns into !tile_gpu.tensor_memory<64>
    tile_gpu.tensor_wait %memory pending 0 : !tile_gpu.tensor_memory<64>
    tile_gpu.free_buffer %first : !rows
    tile_gpu.store %p, %g : !tile.ptr<f32>
    %u = tile_gpu.tensor_load %memory column 0 : !tile_gpu.tensor_memory<64> -> !sums
    scf.yield %u : !sums
  }
  return %r : !sums
}
