// needs sm_89
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Factors of 8 and 32 bits whose neighbours in memory lie along M or N, where wgmma reads along K only: of one factor or of both, as they are or rounded.
#include "warpgroup_products.h"
#include <cuda_fp8.h>
#include <cuda_tf32.h>

WARPGROUP_GEMM(float, __nv_fp8_e4m3, __nv_fp8_e4m3, float, 128, 128, 128, false, false)
WARPGROUP_GEMM(float, __nv_fp8_e4m3, __nv_fp8_e4m3, float, 128, 128, 128, true, true)
WARPGROUP_GEMM(float, __nv_fp8_e4m3, __nv_fp8_e4m3, float, 128, 64, 64, true, false)
WARPGROUP_GEMM(float, __nv_fp8_e5m2, __nv_fp8_e5m2, float, 64, 256, 32, false, false)
WARPGROUP_GEMM(float, __nv_fp8_e5m2, __nv_fp8_e5m2, float, 64, 128, 256, true, false)
WARPGROUP_GEMM(int, unsigned char, signed char, int, 64, 128, 128, false, false)
WARPGROUP_GEMM(int, signed char, unsigned char, int, 128, 64, 64, true, false)
WARPGROUP_GEMM(int, signed char, unsigned char, int, 128, 64, 64, true, true)
WARPGROUP_GEMM(float, __nv_tf32, __nv_tf32, float, 64, 128, 32, false, false)
WARPGROUP_GEMM(float, __nv_tf32, __nv_tf32, float, 128, 64, 16, true, false)
WARPGROUP_GEMM(float, __nv_tf32, __nv_tf32, float, 128, 64, 64, true, true)

// c = a * b with factors that each iteration rounds.
template <int M, int N, int K, bool ATransposed, bool BTransposed>
__tile_global__ void rounded_gemm(float* __restrict__ c, const float* __restrict__ a, const float* __restrict__ b, int m, int n, int k) {
  auto va = matrix<ATransposed>(a, ct::extents{m, k}, ct::shape<M, K>{});
  auto vb = matrix<BTransposed>(b, ct::extents{k, n}, ct::shape<K, N>{});
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<ct::tile<float, ct::shape<M, N>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, K)))
    sum = ct::mma(ct::element_cast<__nv_tf32>(va.load_masked(i, t)), ct::element_cast<__nv_tf32>(vb.load_masked(t, j)), sum);
  matrix<false>(c, ct::extents{m, n}, ct::shape<M, N>{}).store_masked(sum, i, j);
}
#define ROUNDED_GEMM(M, N, K, TA, TB) template __tile_global__ void rounded_gemm<M, N, K, TA, TB>(float*, const float*, const float*, int, int, int);
ROUNDED_GEMM(128, 128, 32, false, false)
ROUNDED_GEMM(64, 128, 64, false, true)
ROUNDED_GEMM(128, 64, 16, true, false)
ROUNDED_GEMM(64, 64, 32, true, true)
ROUNDED_GEMM(256, 256, 32, false, false)
