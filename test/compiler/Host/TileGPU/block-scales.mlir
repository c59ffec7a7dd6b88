// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Block-scaled MMAs into tensor memory: one done right, in whatever order, and one fault in each other kernel.
// RUN: tile-gpu-run --print 8 --orders 1 %s | FileCheck %s
// RUN: tile-gpu-run --print 8 --orders 20 %s | FileCheck %s

#sums = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
#any = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
#anyB = #tile_gpu.layout<register = [[1, 0], [2, 0], [4, 0], [8, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[0, 32], [16, 0]]>
#sa = #tile_gpu.layout<register = [[32, 0], [64, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 0], [0, 0]]>
#sb = #tile_gpu.layout<register = [[0, 32]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[0, 0], [0, 0]]>
#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 0], [2, 0], [4, 16], [8, 0], [16, 0], [32, 0], [64, 0]]>
#columns = #tile_gpu.shared<[[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [0, 1], [0, 2], [16, 4], [0, 8], [0, 16], [0, 32]]>
!a = !tile_gpu.buffer<128x32xf8E4M3FN, #rows, align = 1024>
!b = !tile_gpu.buffer<32x64xf8E4M3FN, #columns, align = 1024>
!memory = !tile_gpu.tensor_memory<128>
!sums = tensor<128x64xf32, #sums>

// Twos times threes, 32 of them, by scales of 4 and 1/2: 384, as bits.
// CHECK-LABEL: product: ok
// CHECK: arg0: 1136656384 1136656384
func.func @product(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 8192 : i64} {
  %false = arith.constant false
  %two = arith.constant dense<2.0> : tensor<128x32xf8E4M3FN, #any>
  %three = arith.constant dense<3.0> : tensor<32x64xf8E4M3FN, #anyB>
  %four = arith.constant dense<4.0> : tensor<128x1xf8E8M0FNU, #sa>
  %half = arith.constant dense<0.5> : tensor<1x64xf8E8M0FNU, #sb>
  %memory = tile_gpu.alloc_tensor_memory {shared_offset = 6144 : i64} : !memory
  %a = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !a
  %b = tile_gpu.alloc_buffer {shared_offset = 4096 : i64} : !b
  tile_gpu.buffer_store %two, %a : tensor<128x32xf8E4M3FN, #any>, !a
  tile_gpu.buffer_store %three, %b : tensor<32x64xf8E4M3FN, #anyB>, !b
  tile_gpu.proxy_fence
  tile_gpu.tensor_store_scales %four, %memory column 64 : tensor<128x1xf8E8M0FNU, #sa>, !memory
  tile_gpu.tensor_store_scales %half of_b, %memory column 68 : tensor<1x64xf8E8M0FNU, #sb>, !memory
  tile_gpu.memory_barrier cta
  tile_gpu.tensor_mma %a, %b into %memory column 0 accumulates %false scales <f8E8M0FNU, depth = 1, columnOfA = 64, columnOfB = 68> : !a, !b into !memory
  tile_gpu.tensor_wait %memory pending 0 : !memory
  %v = tile_gpu.tensor_load %memory column 0 : !memory -> !sums
  %i = tile_gpu.coordinate 0 : tensor<128x64xi32, #sums>
  %j = tile_gpu.coordinate 1 : tensor<128x64xi32, #sums>
  %c = arith.constant dense<64> : tensor<128x64xi32, #sums>
  %k = arith.muli %i, %c : tensor<128x64xi32, #sums>
  %n = arith.addi %k, %j : tensor<128x64xi32, #sums>
  %ps = tile.splat %p : tensor<128x64x!tile.ptr<f32>, #sums>
  %q = tile.offset %ps, %n : tensor<128x64x!tile.ptr<f32>, #sums>, tensor<128x64xi32, #sums>
  %some = arith.constant dense<1024> : tensor<128x64xi32, #sums>
  %mask = arith.cmpi ult, %n, %some : tensor<128x64xi32, #sums>
  tile_gpu.store %q, %v mask %mask : tensor<128x64x!tile.ptr<f32>, #sums>
  tile_gpu.dealloc_tensor_memory %memory : !memory
  return
}

// Scales of other warps may not be there yet.
// CHECK-LABEL: no_barrier: scales.cu:2:1: {{.*}}race
func.func @no_barrier() attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 8192 : i64} {
  %false = arith.constant false
  %two = arith.constant dense<2.0> : tensor<128x32xf8E4M3FN, #any>
  %three = arith.constant dense<3.0> : tensor<32x64xf8E4M3FN, #anyB>
  %four = arith.constant dense<4.0> : tensor<128x1xf8E8M0FNU, #sa>
  %half = arith.constant dense<0.5> : tensor<1x64xf8E8M0FNU, #sb>
  %memory = tile_gpu.alloc_tensor_memory {shared_offset = 6144 : i64} : !memory
  %a = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !a
  %b = tile_gpu.alloc_buffer {shared_offset = 4096 : i64} : !b
  tile_gpu.buffer_store %two, %a : tensor<128x32xf8E4M3FN, #any>, !a
  tile_gpu.buffer_store %three, %b : tensor<32x64xf8E4M3FN, #anyB>, !b
  tile_gpu.proxy_fence
  tile_gpu.memory_barrier cta
  tile_gpu.tensor_store_scales %four, %memory column 64 : tensor<128x1xf8E8M0FNU, #sa>, !memory
  tile_gpu.tensor_store_scales %half of_b, %memory column 68 : tensor<1x64xf8E8M0FNU, #sb>, !memory
  tile_gpu.tensor_mma %a, %b into %memory column 0 accumulates %false scales <f8E8M0FNU, depth = 1, columnOfA = 64, columnOfB = 68> : !a, !b into !memory loc("scales.cu":2:1)
  tile_gpu.tensor_wait %memory pending 0 : !memory
  tile_gpu.dealloc_tensor_memory %memory : !memory
  return
}

