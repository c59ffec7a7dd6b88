// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MMAs into tensor memory take place at any time up to their wait: two done right, in whatever order, and one fault in each other kernel.
// RUN: tile-gpu-run --print 8 --orders 1 %s | FileCheck %s
// RUN: tile-gpu-run --print 8 --orders 20 %s | FileCheck %s

#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
!slot = !tile_gpu.buffer<64x64xf16, #rows, align = 1024>
!sums = tensor<64x64xf32, #sum>
!factor = tensor<64x64xf16, #sum>
!memory = !tile_gpu.tensor_memory<64>

// Twos times threes, 64 of them, twice (768, as bits): the second MMA starts while the first one is in flight.
// CHECK-LABEL: two_products: ok
// CHECK: arg0: 1145044992 1145044992
func.func @two_products(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 17408 : i64} {
  %true = arith.constant true
  %false = arith.constant false
  %two = arith.constant dense<2.0> : !factor
  %three = arith.constant dense<3.0> : !factor
  %memory = tile_gpu.alloc_tensor_memory {shared_offset = 16384 : i64} : !memory
  %a = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !slot
  %b = tile_gpu.alloc_buffer {shared_offset = 8192 : i64} : !slot
  tile_gpu.buffer_store %two, %a : !factor, !slot
  tile_gpu.buffer_store %three, %b : !factor, !slot
  tile_gpu.proxy_fence
  tile_gpu.memory_barrier cta
  tile_gpu.tensor_mma %a, %b into %memory column 0 accumulates %false : !slot, !slot into !memory
  tile_gpu.tensor_mma %a, %b into %memory column 0 accumulates %true : !slot, !slot into !memory
  tile_gpu.tensor_wait %memory pending 1 : !memory
  tile_gpu.tensor_wait %memory pending 0 : !memory
  %v = tile_gpu.tensor_load %memory column 0 : !memory -> !sums
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
  tile_gpu.dealloc_tensor_memory %memory : !memory
  return
}

// The same MMA twice more, each time in a place of its own that held one: the second place (385, as bits) is stored, the first one is not meant.
// CHECK-LABEL: turns: ok
// CHECK: arg0: 1136689152 1136689152
func.func @turns(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 17408 : i64} {
  %true = arith.constant true
  %zero = arith.constant 0 : i32
  %first = arith.constant 1 : i32
  %two = arith.constant dense<2.0> : !factor
  %three = arith.constant dense<3.0> : !factor
  %ones = arith.constant dense<1.0> : !sums
  %memory = tile_gpu.alloc_tensor_memory {shared_offset = 16384 : i64} : !tile_gpu.tensor_memory<128>
  %a = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !slot
  %b = tile_gpu.alloc_buffer {shared_offset = 8192 : i64} : !slot
  tile_gpu.buffer_store %two, %a : !factor, !slot
  tile_gpu.buffer_store %three, %b : !factor, !slot
  tile_gpu.tensor_store %ones, %memory column 0 turn %zero of 2 : !sums, !tile_gpu.tensor_memory<128>
  tile_gpu.tensor_store %ones, %memory column 0 turn %first of 2 : !sums, !tile_gpu.tensor_memory<128>
  tile_gpu.proxy_fence
  tile_gpu.memory_barrier cta
  tile_gpu.tensor_mma %a, %b into %memory column 0 turn %zero of 2 accumulates %true : !slot, !slot into !tile_gpu.tensor_memory<128>
  tile_gpu.tensor_mma %a, %b into %memory column 0 turn %first of 2 accumulates %true : !slot, !slot into !tile_gpu.tensor_memory<128>
  tile_gpu.tensor_mma %a, %b into %memory column 0 turn %zero of 2 accumulates %true : !slot, !slot into !tile_gpu.tensor_memory<128>
  tile_gpu.tensor_wait %memory pending 0 : !tile_gpu.tensor_memory<128>
  %v = tile_gpu.tensor_load %memory column 0 turn %first of 2 : !tile_gpu.tensor_memory<128> -> !sums
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
  tile_gpu.dealloc_tensor_memory %memory : !tile_gpu.tensor_memory<128>
  return
}

// CHECK-LABEL: no_such_turn: turn.cu:1:1: expected a turn below 2, got 2
func.func @no_such_turn() attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 17408 : i64} {
  %turn = arith.constant 2 : i32
  %ones = arith.constant dense<1.0> : !sums
  %memory = tile_gpu.alloc_tensor_memory {shared_offset = 16384 : i64} : !tile_gpu.tensor_memory<128>
  tile_gpu.tensor_store %ones, %memory column 0 turn %turn of 2 : !sums, !tile_gpu.tensor_memory<128> loc("turn.cu":1:1)
  tile_gpu.dealloc_tensor_memory %memory : !tile_gpu.tensor_memory<128>
  return
}

