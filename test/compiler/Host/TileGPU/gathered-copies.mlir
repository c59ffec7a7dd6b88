// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies by the copy engine of rows that are named. Each kernel has one fault, or says ok.
// RUN: tile-gpu-run --print 32 --orders 1 %s | FileCheck %s
// RUN: tile-gpu-run --print 32 --orders 20 %s | FileCheck %s

#t = #tile_gpu.layout<lane = [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]], warp = [[0, 0]]>
#rows = #tile_gpu.layout<register = [[1]], lane = [[2], [0], [0], [0], [0]], warp = [[0]]>
#lines = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]]>
!buffer = !tile_gpu.buffer<4x8xi32, #lines>
!bar = !tile_gpu.mbarriers<1>
// Of the words at argument 0: two rows of 8, and four.
#two = #tile_gpu.tensor_map<i32, base = ()[s0] -> (s0), extents = ()[s0] -> (8, 2), strides = ()[s0] -> (32), box = [8, 4], order = [1, 0], swizzle = 0 gathered = true>
#four = #tile_gpu.tensor_map<i32, base = ()[s0] -> (s0), extents = ()[s0] -> (8, 4), strides = ()[s0] -> (32), box = [8, 4], order = [1, 0], swizzle = 0 gathered = true>

// Rows 2, 1, 0 and -1, of which the first and the last are outside.
// CHECK-LABEL: loads_rows: ok
// CHECK: arg0: 0 0 0 0 0 0 0 0 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 0 0 0 0 0 0 0 0
func.func @loads_rows(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %zero = arith.constant 0 : i32
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %m = tile_gpu.alloc_mbarriers {shared_offset = 512 : i64} : !bar
  tile_gpu.mbarrier_init %m arrivals 1 : !bar
  tile_gpu.memory_barrier cta
  %map = tile_gpu.tensor_map #two
  %n = tile_gpu.coordinate 0 : tensor<4xi32, #rows>
  %last = arith.constant dense<2> : tensor<4xi32, #rows>
  %r = arith.subi %last, %n : tensor<4xi32, #rows>
  tile_gpu.mbarrier_expect_tx %m[%zero] bytes 128 : !bar
  tile_gpu.tma_load %map[%zero] rows %r : tensor<4xi32, #rows> into %b, %m[%zero] : !buffer, !bar
  %w = tile_gpu.mbarrier_wait %m[%zero] parity %zero : !bar
  %x = tile_gpu.buffer_load %b after %w : !buffer -> tensor<4x8xi32, #t>
  %i = tile_gpu.coordinate 0 : tensor<4x8xi32, #t>
  %j = tile_gpu.coordinate 1 : tensor<4x8xi32, #t>
  %eight = arith.constant dense<8> : tensor<4x8xi32, #t>
  %line = arith.muli %i, %eight : tensor<4x8xi32, #t>
  %at = arith.addi %line, %j : tensor<4x8xi32, #t>
  %p0 = tile.splat %p : tensor<4x8x!tile.ptr<i32>, #t>
  %a = tile.offset %p0, %at : tensor<4x8x!tile.ptr<i32>, #t>, tensor<4x8xi32, #t>
  tile_gpu.memory_barrier cta
  tile_gpu.store %a, %x : tensor<4x8x!tile.ptr<i32>, #t>
  return
}

// To rows 0, 2, 4 and 6, of which two are outside.
// CHECK-LABEL: stores_rows: ok
// CHECK: arg0: 100 100 100 100 100 100 100 100 8 9 10 11 12 13 14 15 101 101 101 101 101 101 101 101 24 25 26 27 28 29 30 31
func.func @stores_rows(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  %zero = arith.constant 0 : i32
  %b = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %map = tile_gpu.tensor_map #four
  %n = tile_gpu.coordinate 0 : tensor<4xi32, #rows>
  %r = arith.addi %n, %n : tensor<4xi32, #rows>
  %i = tile_gpu.coordinate 0 : tensor<4x8xi32, #t>
  %hundred = arith.constant dense<100> : tensor<4x8xi32, #t>
  %x = arith.addi %i, %hundred : tensor<4x8xi32, #t>
  tile_gpu.buffer_store %x, %b : tensor<4x8xi32, #t>, !buffer
  tile_gpu.proxy_fence
  tile_gpu.memory_barrier cta
  tile_gpu.tma_store %b to %map[%zero] rows %r : tensor<4xi32, #rows> : !buffer
  %g = tile_gpu.bulk_commit
  tile_gpu.bulk_wait %g pending 0
  return
}
