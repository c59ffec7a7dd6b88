// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of floats quantised to signed bytes with one scale a row, and back.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr int kWidth = 128;

template <class T> __tile__ auto row_view(T* p, int rows, int columns) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, ct::shape<1, kWidth>{}};
}

// Halves are rounded upwards; the language has no rounding function of its own.
template <class T> __tile__ T nearest(const T& x) { return ct::floor(x + 0.5f); }

__tile_global__ void quantize_int8(signed char* out, float* scales, const float* in, int rows, int columns) {
  int row = ct::bid().x, tiles = ct::ceildiv(columns, kWidth);
  auto x = row_view(in, rows, columns);
  float largest = 0;
  for (int t : ct::irange(0, tiles))
    largest = ct::max(largest, static_cast<float>(ct::reduce_max<1>(ct::abs(x.load_masked(row, t)))));
  float scale = largest > 0 ? largest / 127.0f : 1.0f;
  scales[row] = scale;
  for (int t : ct::irange(0, tiles)) {
    auto q = ct::min(ct::max(nearest(x.load_masked(row, t) / scale), -127.0f), 127.0f);
    row_view(out, rows, columns).store_masked(ct::element_cast<signed char>(q), row, t);
  }
}

__tile_global__ void dequantize_int8(float* out, const signed char* in, const float* scales, int rows, int columns) {
  int row = ct::bid().x, t = ct::bid().y;
  auto q = row_view(in, rows, columns).load_masked(row, t);
  row_view(out, rows, columns).store_masked(ct::element_cast<float>(q) * scales[row], row, t);
}

// The same with a whole row in a tile, read once.
template <int Width>
__tile_global__ void quantize_int8_row(signed char* out, float* scales, const float* in, int rows, int columns) {
  int row = ct::bid().x;
  auto view = [=](auto* p) { return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, ct::shape<1, Width>{}}; };
  auto x = view(in).load_masked(row, 0);
  float largest = static_cast<float>(ct::reduce_max<1>(ct::abs(x)));
  float scale = largest > 0 ? largest / 127.0f : 1.0f;
  scales[row] = scale;
  auto q = ct::min(ct::max(nearest(x / scale), -127.0f), 127.0f);
  view(out).store_masked(ct::element_cast<signed char>(q), row, 0);
}
template <int Width>
__tile_global__ void dequantize_int8_row(float* out, const signed char* in, const float* scales, int rows, int columns) {
  int row = ct::bid().x;
  auto view = [=](auto* p) { return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, ct::shape<1, Width>{}}; };
  view(out).store_masked(ct::element_cast<float>(view(in).load_masked(row, 0)) * scales[row], row, 0);
}
template __tile_global__ void dequantize_int8_row<1024>(float*, const signed char*, const float*, int, int);
template __tile_global__ void quantize_int8_row<1024>(signed char*, float*, const float*, int, int);
template __tile_global__ void quantize_int8_row<4096>(signed char*, float*, const float*, int, int);
