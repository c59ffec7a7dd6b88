// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// warpgroup MMAs take place at any time up to their wait: an MMA done right, in whatever order, and one fault in each other kernel.
// RUN: tile-gpu-run --print 8 --orders 1 %s | FileCheck %s
// RUN: tile-gpu-run --print 8 --orders 20 %s | FileCheck %s

#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
!slot = !tile_gpu.buffer<64x64xf16, #rows, align = 1024>
!sums = tensor<64x64xf32, #sum>
!factor = tensor<64x64xf16, #sum>

// Twos times threes, 64 of them, twice (768, as bits): the second MMA starts while the first one is in flight.
// CHECK-LABEL: two_products: ok
// CHECK: arg0: 1145044992 1145044992
func.func @two_products(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 16384 : i64} {
  %two = arith.constant dense<2.0> : !factor
  %three = arith.constant dense<3.0> : !factor
  %a = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !slot
  %b = tile_gpu.alloc_buffer {shared_offset = 8192 : i64} : !slot
  tile_gpu.buffer_store %two, %a : !factor, !slot
  tile_gpu.buffer_store %three, %b : !factor, !slot
  tile_gpu.proxy_fence
  tile_gpu.memory_barrier cta
  %r = tile_gpu.warpgroup_mma %a, %b : !slot, !slot -> !sums
  %s = tile_gpu.warpgroup_mma %a, %b plus %r : !sums : !slot, !slot -> !sums
  %t = tile_gpu.warpgroup_wait %s pending 1 : !sums
  %v = tile_gpu.warpgroup_wait %t pending 0 : !sums
  %i = tile_gpu.coordinate 0 : tensor<64x64xi32, #sum>
  %j = tile_gpu.coordinate 1 : tensor<64x64xi32, #sum>
  %c = arith.constant dense<64> : tensor<64x64xi32, #sum>
  %k = arith.muli %i, %c : tensor<64x64xi32, #sum>
  %n = arith.addi %k, %j : tensor<64x64xi32, #sum>
  %ps = tile.splat %p : tensor<64x64x!tile.ptr<f32>, #sum>
  %q = tile.offset %ps, %n : tensor<64x64x!tile.ptr<f32>, #sum>, tensor<64x64xi32, #sum>
  %some = arith.constant dense<1024> : tensor<64x64xi32, #sum>
  %mask = arith.cmpi ult, %n, %some : tensor<64x64xi32, #sum>
  tile_gpu.store %q, %v mask %mask : tensor<64x64x!tile.ptr<f32>, #sum>
  return
}

// The verifier sees what is used directly; behind a wait for others only an execution can tell.
// CHECK-LABEL: read_in_flight: store.cu:1:1: unspecified value used as value of tile_gpu.store
func.func @read_in_flight(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 16384 : i64} {
  %two = arith.constant dense<2.0> : !factor
  %a = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !slot
  tile_gpu.buffer_store %two, %a : !factor, !slot
  tile_gpu.proxy_fence
  tile_gpu.memory_barrier cta
  %r = tile_gpu.warpgroup_mma %a, %a : !slot, !slot -> !sums
  %v = tile_gpu.warpgroup_wait %r pending 1 : !sums
  %i = tile_gpu.coordinate 0 : tensor<64x64xi32, #sum>
  %j = tile_gpu.coordinate 1 : tensor<64x64xi32, #sum>
  %c = arith.constant dense<64> : tensor<64x64xi32, #sum>
  %k = arith.muli %i, %c : tensor<64x64xi32, #sum>
  %n = arith.addi %k, %j : tensor<64x64xi32, #sum>
  %ps = tile.splat %p : tensor<64x64x!tile.ptr<f32>, #sum>
  %q = tile.offset %ps, %n : tensor<64x64x!tile.ptr<f32>, #sum>, tensor<64x64xi32, #sum>
  %some = arith.constant dense<1024> : tensor<64x64xi32, #sum>
  %mask = arith.cmpi ult, %n, %some : tensor<64x64xi32, #sum>
  tile_gpu.store %q, %v mask %mask : tensor<64x64x!tile.ptr<f32>, #sum> loc("store.cu":1:1)
  return
}

// CHECK-LABEL: no_proxy_fence: product.cu:1:1: {{.*}}proxy fence
func.func @no_proxy_fence() attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 16384 : i64} {
  %two = arith.constant dense<2.0> : !factor
  %a = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !slot
  tile_gpu.buffer_store %two, %a : !factor, !slot
  tile_gpu.memory_barrier cta
  %r = tile_gpu.warpgroup_mma %a, %a : !slot, !slot -> !sums loc("product.cu":1:1)
  %v = tile_gpu.warpgroup_wait %r pending 0 : !sums
  return
}

// CHECK-LABEL: overwritten_before_the_wait: store.cu:1:1: data race: write of byte {{[0-9]+}} of shared memory by lane {{[0-9]+}} of warp {{[0-3]}} is not ordered with the asynchronous copy at product.cu:1:1
func.func @overwritten_before_the_wait() attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 16384 : i64} {
  %two = arith.constant dense<2.0> : !factor
  %a = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !slot
  tile_gpu.buffer_store %two, %a : !factor, !slot
  tile_gpu.proxy_fence
  tile_gpu.memory_barrier cta
  %r = tile_gpu.warpgroup_mma %a, %a : !slot, !slot -> !sums loc("product.cu":1:1)
  tile_gpu.memory_barrier cta
  tile_gpu.buffer_store %two, %a : !factor, !slot loc("store.cu":1:1)
  %v = tile_gpu.warpgroup_wait %r pending 0 : !sums
  return
}

// A warp knows of its own reads only.
// CHECK-LABEL: overwritten_without_barrier: {{(product|store)}}.cu:1:1: data race: {{(read|write)}} of byte {{[0-9]+}} of shared memory
func.func @overwritten_without_barrier() attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 16384 : i64} {
  %two = arith.constant dense<2.0> : !factor
  %a = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !slot
  tile_gpu.buffer_store %two, %a : !factor, !slot
  tile_gpu.proxy_fence
  tile_gpu.memory_barrier cta
  %r = tile_gpu.warpgroup_mma %a, %a : !slot, !slot -> !sums loc("product.cu":1:1)
  %v = tile_gpu.warpgroup_wait %r pending 0 : !sums
  tile_gpu.buffer_store %two, %a : !factor, !slot loc("store.cu":1:1)
  return
}
