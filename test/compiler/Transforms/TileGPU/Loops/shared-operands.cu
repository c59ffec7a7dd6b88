// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An operand that lanes load and that two MMAs multiply by, in another shape, is stored once and read by each of them.
// RUN: tilec %s -arch=sm_80 --emit=tile-gpu -o - | FileCheck %s
#include "../../../../exec/kernels/linear_attention.cu"

// CHECK-LABEL: func.func @_Z22gated_linear_attentionB2v0
// CHECK: scf.for
// CHECK: %[[LOADED:.*]] = tile_gpu.load {{.*}} vector 8
// CHECK: tile_gpu.buffer_store %[[LOADED]], %[[BUFFER:.*]] :
// CHECK-NOT: buffer_store
// CHECK: %[[ONCE:.*]] = tile_gpu.buffer_load %[[BUFFER]]
// CHECK-NEXT: %[[ONE:.*]] = tile_gpu.reshape %[[ONCE]]
// CHECK-NEXT: tile_gpu.mma mma_sync {{.*}}, %[[ONE]],
// CHECK: %[[AGAIN:.*]] = tile_gpu.buffer_load %[[BUFFER]]
// CHECK-NEXT: %[[OTHER:.*]] = tile_gpu.reshape %[[AGAIN]]
// CHECK-NEXT: tile_gpu.mma mma_sync {{.*}}, %[[OTHER]],
// CHECK-NEXT: tile_gpu.free_buffer %[[BUFFER]]
