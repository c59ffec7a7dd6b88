// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles that Hopper's warpgroups multiply: one and two warpgroups, both majors of 16-bit factors, integers, tf32, f64 by warps of their size, and
// attention whose weights never leave registers.
#include "warpgroup_products.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tf32.h>

WARPGROUP_GEMM(float, __nv_bfloat16, __nv_bfloat16, float, 64, 64, 64, false, false)
WARPGROUP_GEMM(float, __nv_bfloat16, __nv_bfloat16, float, 128, 128, 64, false, false)
WARPGROUP_GEMM(float, __nv_bfloat16, __nv_bfloat16, float, 128, 128, 64, false, true)
WARPGROUP_GEMM(float, __nv_bfloat16, __nv_bfloat16, float, 128, 128, 64, true, false)
WARPGROUP_GEMM(float, __nv_bfloat16, __nv_bfloat16, float, 128, 128, 64, true, true)
WARPGROUP_GEMM(float, __nv_bfloat16, __nv_bfloat16, float, 64, 256, 32, false, false)
WARPGROUP_GEMM(float, __nv_bfloat16, __nv_bfloat16, float, 256, 64, 128, false, false)
WARPGROUP_GEMM(float, __half, __half, float, 128, 32, 16, false, true)
WARPGROUP_GEMM(__half, __half, __half, __half, 128, 64, 64, false, false)
WARPGROUP_GEMM(float, __nv_tf32, __nv_tf32, float, 128, 64, 32, false, true)
WARPGROUP_GEMM(float, __nv_tf32, __nv_tf32, float, 64, 64, 32, false, false)
WARPGROUP_GEMM(double, double, double, double, 64, 128, 16, false, true)
WARPGROUP_GEMM(double, double, double, double, 128, 128, 16, false, true)
WARPGROUP_GEMM(int, signed char, signed char, int, 128, 64, 128, false, true)
WARPGROUP_GEMM(int, unsigned char, signed char, int, 64, 128, 64, false, true)
WARPGROUP_GEMM(int, signed char, unsigned char, int, 64, 64, 64, true, false)
WARPGROUP_GEMM(int, unsigned char, unsigned char, int, 128, 128, 64, false, true)

// Four warpgroups, by a hint: each has 64 rows, or half of their columns.
template <int M, int N, int K>
[[cutile::hint(0, num_worker_warps_per_cta = 16)]]
__tile_global__ void four_warpgroups(__nv_bfloat16* __restrict__ c, const __nv_bfloat16* __restrict__ a, const __nv_bfloat16* __restrict__ b, int m, int n,
                                     int k) {
  auto va = matrix<false>(a, ct::extents{m, k}, ct::shape<M, K>{});
  auto vb = matrix<false>(b, ct::extents{k, n}, ct::shape<K, N>{});
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<ct::tile<float, ct::shape<M, N>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, K))) sum = ct::mma(va.load_masked(i, t), vb.load_masked(t, j), sum);
  matrix<false>(c, ct::extents{m, n}, ct::shape<M, N>{}).store_masked(ct::element_cast<__nv_bfloat16>(sum), i, j);
}
template __tile_global__ void four_warpgroups<256, 128, 32>(__nv_bfloat16*, const __nv_bfloat16*, const __nv_bfloat16*, int, int, int);
template __tile_global__ void four_warpgroups<128, 256, 32>(__nv_bfloat16*, const __nv_bfloat16*, const __nv_bfloat16*, int, int, int);

// Two sums of 64 rows in one loop, which take two warpgroups.
__tile_global__ void difference_of_products(float* __restrict__ c, const __nv_bfloat16* __restrict__ a, const __nv_bfloat16* __restrict__ b,
                                            const __nv_bfloat16* __restrict__ d, int m, int n, int k) {
  auto va = matrix<false>(a, ct::extents{m, k}, ct::shape<64, 32>{});
  auto vb = matrix<false>(b, ct::extents{k, n}, ct::shape<32, 256>{}), vd = matrix<false>(d, ct::extents{k, n}, ct::shape<32, 256>{});
  int i = ct::bid().x, j = ct::bid().y;
  auto first = ct::zeros<ct::tile<float, ct::shape<64, 256>>>(), second = first;
  for (int t : ct::irange(0, ct::ceildiv(k, 32))) {
    auto rows = va.load_masked(i, t);
    first = ct::mma(rows, vb.load_masked(t, j), first);
    second = ct::mma(rows, vd.load_masked(t, j), second);
  }
  matrix<false>(c, ct::extents{m, n}, ct::shape<64, 256>{}).store_masked(first - second, i, j);
}

// Rows of one head against all its keys; P, computed from the first product, is the second one's factor.
template <class T, int Queries, int Keys, int Width>
__tile_global__ void warpgroup_attention(T* __restrict__ out, const T* __restrict__ q, const T* __restrict__ k, const T* __restrict__ v, int queries, int keys,
                                         float scale) {
  constexpr float kNegativeInfinity = -__builtin_inff();
  int block = ct::bid().x;
  auto rows = [](auto* p, int count, auto shape) {
    return ct::partition_view{ct::tensor_span{p, ct::extents{count, ct::integral_constant<Width>{}}}, shape};
  };
  auto vk = rows(k, keys, ct::shape<Keys, Width>{}), vv = rows(v, keys, ct::shape<Keys, Width>{});
  using Column = ct::tile<float, ct::shape<Queries, 1>>;
  using Scores = ct::tile<float, ct::shape<Queries, Keys>>;
  auto largest = ct::full<Column>(kNegativeInfinity), total = ct::zeros<Column>();
  auto sum = ct::zeros<ct::tile<float, ct::shape<Queries, Width>>>();
  auto query = rows(q, queries, ct::shape<Queries, Width>{}).load_masked(block, 0);
  for (int t : ct::irange(0, ct::ceildiv(keys, Keys))) {
    auto column = t * Keys + ct::iota<ct::tile<int, ct::shape<1, Keys>>>();
    auto scores = ct::mma(query, ct::transpose(vk.load_masked(t, 0)), ct::zeros<Scores>()) * scale;
    scores = ct::select(ct::broadcast(column < keys, ct::shape<Queries, Keys>{}), scores, ct::full<Scores>(kNegativeInfinity));
    auto next = ct::max(largest, ct::reduce_max<1>(scores));
    auto weights = ct::exp(scores - next);
    auto shrink = ct::exp(largest - next);
    total = total * shrink + ct::sum<1>(weights);
    sum = ct::mma(ct::element_cast<T>(weights), vv.load_masked(t, 0), sum * shrink);
    largest = next;
  }
  rows(out, queries, ct::shape<Queries, Width>{}).store_masked(ct::element_cast<T>(sum / total), block, 0);
}
template __tile_global__ void warpgroup_attention<__half, 64, 64, 64>(__half*, const __half*, const __half*, const __half*, int, int, float);
template __tile_global__ void warpgroup_attention<__nv_bfloat16, 128, 128, 128>(__nv_bfloat16*, const __nv_bfloat16*, const __nv_bfloat16*,
                                                                                 const __nv_bfloat16*, int, int, float);
