// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-step-fma-dots | FileCheck %s
// FMA-based dots read their operands from shared memory, a few steps along K at a time.
#sum = #tile_gpu.layout<register = [[0, 1], [0, 2], [1, 0], [2, 0], [16, 0], [0, 32]], lane = [[4, 0], [0, 4], [0, 8], [0, 16], [8, 0]], warp = [[32, 0]]>
#anyA = #tile_gpu.layout<register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0]]>
#anyB = #tile_gpu.layout<register = [[0, 1], [0, 2], [4, 0], [8, 0], [16, 0]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], warp = [[2, 0]]>
#halvesT = #tile_gpu.layout<register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0]]>
#halves = #tile_gpu.layout<register = [[1, 0], [2, 0], [0, 8], [0, 16], [0, 32]], lane = [[4, 0], [8, 0], [16, 0], [0, 1], [0, 2]], warp = [[0, 4]]>
#rowsA = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 4], [2, 8], [4, 16], [8, 0], [16, 0], [32, 0]]>
#rowsB = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0]]>
!slotA = !tile_gpu.buffer<64x32xf32, #rowsA, align = 1024>
!slotB = !tile_gpu.buffer<32x64xf32, #rowsB>

// A step is four deep, the body two steps of 64 accumulators a lane; the buffers are freed behind the loop.
// CHECK-LABEL: func @from_slots
// CHECK: %[[A:.*]] = tile_gpu.alloc_buffer : !tile_gpu.buffer<64x32xf32
// CHECK: %[[B:.*]] = tile_gpu.alloc_buffer : !tile_gpu.buffer<32x64xf32
// CHECK-NOT: tile_gpu.buffer_load
// CHECK: scf.for %[[I:.*]] = %c0{{.*}} to %c8{{.*}} step %c2
// CHECK-COUNT-2: tile_gpu.mma fma {{.*}} : tensor<64x4xf32, #{{.*}}>, tensor<4x64xf32, #{{.*}}>, tensor<64x64xf32
// CHECK-NOT: tile_gpu.mma
// CHECK: }
// CHECK-NOT: tile_gpu.mma
// CHECK: tile_gpu.free_buffer %[[B]]
// CHECK: return
func.func @from_slots(%z: tensor<64x64xf32, #sum>, %t: !tile_gpu.token) -> tensor<64x64xf32, #sum> attributes {tile_gpu.num_warps = 2 : i32} {
  %bufferA = tile_gpu.alloc_buffer : !slotA
  %bufferB = tile_gpu.alloc_buffer : !slotB
  %a = tile_gpu.buffer_load %bufferA after %t : !slotA -> tensor<64x32xf32, #anyA>
  tile_gpu.free_buffer %bufferA : !slotA
  %b = tile_gpu.buffer_load %bufferB after %t : !slotB -> tensor<32x64xf32, #anyB>
  tile_gpu.free_buffer %bufferB : !slotB
  %s = tile_gpu.mma fma %a, %b, %z : tensor<64x32xf32, #anyA>, tensor<32x64xf32, #anyB>, tensor<64x64xf32, #sum>
  return %s : tensor<64x64xf32, #sum>
}

// What lanes hold is stored first, and a barrier stands before the steps.
// CHECK-LABEL: func @from_registers
// CHECK: tile_gpu.buffer_store %{{.*}} : tensor<64x32xf32
// CHECK: tile_gpu.buffer_store %{{.*}} : tensor<32x64xf32
// CHECK: tile_gpu.memory_barrier cta
// CHECK: scf.for
// CHECK: tile_gpu.buffer_load %{{.*}} part
// CHECK: tile_gpu.free_buffer
// CHECK: tile_gpu.free_buffer
func.func @from_registers(%a: tensor<64x32xf32, #anyA>, %b: tensor<32x64xf32, #anyB>, %z: tensor<64x64xf32, #sum>) -> tensor<64x64xf32, #sum> attributes {tile_gpu.num_warps = 2 : i32} {
  %s = tile_gpu.mma fma %a, %b, %z : tensor<64x32xf32, #anyA>, tensor<32x64xf32, #anyB>, tensor<64x64xf32, #sum>
  return %s : tensor<64x64xf32, #sum>
}

// A stage that is written again before the MMA is no place to read the operand from.
// CHECK-LABEL: func @written_again
// CHECK: %[[OLD:.*]] = tile_gpu.buffer_load %{{.*}} : !tile_gpu.buffer<64x32xf32
// CHECK: tile_gpu.buffer_store %[[OLD]], %{{.*}} : tensor<64x32xf32
func.func @written_again(%new: tensor<64x32xf32, #anyA>, %b: tensor<32x64xf32, #anyB>, %z: tensor<64x64xf32, #sum>) -> tensor<64x64xf32, #sum> attributes {tile_gpu.num_warps = 2 : i32} {
  %bufferA = tile_gpu.alloc_buffer : !slotA
  %a = tile_gpu.buffer_load %bufferA : !slotA -> tensor<64x32xf32, #anyA>
  tile_gpu.buffer_store %new, %bufferA : tensor<64x32xf32, #anyA>, !slotA
  %s = tile_gpu.mma fma %a, %b, %z : tensor<64x32xf32, #anyA>, tensor<32x64xf32, #anyB>, tensor<64x64xf32, #sum>
  return %s : tensor<64x64xf32, #sum>
}

// What was made wider and turned is stored narrow, and lanes widen what they read.
// CHECK-LABEL: func @widened
// CHECK: %[[NARROW:.*]] = tile_gpu.permute %{{.*}} [1, 0] : tensor<64x32xf16
// CHECK: tile_gpu.buffer_store %[[NARROW]]
// CHECK: %[[PART:.*]] = tile_gpu.buffer_load {{.*}} -> tensor<4x64xf16
// CHECK: tile.ftof %[[PART]] : tensor<4x64xf16, #{{.*}}> -> tensor<4x64xf32
func.func @widened(%a: tensor<64x32xf32, #anyA>, %h: tensor<64x32xf16, #halvesT>, %z: tensor<64x64xf32, #sum>) -> tensor<64x64xf32, #sum> attributes {tile_gpu.num_warps = 2 : i32} {
  %w = tile.ftof %h : tensor<64x32xf16, #halvesT> -> tensor<64x32xf32, #halvesT>
  %b = tile_gpu.permute %w [1, 0] : tensor<64x32xf32, #halvesT> -> tensor<32x64xf32, #halves>
  %s = tile_gpu.mma fma %a, %b, %z : tensor<64x32xf32, #anyA>, tensor<32x64xf32, #halves>, tensor<64x64xf32, #sum>
  return %s : tensor<64x64xf32, #sum>
}
