// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of which one factor is computed on the way: bytes of two 4-bit numbers with a scale for each 64, bytes with a scale for
// each column, and 8-bit floats scaled in blocks along k.
#include "gemm_forms.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

using Bf16 = __nv_bfloat16;

// d = dequantised(w) * x, w: m rows of k / 2 bytes; columns 2 j and 2 j + 1 of a row are the lower and upper half of byte j, less 8.
__tile_global__ void gemm_int4(float* __restrict__ d, const unsigned char* __restrict__ w, const float* __restrict__ scales,
                               const Bf16* __restrict__ x, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto vw = matrix_tiles<64, 32>(w, m, k / 2);
  auto vs = matrix_tiles<64, 1>(scales, m, k / 64);
  auto vx = matrix_tiles<64, 64>(x, k, n);
  auto sum = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
  for (int t : ct::irange(0, k / 64)) {
    auto bytes = ct::element_cast<int>(vw.load_masked(i, t));
    auto half = [](auto values) { return ct::reshape(values, ct::shape<64, 32, 1>{}); };
    auto pairs = ct::cat(half(bytes & 15), half(bytes >> 4), ct::integral_constant<2>{});
    auto weights = ct::element_cast<float>(ct::reshape(pairs, ct::shape<64, 64>{}) - 8) * vs.load_masked(i, t);
    sum = ct::mma(ct::element_cast<Bf16>(weights), vx.load_masked(t, j), sum);
  }
  matrix_tiles<64, 64>(d, m, n).store_masked(sum, i, j);
}

// d = (a * w) * scale, w of bytes: exact in half.
__tile_global__ void gemm_int8_weights(__half* __restrict__ d, const __half* __restrict__ a, const signed char* __restrict__ w,
                                       const float* __restrict__ scales, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto va = matrix_tiles<64, 64>(a, m, k);
  auto vw = matrix_tiles<64, 64>(w, k, n);
  auto sum = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64)))
    sum = ct::mma(va.load_masked(i, t), ct::element_cast<__half>(vw.load_masked(t, j)), sum);
  auto scale = matrix_tiles<1, 64>(scales, 1, n).load_masked(0, j);
  matrix_tiles<64, 64>(d, m, n).store_masked(ct::element_cast<__half>(sum * scale), i, j);
}

// Sums of bytes, scaled by row and column.
__tile_global__ void gemm_int8_scaled(float* __restrict__ d, const signed char* __restrict__ a, const signed char* __restrict__ b,
                                      const float* __restrict__ row_scales, const float* __restrict__ column_scales, int m, int n,
                                      int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = product_of_views<int, 64, 64>(matrix_tiles<64, 64>(a, m, k), matrix_tiles<64, 64>(b, k, n, ct::layout_left{}), i, j, 0,
                                           ct::ceildiv(k, 64));
  auto rows = matrix_tiles<64, 1>(row_scales, m, 1).load_masked(i, 0);
  auto columns = matrix_tiles<1, 64>(column_scales, 1, n).load_masked(0, j);
  matrix_tiles<64, 64>(d, m, n).store_masked(ct::element_cast<float>(sum) * rows * columns, i, j);
}
