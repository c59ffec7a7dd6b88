// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --variants=2 --persistent=off --emit=tile-gpu -o - | FileCheck %s
// RUN: tilec %s -arch=sm_90a --variants=2 --persistent=on --emit=tile-gpu -o - | FileCheck %s --check-prefix=STAYS
// Beside warpgroup MMAs weights are summed over lanes behind the loop where there is one warpgroup, or where the sum would need a barrier since two
// share rows; not by two that have rows of their own, nor where CTAs stay.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int Queries, int Width, int Keys>
__tile_global__ void weighted(float* __restrict__ out, const __nv_bfloat16* __restrict__ q, const __nv_bfloat16* __restrict__ k, int keys) {
  auto rows = [keys]<class P, class Shape>(P* p, Shape shape) {
    return ct::partition_view{ct::tensor_span{p, ct::extents{keys, ct::integral_constant<Width>{}}}, shape};
  };
  auto query = rows(q, ct::shape<Queries, Width>{}).load_masked(ct::bid().x, 0);
  auto sum = ct::zeros<ct::tile<float, ct::shape<Queries, Width>>>();
  auto total = ct::zeros<ct::tile<float, ct::shape<Queries, 1>>>();
  for (int t : ct::irange(0, ct::ceildiv(keys, Keys))) {
    auto key = rows(k, ct::shape<Keys, Width>{}).load_masked(t, 0);
    auto weights = ct::exp(ct::mma(query, ct::transpose(key), ct::zeros<ct::tile<float, ct::shape<Queries, Keys>>>()));
    total = total + ct::sum<1>(weights);
    sum = ct::mma(ct::element_cast<__nv_bfloat16>(weights), key, sum);
  }
  rows(out, ct::shape<Queries, Width>{}).store_masked(sum / total, ct::bid().x, 0);
}

#define WEIGHTED(...) template __tile_global__ void weighted<__VA_ARGS__>(float*, const __nv_bfloat16*, const __nv_bfloat16*, int);

// CHECK-LABEL: func @_Z8weightedB2v0ILi64ELi128ELi64E
// CHECK: tile_gpu.reduce {{.*}}tensor<64x{{[0-9]+}}x
// CHECK: producer
// STAYS-LABEL: func @_Z8weightedB2v0ILi64ELi128ELi64E
// STAYS-SAME: tile.persistent
// STAYS-NOT: tile_gpu.reduce {{.*}}tensor<64x{{[0-9]+}}x{{[0-9]+}}x
// STAYS: producer
WEIGHTED(64, 128, 64)

// CHECK-LABEL: func @_Z8weightedB2v0ILi64ELi512ELi64E
// CHECK: tile_gpu.reduce {{.*}}tensor<64x{{[0-9]+}}x
// CHECK: producer
WEIGHTED(64, 512, 64)

// CHECK-LABEL: func @_Z8weightedB2v0ILi128ELi128ELi64E
// CHECK-NOT: tile_gpu.reduce {{.*}}tensor<128x{{[0-9]+}}x{{[0-9]+}}x
// CHECK: producer
WEIGHTED(128, 128, 64)
