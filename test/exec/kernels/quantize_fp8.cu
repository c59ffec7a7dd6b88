// needs sm_89
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of floats quantised to 8-bit floats of both kinds with one scale a row, and back.
#include <cuda_fp8.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr int kWidth = 128;

template <class T> __tile__ auto row_view(T* p, int rows, int columns) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, ct::shape<1, kWidth>{}};
}

template <class Q> __tile_global__ void quantize_fp8(Q* out, float* scales, const float* in, int rows, int columns, float top) {
  int row = ct::bid().x;
  auto x = row_view(in, rows, columns).load_masked(row, 0);
  float largest = static_cast<float>(ct::reduce_max<1>(ct::abs(x)));
  float scale = largest > 0 ? largest / top : 1.0f;
  scales[row] = scale;
  row_view(out, rows, columns).store_masked(ct::element_cast<Q>(x / scale), row, 0);
}

template <class Q> __tile_global__ void dequantize_fp8(float* out, const Q* in, const float* scales, int rows, int columns) {
  int row = ct::bid().x;
  auto q = row_view(in, rows, columns).load_masked(row, 0);
  row_view(out, rows, columns).store_masked(ct::element_cast<float>(q) * scales[row], row, 0);
}

template __tile_global__ void quantize_fp8<__nv_fp8_e4m3>(__nv_fp8_e4m3*, float*, const float*, int, int, float);
template __tile_global__ void quantize_fp8<__nv_fp8_e5m2>(__nv_fp8_e5m2*, float*, const float*, int, int, float);
template __tile_global__ void dequantize_fp8<__nv_fp8_e4m3>(float*, const __nv_fp8_e4m3*, const float*, int, int);
template __tile_global__ void dequantize_fp8<__nv_fp8_e5m2>(float*, const __nv_fp8_e5m2*, const float*, int, int);
