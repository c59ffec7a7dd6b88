// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operands that lanes load are read from buffers as they are multiplied where a lane would hold the fragments of one while the other
// comes through the same shared memory, and has too few registers for both.
// RUN: tilec %s -arch=sm_80 --emit=tile-gpu -o - | FileCheck %s
// RUN: tilec %s -arch=sm_80 --remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tilec %s -arch=sm_80 --remarks -o /dev/null 2>&1 | grep -c "where they are multiplied" | FileCheck %s --check-prefix=COUNT
// REMARK: remark: read from shared memory where they are multiplied: 2 operands, as a lane has 255 registers
// COUNT: {{^}}1{{$}}
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// Each MMA is the next one's operand, so that nothing is loaded ahead.
template <int Size> __tile__ void powers(__half* a, __half* b, int n) {
  auto view = [=](__half* p) { return ct::partition_view{ct::tensor_span{p, ct::extents{n, Size}}, ct::shape<Size, Size>{}}; };
  auto zero = ct::zeros<ct::tile<float, ct::shape<Size, Size>>>();
  for (int t : ct::irange(0, n / Size - 1))
    view(a).store_masked(ct::element_cast<__half>(ct::mma(view(a).load_masked(t, 0), view(b).load_masked(t, 0), zero)), t + 1, 0);
}

// CHECK-LABEL: func.func @_Z5largeB2v0
// CHECK: scf.for
// CHECK: %[[LEFT:.*]] = tile_gpu.load
// CHECK: %[[RIGHT:.*]] = tile_gpu.load
// CHECK: tile_gpu.buffer_store %[[LEFT]], %[[A:.*]] :
// CHECK-NOT: memory_barrier
// CHECK: tile_gpu.buffer_store %[[RIGHT]], %[[B:.*]] :
// CHECK: tile_gpu.memory_barrier cta
// CHECK-DAG: %[[X:.*]] = tile_gpu.buffer_load %[[A]]
// CHECK-DAG: %[[Y:.*]] = tile_gpu.buffer_load %[[B]]
// CHECK: tile_gpu.mma mma_sync %[[X]], %[[Y]],
// CHECK-LABEL: func.func @_Z5large
__tile_global__ void large(__half* a, __half* b, int n) { powers<128>(a, b, n); }

__tile_global__ void small(__half* a, __half* b, int n) { powers<64>(a, b, n); }
