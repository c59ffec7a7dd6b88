// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tile that two operands of a loop's MMAs are made of is kept in shared memory once, and each MMA reads its fragments there.
// RUN: tilec %s -arch=sm_80 --emit=tile-gpu -o - | FileCheck %s
// RUN: tilec %s -arch=sm_80 --remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: remark: kept in shared memory: 3 operands of MMAs, as a lane has 128 registers
#include "../../../../exec/kernels/attention_backward.h"
#include <cuda_fp16.h>

// Keys multiply queries, and gradients of scores as what is added to gradients of queries; values multiply once.
// CHECK-LABEL: func.func @{{.*}}attention_backward_keysB2v0
// CHECK: %[[KEYS:.*]] = tile_gpu.alloc_buffer {{.*}} : !tile_gpu.buffer<1x64x64xf16
// CHECK-NEXT: tile_gpu.buffer_store %{{.*}}, %[[KEYS]]
// CHECK: %[[VALUES:.*]] = tile_gpu.alloc_buffer {{.*}} : !tile_gpu.buffer<64x64xf16
// CHECK: tile_gpu.buffer_store %{{.*}}, %[[VALUES]]
// CHECK-NOT: tile_gpu.mma
// CHECK: tile_gpu.buffer_load %[[KEYS]]
// CHECK: tile_gpu.mma mma_sync
// CHECK: tile_gpu.buffer_load %[[VALUES]]
// CHECK: tile_gpu.mma mma_sync
// CHECK: tile_gpu.buffer_load %[[KEYS]]
// CHECK: tile_gpu.mma mma_sync
// CHECK-NOT: tile_gpu.mma
// CHECK: tile_gpu.free_buffer %[[VALUES]]
// CHECK: tile_gpu.free_buffer %[[KEYS]]
ATTENTION_BACKWARD_KEYS(__half, 64, 64, 64, false, true)
