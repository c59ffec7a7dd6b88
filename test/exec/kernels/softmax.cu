// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Softmax of each row of a matrix, forward and backward, a row held in one tile.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

template <int Width, class T> __tile__ auto row_view(T* p, int rows, int columns) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, ct::shape<1, Width>{}};
}

template <class T, int Width> __tile_global__ void softmax_forward(T* out, const T* in, int rows, int columns) {
  int row = ct::bid().x;
  auto x = ct::element_cast<float>(
      row_view<Width>(in, rows, columns).template load_masked<ct::view_padding::negative_inf>(row, 0));
  auto e = ct::exp(x - ct::reduce_max<1>(x));
  row_view<Width>(out, rows, columns).store_masked(ct::element_cast<T>(e / ct::sum<1>(e)), row, 0);
}

template <class T, int Width>
__tile_global__ void softmax_backward(T* din, const T* dout, const T* out, int rows, int columns) {
  int row = ct::bid().x;
  auto y = ct::element_cast<float>(row_view<Width>(out, rows, columns).load_masked(row, 0));
  auto dy = ct::element_cast<float>(row_view<Width>(dout, rows, columns).load_masked(row, 0));
  auto dx = y * (dy - ct::sum<1>(y * dy));
  row_view<Width>(din, rows, columns).store_masked(ct::element_cast<T>(dx), row, 0);
}

// Several rows a block, by pointer tiles.
template <int Rows, int Width> __tile_global__ void softmax_rows(float* out, const float* in, int rows, int columns) {
  auto row = (int)ct::bid().x * Rows + ct::reshape(ct::iota<ct::tile<int, ct::shape<Rows>>>(), ct::shape<Rows, 1>{});
  auto column = ct::iota<ct::tile<int, ct::shape<Width>>>();
  auto offset = row * columns + column;
  auto inside = (row < rows) & (column < columns);
  auto x = ct::load_masked(in + offset, inside, -__builtin_inff());
  auto e = ct::exp(x - ct::reduce_max(x, 1_ic));
  ct::store_masked(out + offset, e / ct::sum(e, 1_ic), inside);
}

template __tile_global__ void softmax_forward<float, 64>(float*, const float*, int, int);
template __tile_global__ void softmax_forward<__half, 128>(__half*, const __half*, int, int);
template __tile_global__ void softmax_backward<float, 64>(float*, const float*, const float*, int, int);
template __tile_global__ void softmax_backward<__half, 128>(__half*, const __half*, const __half*, int, int);
template __tile_global__ void softmax_rows<4, 32>(float*, const float*, int, int);

#define LONG_ROWS(T, Width)                                                                                                    \
  template __tile_global__ void softmax_forward<T, Width>(T*, const T*, int, int);                                             \
  template __tile_global__ void softmax_backward<T, Width>(T*, const T*, const T*, int, int);
LONG_ROWS(float, 1024)
LONG_ROWS(float, 4096)
LONG_ROWS(float, 16384)
LONG_ROWS(__nv_bfloat16, 1024)
LONG_ROWS(__nv_bfloat16, 4096)
LONG_ROWS(__nv_bfloat16, 16384)
