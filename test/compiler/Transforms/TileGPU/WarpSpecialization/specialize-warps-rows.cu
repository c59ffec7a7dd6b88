// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --variants=2 --emit=tile-gpu -o - | FileCheck %s
// Parts of rows in one stage, which clusters draw: L2 does not fetch the next one meanwhile, however long they are.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int Width, class T> __tile__ auto view(T* p, int rows, int columns) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, ct::shape<1, Width>{}};
}

// CHECK-LABEL: func.func @_Z5scaleB2v0
// CHECK: } producer warps 1 {
// CHECK-NOT: tile_gpu.tma_prefetch %
// CHECK: tile_gpu.tma_load
// CHECK-LABEL: func.func @_Z5scale
[[cutile::hint(900, num_cta_in_cga = 16)]] __tile_global__ void scale(float* __restrict__ out, const float* __restrict__ in,
                                                                      const float* __restrict__ weight, const float* __restrict__ bias,
                                                                      int rows, int columns) {
  constexpr int Width = 262144;
  auto x = view<Width>(in, rows, columns).load_masked(ct::bid().x, 0);
  auto scaled = x * ct::sum<1>(x * x) * view<Width>(weight, 1, columns).load_masked(0, 0);
  view<Width>(out, rows, columns).store_masked(scaled + view<Width>(bias, 1, columns).load_masked(0, 0), ct::bid().x, 0);
}

// Rows of 64 registers a lane: what the producer does not need of its share goes to the others. The row comes in quarters,
// of which each has a stage of its own and releases it before the next one is waited for.
// CHECK-LABEL: func.func @_Z6divideB2v0
// CHECK: tile_gpu.warp_roles registers 104, 56 consumers {
// CHECK-COUNT-3: tile_gpu.mbarrier_arrive {{.*}} by warps
// CHECK: tile_gpu.reduce
// CHECK: tile_gpu.mbarrier_arrive {{.*}} by warps
// CHECK: } producer {
// CHECK-NOT: tile_gpu.tma_prefetch %
// CHECK-COUNT-4: tile_gpu.tma_load
// CHECK-LABEL: func.func @_Z6divide
[[cutile::hint(900, num_cta_in_cga = 2)]] __tile_global__ void divide(float* __restrict__ out, const float* __restrict__ in, int rows,
                                                                      int columns) {
  constexpr int Width = 65536;
  auto x = view<Width>(in, rows, columns).load_masked(ct::bid().x, 0);
  view<Width>(out, rows, columns).store_masked(x / ct::sum<1>(x), ct::bid().x, 0);
}
