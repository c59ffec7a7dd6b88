// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --emit=tile-gpu -o - | FileCheck %s
// Results of two boxes of columns are stored in pieces of fewer rows, of which lanes hold all: a stage of operands has the memory. A result whose columns
// belong to several warpgroups keeps them together.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int Batch, int M, int N> __tile__ void multiply(__half* c, const __half* a, const __half* b, int batch, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y, z = ct::bid().z;
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{batch, m, k}}, ct::shape<Batch, M, 64>{}};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{batch, n, k}}, ct::shape<Batch, N, 64>{}};
  auto sum = ct::zeros<ct::tile<float, ct::shape<Batch, M, N>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64)))
    sum = ct::mma(va.load_masked(z, i, t), ct::permute(vb.load_masked(z, j, t), ct::dimension_map<0, 2, 1>{}), sum);
  ct::partition_view{ct::tensor_span{c, ct::extents{batch, m, n}}, ct::shape<Batch, M, N>{}}.store_masked(ct::element_cast<__half>(sum), z, i, j);
}

// CHECK-LABEL: func @_Z5pairsB2v0
// CHECK: alloc_buffer {{.*}}!tile_gpu.buffer<2x128x64xf16, {{.*}}stages = 3
// CHECK-DAG: alloc_buffer {{.*}}!tile_gpu.buffer<2x64x64xf16, {{.*}}stages = 2
// CHECK-DAG: tensor_map <f16, {{.*}}box = [64, 64, 2]
// CHECK: tma_store {{.*}}buffer<2x64x64xf16
__tile_global__ void pairs(__half* __restrict__ c, const __half* __restrict__ a, const __half* __restrict__ b, int batch, int m, int n, int k) {
  multiply<2, 128, 128>(c, a, b, batch, m, n, k);
}

// CHECK-LABEL: func @_Z4tallB2v0
// CHECK: alloc_buffer {{.*}}!tile_gpu.buffer<1x256x64xf16, {{.*}}stages = 4
// CHECK-DAG: alloc_buffer {{.*}}!tile_gpu.buffer<1x64x128xf16, {{.*}}stages = 2
// CHECK-DAG: tensor_map <f16, {{.*}}box = [64, 64, 1]
// CHECK: tma_store {{.*}}buffer<1x64x128xf16
__tile_global__ void tall(__half* __restrict__ c, const __half* __restrict__ a, const __half* __restrict__ b, int batch, int m, int n, int k) {
  multiply<1, 256, 128>(c, a, b, batch, m, n, k);
}
