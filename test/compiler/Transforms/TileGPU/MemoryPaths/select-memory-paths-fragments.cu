// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --emit=tile-gpu -o - | FileCheck %s
// RUN: tilec %s -arch=sm_90a --remarks --emit=tile-gpu -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// Warps read fragments from stages that the copy engine fills, under whatever names the source gives the tile: B[n, k] transposed, tiles of batches.
// Four warps hold the fragments of an iteration, which would be 256 registers of one warp's lanes.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using T = __nv_bfloat16;

// CHECK-LABEL: func @_Z10transposedB2v0
// CHECK: scf.for
// CHECK: scf.for
// CHECK-DAG: tile_gpu.buffer_load {{.*}}-> tensor<32x256xbf16, #[[A:.*]]>
// CHECK-DAG: %[[READ:.*]] = tile_gpu.buffer_load {{.*}}-> tensor<32x256xbf16, #[[B:.*]]>
// CHECK-DAG: %[[OPERAND:.*]] = tile_gpu.permute %[[READ]]
// CHECK-NOT: convert_layout
// CHECK: tile_gpu.mma mma_sync {{.*}}%[[OPERAND]]
// REMARK: 4 warps, 64 elements a lane
__tile_global__ void transposed(T* __restrict__ y, const T* __restrict__ x, const T* __restrict__ w, int m, int n, int k) {
  auto rows = ct::partition_view{ct::tensor_span{x, ct::extents{m, k}}, ct::shape<32, 256>{}};
  auto columns = ct::partition_view{ct::tensor_span{w, ct::extents{n, k}}, ct::shape<32, 256>{}};
  auto sum = ct::zeros<ct::tile<float, ct::shape<32, 32>>>();
  for (int i : ct::irange(0, ct::ceildiv(k, 256)))
    sum = ct::mma(rows.load_masked(0, i), ct::transpose(columns.load_masked(ct::bid().x, i)), sum);
  ct::partition_view{ct::tensor_span{y, ct::extents{m, n}}, ct::shape<32, 32>{}}.store_masked(ct::element_cast<T>(sum), 0, ct::bid().x);
}

// CHECK-LABEL: func @_Z7batchesB2v0
// CHECK: scf.for
// CHECK: scf.for
// CHECK-COUNT-2: tile_gpu.buffer_load {{.*}}-> tensor<1x32x256xbf16
// CHECK-NOT: convert_layout
// CHECK: tile_gpu.mma mma_sync
__tile_global__ void batches(T* __restrict__ y, const T* __restrict__ x, const T* __restrict__ w, int batch, int m, int n, int k) {
  int b = ct::bid().y;
  auto rows = ct::partition_view{ct::tensor_span{x, ct::extents{batch, m, k}}, ct::shape<1, 32, 256>{}};
  auto columns = ct::partition_view{ct::tensor_span{w, ct::extents{batch, n, k}}, ct::shape<1, 32, 256>{}};
  auto sum = ct::zeros<ct::tile<float, ct::shape<32, 32>>>();
  for (int i : ct::irange(0, ct::ceildiv(k, 256)))
    sum = ct::mma(ct::reshape(rows.load_masked(b, 0, i), ct::shape<32, 256>{}),
                  ct::transpose(ct::reshape(columns.load_masked(b, ct::bid().x, i), ct::shape<32, 256>{})), sum);
  ct::partition_view{ct::tensor_span{y, ct::extents{batch, m, n}}, ct::shape<1, 32, 32>{}}.store_masked(
      ct::reshape(ct::element_cast<T>(sum), ct::shape<1, 32, 32>{}), b, 0, ct::bid().x);
}
