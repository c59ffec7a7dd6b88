// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of 65,536 columns and more, kept on chip by the CTAs of a cluster.
#include <cuda_bf16.h>
#include "cluster_rows.h"

template <class T, int Width, int Ctas>
[[cutile::hint(900, num_cta_in_cga = Ctas)]] __tile_global__ void long_rms_norm(T* __restrict__ out, const T* __restrict__ in,
                                                                                const T* __restrict__ weight, int rows, int columns,
                                                                                float epsilon) {
  int row = ct::bid().x;
  auto x = ct::element_cast<float>(row_view<Width>(in, rows, columns).load_masked(row, 0));
  auto scale = ct::rsqrt(ct::sum<1>(x * x) / (float)columns + epsilon);
  auto w = ct::element_cast<float>(row_view<Width>(weight, 1, columns).load_masked(0, 0));
  row_view<Width>(out, rows, columns).store_masked(ct::element_cast<T>(x * scale * w), row, 0);
}

template <class T, int Width, int Ctas>
[[cutile::hint(900, num_cta_in_cga = Ctas)]] __tile_global__ void long_layer_norm(T* __restrict__ out, const T* __restrict__ in,
                                                                                  const T* __restrict__ weight,
                                                                                  const T* __restrict__ bias, int rows, int columns,
                                                                                  float epsilon) {
  int row = ct::bid().x;
  auto x = ct::element_cast<float>(row_view<Width>(in, rows, columns).load_masked(row, 0));
  auto mean = ct::sum<1>(x) / (float)columns, square = ct::sum<1>(x * x) / (float)columns;
  auto rstd = ct::rsqrt(square - mean * mean + epsilon);
  auto w = ct::element_cast<float>(row_view<Width>(weight, 1, columns).load_masked(0, 0));
  auto b = ct::element_cast<float>(row_view<Width>(bias, 1, columns).load_masked(0, 0));
  row_view<Width>(out, rows, columns).store_masked(ct::element_cast<T>((x - mean) * rstd * w + b), row, 0);
}

// All are built for the unconditional one CTA, too: so only what the cases and benchmarks use.
#define SOFTMAX(T, Width, Ctas) template __tile_global__ void cluster_softmax<T, Width, Ctas>(T*, const T*, int, int);
#define NORMS(T, Width, Ctas)                                                                                                  \
  SOFTMAX(T, Width, Ctas)                                                                                                     \
  template __tile_global__ void long_rms_norm<T, Width, Ctas>(T*, const T*, const T*, int, int, float);                       \
  template __tile_global__ void long_layer_norm<T, Width, Ctas>(T*, const T*, const T*, const T*, int, int, float);
NORMS(float, 65536, 2)
SOFTMAX(float, 65536, 4)
NORMS(float, 65536, 8)
SOFTMAX(float, 65536, 16)
NORMS(float, 262144, 8)
NORMS(float, 262144, 16)
SOFTMAX(__nv_bfloat16, 65536, 2)
SOFTMAX(__nv_bfloat16, 65536, 4)
SOFTMAX(__nv_bfloat16, 65536, 8)
SOFTMAX(__nv_bfloat16, 65536, 16)
NORMS(__nv_bfloat16, 131072, 8)