// CHECK-LABEL: read_in_flight:
// CHECK-SAME: {{data race}}
func.func @read_in_flight() attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 17408 : i64} {
  %false = arith.constant false
  %two = arith.constant dense<2.0> : !factor
  %memory = tile_gpu.alloc_tensor_memory {shared_offset = 16384 : i64} : !memory
  %a = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !slot
  tile_gpu.buffer_store %two, %a : !factor, !slot
  tile_gpu.proxy_fence
  tile_gpu.memory_barrier cta
  tile_gpu.tensor_mma %a, %a into %memory column 0 accumulates %false : !slot, !slot into !memory
  tile_gpu.tensor_wait %memory pending 1 : !memory
  %v = tile_gpu.tensor_load %memory column 0 : !memory -> !sums loc("load.cu":1:1)
  tile_gpu.tensor_wait %memory pending 0 : !memory
  tile_gpu.dealloc_tensor_memory %memory : !memory
  return
}

// A slot is written while the MMA may read it.
// CHECK-LABEL: overwritten: store.cu:1:1: {{.*}}race
func.func @overwritten() attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 17408 : i64} {
  %false = arith.constant false
  %two = arith.constant dense<2.0> : !factor
  %memory = tile_gpu.alloc_tensor_memory {shared_offset = 16384 : i64} : !memory
  %a = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !slot
  tile_gpu.buffer_store %two, %a : !factor, !slot
  tile_gpu.proxy_fence
  tile_gpu.memory_barrier cta
  tile_gpu.tensor_mma %a, %a into %memory column 0 accumulates %false : !slot, !slot into !memory
  tile_gpu.memory_barrier cta
  tile_gpu.buffer_store %two, %a : !factor, !slot loc("store.cu":1:1)
  tile_gpu.tensor_wait %memory pending 0 : !memory
  tile_gpu.dealloc_tensor_memory %memory : !memory
  return
}

// CHECK-LABEL: no_proxy_fence: product.cu:1:1: {{.*}}proxy fence
func.func @no_proxy_fence() attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 17408 : i64} {
  %false = arith.constant false
  %two = arith.constant dense<2.0> : !factor
  %memory = tile_gpu.alloc_tensor_memory {shared_offset = 16384 : i64} : !memory
  %a = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !slot
  tile_gpu.buffer_store %two, %a : !factor, !slot
  tile_gpu.memory_barrier cta
  tile_gpu.tensor_mma %a, %a into %memory column 0 accumulates %false : !slot, !slot into !memory loc("product.cu":1:1)
  tile_gpu.tensor_wait %memory pending 0 : !memory
  tile_gpu.dealloc_tensor_memory %memory : !memory
  return
}

// Accumulators of other lanes are not there yet: no barrier between the stores and the MMA.
// CHECK-LABEL: no_barrier: product.cu:2:1: {{.*}}race
func.func @no_barrier() attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 17408 : i64} {
  %true = arith.constant true
  %two = arith.constant dense<2.0> : !factor
  %one = arith.constant dense<1.0> : !sums
  %memory = tile_gpu.alloc_tensor_memory {shared_offset = 16384 : i64} : !memory
  %a = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !slot
  tile_gpu.buffer_store %two, %a : !factor, !slot
  tile_gpu.proxy_fence
  tile_gpu.memory_barrier cta
  tile_gpu.tensor_store %one, %memory column 0 : !sums, !memory
  tile_gpu.tensor_mma %a, %a into %memory column 0 accumulates %true : !slot, !slot into !memory loc("product.cu":2:1)
  tile_gpu.tensor_wait %memory pending 0 : !memory
  tile_gpu.dealloc_tensor_memory %memory : !memory
  return
}

// CHECK-LABEL: given_back_early: end.cu:1:1: tensor memory is given back while an MMA
func.func @given_back_early() attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 17408 : i64} {
  %false = arith.constant false
  %two = arith.constant dense<2.0> : !factor
  %memory = tile_gpu.alloc_tensor_memory {shared_offset = 16384 : i64} : !memory
  %a = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !slot
  tile_gpu.buffer_store %two, %a : !factor, !slot
  tile_gpu.proxy_fence
  tile_gpu.memory_barrier cta
  tile_gpu.tensor_mma %a, %a into %memory column 0 accumulates %false : !slot, !slot into !memory
  tile_gpu.dealloc_tensor_memory %memory : !memory loc("end.cu":1:1)
  return
}
