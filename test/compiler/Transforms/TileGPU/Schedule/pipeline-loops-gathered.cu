// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec -arch=sm_90a --remarks --emit=tile-gpu %s -o - 2>&1 | FileCheck %s
// Rows that a list names are none for the copy engine. Every lane copies its parts of them three iterations ahead, to
// where the MMA reads them; the other operand comes by the producer warp.
// CHECK: no tensor map: the rows of a gather are not one box
// CHECK: pipelined: 1 load by asynchronous copies into 5 stages, 49152 bytes of a CTA in flight; every lane copies, and the MMA reads the stages where they are, behind a fence and a barrier
// CHECK: 1 load by a producer warp into 1 stage buffer of
// CHECK: the MMAs of one iteration run on into the next
// CHECK-LABEL: func @_Z8gatheredB2v0
// CHECK: tile_gpu.warp_roles
// CHECK: tile_gpu.async_copy
// CHECK: scf.for
// CHECK: %[[THERE:.*]] = tile_gpu.async_wait %{{.*}} pending 2
// CHECK-NEXT: tile_gpu.proxy_fence
// CHECK-NOT: tile_gpu.buffer_load
// CHECK: %[[FULL:.*]] = tile_gpu.mbarrier_wait
// CHECK: tile_gpu.warpgroup_mma {{.*}} after %[[FULL]], %[[THERE]]
// CHECK: tile_gpu.async_copy
// CHECK: tile_gpu.warpgroup_wait {{.*}} pending 1
// CHECK: tile_gpu.mbarrier_arrive
// CHECK: producer
// CHECK: tile_gpu.tma_load
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
using T = __nv_bfloat16;

template <int Rows, int Columns, class P> __tile__ auto tiles(P* p, int rows, int columns) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, ct::shape<Rows, Columns>{}};
}

__tile_global__ void gathered(float* __restrict__ c, const T* __restrict__ a, const T* __restrict__ b,
                              const int* __restrict__ list, int tokens, int rows, int k) {
  auto from = ct::gather_scatter_view{ct::tensor_span{a, ct::extents{tokens, k}}, ct::shape<128, 64>{}, 0_ic};
  auto vb = tiles<64, 128>(b, k, 128);
  int block = ct::bid().x;
  auto row = block * 128 + ct::iota<ct::tile<int, ct::shape<128>>>();
  auto token = ct::load_masked(list + row, row < rows, -1);
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64))) sum = ct::mma(from.load_masked(token, t), vb.load_masked(t, 0), sum);
  tiles<128, 128>(c, rows, 128).store_masked(sum, block, 0);
}
