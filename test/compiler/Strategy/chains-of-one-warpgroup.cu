// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --remarks -o /dev/null 2>&1 | FileCheck %s
// Weights of 64 queries are one warpgroup's. Three CTAs share a multiprocessor where registers and two stages of each suffice: heads of 64. Two do with
// heads of 128.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using T = __nv_bfloat16;

template <int D> __tile__ void weigh(T* out, const T* q, const T* k, const T* v, int queries, int keys) {
  auto rows = [](auto* p, int count) { return ct::partition_view{ct::tensor_span{p, ct::extents<int, ct::dynamic_extent, D>{count}}, ct::shape<64, D>{}}; };
  auto vk = rows(k, keys), vv = rows(v, keys);
  auto own = rows(q, queries).load_masked(ct::bid().x, 0);
  auto sum = ct::zeros<ct::tile<float, ct::shape<64, D>>>();
  auto total = ct::zeros<ct::tile<float, ct::shape<64, 1>>>();
  for (int t : ct::irange(0, ct::ceildiv(keys, 64))) {
    auto weights = ct::exp2(ct::mma(own, ct::transpose(vk.load_masked(t, 0)), ct::zeros<ct::tile<float, ct::shape<64, 64>>>()));
    total = total + ct::sum<1>(weights);
    sum = ct::mma(ct::element_cast<T>(weights), vv.load_masked(t, 0), sum);
  }
  rows(out, queries).store_masked(ct::element_cast<T>(sum / total), ct::bid().x, 0);
}

// CHECK-DAG: chains-of-one-warpgroup.cu:[[#@LINE+1]]:{{.*}} remark: 4 warps, {{.*}}planned with registers for 3 CTAs
__tile_global__ void narrow(T* __restrict__ out, const T* __restrict__ q, const T* __restrict__ k, const T* __restrict__ v, int queries, int keys) {
  weigh<64>(out, q, k, v, queries, keys);
}
// CHECK-DAG: chains-of-one-warpgroup.cu:[[#@LINE+1]]:{{.*}} remark: 4 warps, {{.*}}planned with registers for 2 CTAs
__tile_global__ void wide(T* __restrict__ out, const T* __restrict__ q, const T* __restrict__ k, const T* __restrict__ v, int queries, int keys) {
  weigh<128>(out, q, k, v, queries, keys);
}
