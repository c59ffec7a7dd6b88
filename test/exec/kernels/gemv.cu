// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix times vector, a block for some rows and a loop along them: floats, 16-bit floats, and bytes with a scale for each row.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <class T, int Rows, int Columns>
__tile_global__ void gemv(float* __restrict__ y, const T* __restrict__ matrix, const float* __restrict__ x, int rows,
                          int columns) {
  auto parts = ct::partition_view{ct::tensor_span{matrix, ct::extents{rows, columns}}, ct::shape<Rows, Columns>{}};
  auto vector = ct::partition_view{ct::tensor_span{x, ct::extents{1, columns}}, ct::shape<1, Columns>{}};
  auto result = ct::partition_view{ct::tensor_span{y, ct::extents{rows, 1}}, ct::shape<Rows, 1>{}};
  int block = ct::bid().x;
  auto sums = ct::zeros<ct::tile<float, ct::shape<Rows, Columns>>>();
  for (int t : ct::irange(0, ct::ceildiv(columns, Columns)))
    sums = ct::fma(ct::element_cast<float>(parts.load_masked(block, t)), vector.load_masked(0, t), sums);
  result.store_masked(ct::sum<1>(sums), block, 0);
}

template <int Rows, int Columns>
__tile_global__ void gemv_quantised(float* __restrict__ y, const signed char* __restrict__ matrix,
                                    const float* __restrict__ scales, const float* __restrict__ x, int rows, int columns) {
  auto parts = ct::partition_view{ct::tensor_span{matrix, ct::extents{rows, columns}}, ct::shape<Rows, Columns>{}};
  auto vector = ct::partition_view{ct::tensor_span{x, ct::extents{1, columns}}, ct::shape<1, Columns>{}};
  auto column_of = [=](auto* p) {
    return ct::partition_view{ct::tensor_span{p, ct::extents{rows, 1}}, ct::shape<Rows, 1>{}};
  };
  int block = ct::bid().x;
  auto sums = ct::zeros<ct::tile<float, ct::shape<Rows, Columns>>>();
  for (int t : ct::irange(0, ct::ceildiv(columns, Columns)))
    sums = ct::fma(ct::element_cast<float>(parts.load_masked(block, t)), vector.load_masked(0, t), sums);
  column_of(y).store_masked(ct::sum<1>(sums) * column_of(scales).load_masked(block, 0), block, 0);
}

template __tile_global__ void gemv<float, 4, 1024>(float*, const float*, const float*, int, int);
template __tile_global__ void gemv<__nv_bfloat16, 4, 1024>(float*, const __nv_bfloat16*, const float*, int, int);
template __tile_global__ void gemv_quantised<4, 64>(float*, const signed char*, const float*, const float*, int, int);
template __tile_global__ void gemv_quantised<4, 1024>(float*, const signed char*, const float*, const float*, int, int);
