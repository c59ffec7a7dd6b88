// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Views: padding values, layouts, strided and gathering views, index types, ranks.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

template <class T> __tile__ void put(T* out, int place, const ct::tile<T, ct::shape<4, 8>>& values) {
  ct::store(out + (place * 32 + ct::iota<ct::tile<int, ct::shape<4, 8>>>()), values);
}

// Tile (1, 1) of a 6 x 11 matrix: half of it lies outside.
template <class E> __tile_global__ void paddings(E* out, const E* in) {
  auto v = ct::partition_view{ct::tensor_span{in, ct::extents{6_ic, 11}}, ct::shape<4, 8>{}};
  put<E>(out, 0, v.load_masked(1, 1));
  put<E>(out, 1, v.load_masked(ct::view_padding_zero_t{}, 1, 1));
  put<E>(out, 2, v.load_masked(ct::view_padding_negative_zero_t{}, 1, 1));
  put<E>(out, 3, v.template load_masked<ct::view_padding::positive_inf>(1, 1));
  put<E>(out, 4, v.load_masked(ct::view_padding_negative_inf_t{}, 1, 1));
  put<E>(out, 5, v.template load_masked<ct::view_padding::nan>(1, 1));
}

// The same 8 x 16 elements through every layout; dimensions of the span in the manner of each.
__tile_global__ void layouts(int* out, int* padded_extents, const int* in, int rows, int columns) {
  auto e = ct::extents{rows, columns};
  auto shape = ct::shape<4, 8>{};
  put<int>(out, 0, ct::partition_view{ct::tensor_span{in, e}, shape}.load(1, 1));
  put<int>(out, 1, ct::partition_view{ct::tensor_span{in, e, ct::layout_left{}}, shape}.load(1, 1));
  auto strided = ct::layout_strided_mapping{e, ct::strides{1_ic, rows}};
  put<int>(out, 2, ct::partition_view{ct::tensor_span{in, strided}, shape}.load(1, 1));
  auto every_second = ct::layout_strided_mapping{ct::extents{rows, columns / 2}, ct::strides{columns, 2_ic}};
  put<int>(out, 3, ct::partition_view{ct::tensor_span{in, every_second}, shape}.load(1, 0));
  auto padded = ct::layout_right_padded_mapping{ct::extents{rows, columns - 5}, 16_ic};
  put<int>(out, 4, ct::partition_view{ct::tensor_span{in, padded}, shape}.load(1, 0));
  padded_extents[0] = padded.stride(0), padded_extents[1] = padded.stride(1);
  padded_extents[2] = (int)padded.extents().extent(1);
}

// Loads with gaps and overlaps; stores with gaps.
__tile_global__ void strided(float* out, float* spread, const float* in, int rows, int columns) {
  auto span = ct::tensor_span{in, ct::extents{rows, columns}};
  auto overlapping = ct::strided_view{span, ct::shape<4, 8>{}, ct::strides{3_ic, 5_ic}};
  put<float>(out, 0, overlapping.load(1, 1));
  put<float>(out, 1, overlapping.load_masked(2, 2));
  auto gaps = ct::strided_view{ct::tensor_span{spread, ct::extents{rows, columns}}, ct::shape<2, 4>{}, ct::strides{3_ic, 6_ic}};
  for (unsigned i = 0; i < 2; ++i)
    for (long j = 0; j < 2; ++j) gaps.store(ct::full<ct::tile<float, ct::shape<2, 4>>>(1.0f + i * 2 + j), i, j);
}

// Rows, then columns, picked by index; and put to other places.
__tile_global__ void gathered(int* out, int* scattered, const int* in, const int* rows, const long* columns) {
  auto e = ct::extents{9, 12};
  auto by_row = ct::gather_scatter_view{ct::tensor_span{in, e}, ct::shape<4, 8>{}, 0_ic};
  auto by_column = ct::gather_scatter_view{ct::tensor_span{in, e}, ct::shape<4, 8>{}, 1_ic};
  auto r = ct::load(rows + ct::iota<ct::tile<int, ct::shape<4>>>());
  auto c = ct::load(columns + ct::iota<ct::tile<int, ct::shape<8>>>());
  put<int>(out, 0, by_row.load(r, 0));
  put<int>(out, 1, by_row.load_masked(r, 1));
  put<int>(out, 2, by_column.load(1, c));
  put<int>(out, 3, by_column.load_masked(2, c));
  auto to = ct::gather_scatter_view{ct::tensor_span{scattered, e}, ct::shape<4, 8>{}, 0_ic};
  to.store_masked(by_row.load_masked(r, 1), r, 1);
}

// One-dimensional to four-dimensional views with indices of every kind.
__tile_global__ void ranks(short* out, const short* in) {
  auto one = ct::partition_view{ct::tensor_span{in, ct::extents{240_ic}}, ct::shape<16>{}};
  auto three = ct::partition_view{ct::tensor_span{in, ct::extents{4, 6, 10}}, ct::shape<2, 2, 8>{}};
  auto four = ct::partition_view{ct::tensor_span{in, ct::extents{2, 3, 5, 8}}, ct::shape<1, 2, 2, 4>{}};
  auto at = [&](int place) { return out + (place * 32); };
  ct::store(at(0) + ct::iota<ct::tile<int, ct::shape<16>>>(), one.load((unsigned char)3));
  ct::store(at(1) + ct::iota<ct::tile<int, ct::shape<2, 2, 8>>>(), three.load(true, 1ul, (short)0));
  ct::store(at(2) + ct::iota<ct::tile<int, ct::shape<1, 2, 2, 4>>>(), four.load_masked(1, 1, 2, 1));
}

template __tile_global__ void paddings<float>(float*, const float*);
template __tile_global__ void paddings<__half>(__half*, const __half*);
template __tile_global__ void paddings<double>(double*, const double*);