// The next scales while the MMA may still read these.
// CHECK-LABEL: in_flight: {{.*}}data race: {{.*}}next.cu:1:1
func.func @in_flight() attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 8192 : i64} {
  %false = arith.constant false
  %two = arith.constant dense<2.0> : tensor<128x32xf8E4M3FN, #any>
  %three = arith.constant dense<3.0> : tensor<32x64xf8E4M3FN, #anyB>
  %four = arith.constant dense<4.0> : tensor<128x1xf8E8M0FNU, #sa>
  %half = arith.constant dense<0.5> : tensor<1x64xf8E8M0FNU, #sb>
  %memory = tile_gpu.alloc_tensor_memory {shared_offset = 6144 : i64} : !memory
  %a = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !a
  %b = tile_gpu.alloc_buffer {shared_offset = 4096 : i64} : !b
  tile_gpu.buffer_store %two, %a : tensor<128x32xf8E4M3FN, #any>, !a
  tile_gpu.buffer_store %three, %b : tensor<32x64xf8E4M3FN, #anyB>, !b
  tile_gpu.proxy_fence
  tile_gpu.tensor_store_scales %four, %memory column 64 : tensor<128x1xf8E8M0FNU, #sa>, !memory
  tile_gpu.tensor_store_scales %half of_b, %memory column 68 : tensor<1x64xf8E8M0FNU, #sb>, !memory
  tile_gpu.memory_barrier cta
  tile_gpu.tensor_mma %a, %b into %memory column 0 accumulates %false scales <f8E8M0FNU, depth = 1, columnOfA = 64, columnOfB = 68> : !a, !b into !memory
  tile_gpu.tensor_store_scales %four, %memory column 64 : tensor<128x1xf8E8M0FNU, #sa>, !memory loc("next.cu":1:1)
  tile_gpu.tensor_wait %memory pending 0 : !memory
  tile_gpu.dealloc_tensor_memory %memory : !memory
  return
}

// The MMA looks for B's scales where nobody has stored any.
// CHECK-LABEL: elsewhere: store.cu:1:1: unspecified value used as value of tile_gpu.store
func.func @elsewhere(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 8192 : i64} {
  %false = arith.constant false
  %two = arith.constant dense<2.0> : tensor<128x32xf8E4M3FN, #any>
  %three = arith.constant dense<3.0> : tensor<32x64xf8E4M3FN, #anyB>
  %four = arith.constant dense<4.0> : tensor<128x1xf8E8M0FNU, #sa>
  %half = arith.constant dense<0.5> : tensor<1x64xf8E8M0FNU, #sb>
  %memory = tile_gpu.alloc_tensor_memory {shared_offset = 6144 : i64} : !memory
  %a = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !a
  %b = tile_gpu.alloc_buffer {shared_offset = 4096 : i64} : !b
  tile_gpu.buffer_store %two, %a : tensor<128x32xf8E4M3FN, #any>, !a
  tile_gpu.buffer_store %three, %b : tensor<32x64xf8E4M3FN, #anyB>, !b
  tile_gpu.proxy_fence
  tile_gpu.tensor_store_scales %four, %memory column 64 : tensor<128x1xf8E8M0FNU, #sa>, !memory
  tile_gpu.tensor_store_scales %half of_b, %memory column 68 : tensor<1x64xf8E8M0FNU, #sb>, !memory
  tile_gpu.memory_barrier cta
  tile_gpu.tensor_mma %a, %b into %memory column 0 accumulates %false scales <f8E8M0FNU, depth = 1, columnOfA = 64, columnOfB = 72> : !a, !b into !memory
  tile_gpu.tensor_wait %memory pending 0 : !memory
  %v = tile_gpu.tensor_load %memory column 0 : !memory -> !sums
  %i = tile_gpu.coordinate 0 : tensor<128x64xi32, #sums>
  %j = tile_gpu.coordinate 1 : tensor<128x64xi32, #sums>
  %c = arith.constant dense<64> : tensor<128x64xi32, #sums>
  %k = arith.muli %i, %c : tensor<128x64xi32, #sums>
  %n = arith.addi %k, %j : tensor<128x64xi32, #sums>
  %ps = tile.splat %p : tensor<128x64x!tile.ptr<f32>, #sums>
  %q = tile.offset %ps, %n : tensor<128x64x!tile.ptr<f32>, #sums>, tensor<128x64xi32, #sums>
  %some = arith.constant dense<1024> : tensor<128x64xi32, #sums>
  %mask = arith.cmpi ult, %n, %some : tensor<128x64xi32, #sums>
  tile_gpu.store %q, %v mask %mask : tensor<128x64x!tile.ptr<f32>, #sums> loc("store.cu":1:1)
  tile_gpu.dealloc_tensor_memory %memory : !memory
  return
}
