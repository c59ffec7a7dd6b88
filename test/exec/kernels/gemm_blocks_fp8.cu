// needs sm_89
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of fp8: scaled as a whole, and with scales for each 1 x 128 of the left and each 128 x 128 of the right side.
#include "gemm_forms.h"
#include <cuda_bf16.h>
#include <cuda_fp8.h>

using Fp8 = __nv_fp8_e4m3;

__tile_global__ void gemm_fp8_scaled(__nv_bfloat16* __restrict__ d, const Fp8* __restrict__ a, const Fp8* __restrict__ b, int m, int n,
                                     int k, float scale) {
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = product_of_views<float, 64, 128>(matrix_tiles<64, 128>(a, m, k), matrix_tiles<128, 128>(b, k, n, ct::layout_left{}), i, j, 0,
                                              ct::ceildiv(k, 128));
  matrix_tiles<64, 128>(d, m, n).store_masked(ct::element_cast<__nv_bfloat16>(sum * scale), i, j);
}

__tile_global__ void gemm_fp8_blocks(float* __restrict__ d, const Fp8* __restrict__ a, const float* __restrict__ a_scales,
                                     const Fp8* __restrict__ b, const float* __restrict__ b_scales, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y, parts = ct::ceildiv(k, 128);
  auto va = matrix_tiles<64, 128>(a, m, k);
  auto vb = matrix_tiles<128, 128>(b, k, n, ct::layout_left{});
  auto vs = matrix_tiles<64, 1>(a_scales, m, parts);
  auto sum = ct::zeros<ct::tile<float, ct::shape<64, 128>>>();
  for (int t : ct::irange(0, parts)) {
    auto part = ct::mma(va.load_masked(i, t), vb.load_masked(t, j), ct::zeros<ct::tile<float, ct::shape<64, 128>>>());
    sum = sum + part * (vs.load_masked(i, t) * ct::load(b_scales + j * parts + t));
  }
  matrix_tiles<64, 128>(d, m, n).store_masked(sum, i, j);
}
