// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GEGLU, forward and backward: each row of the input holds `width` gates and then `width` values; out = gelu(gate) * value.
// The two halves are two spans with the row stride of the whole.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

using Tile = ct::tile<float, ct::shape<4, 64>>;

template <class T> __tile__ auto half_of_rows(T* p, int rows, int width) {
  auto mapping = ct::layout_strided_mapping{ct::extents{rows, width}, ct::strides{2 * width, 1_ic}};
  return ct::partition_view{ct::tensor_span{p, mapping}, ct::shape<4, 64>{}};
}
template <class T> __tile__ auto rows_of(T* p, int rows, int width) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, width}}, ct::shape<4, 64>{}};
}

struct Gelu {
  Tile value, slope;
};

__tile__ Gelu gelu(Tile x) {
  auto t = ct::tanh(0.7978845608f * (x + 0.044715f * x * x * x));
  auto inner_slope = 0.7978845608f * (1.0f + 0.134145f * x * x);
  return {0.5f * x * (1.0f + t), 0.5f * (1.0f + t) + 0.5f * x * (1.0f - t * t) * inner_slope};
}

__tile_global__ void geglu_forward(float* out, const float* in, int rows, int width) {
  auto [j, i, k] = ct::bid();
  (void)k;
  auto gate = half_of_rows(in, rows, width).load_masked(i, j);
  auto value = half_of_rows(in + width, rows, width).load_masked(i, j);
  rows_of(out, rows, width).store_masked(gelu(gate).value * value, i, j);
}

__tile_global__ void geglu_backward(float* din, const float* dout, const float* in, int rows, int width) {
  auto [j, i, k] = ct::bid();
  (void)k;
  auto g = gelu(half_of_rows(in, rows, width).load_masked(i, j));
  auto value = half_of_rows(in + width, rows, width).load_masked(i, j);
  auto dy = rows_of(dout, rows, width).load_masked(i, j);
  half_of_rows(din, rows, width).store_masked(dy * value * g.slope, i, j);
  half_of_rows(din + width, rows, width).store_masked(dy * g.value, i, j);
}
