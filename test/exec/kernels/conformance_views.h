// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves through views of every rank, layout and padding, under masks that are scalars, at addresses with assumptions; and
// questions about elements that any type answers. Each block reads 128 elements; `out` takes its results one after another.
#pragma once
#include "conformance_moves.h"

constexpr int kViewResults = 25;

template <class E, class View> __tile__ auto load_padded_atomically(View view) {
  using Relaxed = ct::memory_order_relaxed_t;
  if constexpr (requires { view.atomic_load_masked(ct::view_padding_zero_t{}, Relaxed{}, 0, 0); })
    return view.atomic_load_masked(ct::view_padding_zero_t{}, Relaxed{}, 0, 0);
  else
    return view.atomic_load_masked(ct::view_padding_nan_t{}, Relaxed{}, 0, 0);
}

// The next result of a view over 8 x 16 elements of the output.
template <class E, class Shape> __tile__ auto next(E* to, int& place, Shape shape) {
  place += kElements;
  return ct::partition_view{ct::tensor_span{to + (place - kElements), ct::extents{8_ic, 16_ic}}, shape};
}

template <class Padding, class E, class View> __tile__ void padded(E* to, int& place, View view) {
  if constexpr (requires { view.load_masked(Padding{}, 0, 0); }) result(to, place, view.load_masked(Padding{}, 0, 0));
  else place += kElements;
}

template <class E> __tile_global__ void view_moves(E* out, const E* in, const int* picks, int masked) {
  const E* from = in + int(ct::bid().x) * kElements;
  E* to = out + int(ct::bid().x) * kElements * kViewResults;
  int place = 0;
  auto lane = ct::iota<ct::tile<int, ct::shape<128>>>();
  auto matrix = ct::load(from + ct::iota<ct::tile<int, ct::shape<8, 16>>>());
  // Ranks.
  auto line = ct::partition_view{ct::tensor_span{from, ct::extents{128}}, ct::shape<64>{}};
  auto line_out = ct::partition_view{ct::tensor_span{to, ct::extents<long, ct::dynamic_extent>{128}}, ct::shape<64>{}};
  for (unsigned i = 0; i < 2; ++i) line_out.store(line.load(1 - i), i);
  place += kElements;
  auto cube = ct::partition_view{ct::tensor_span{from, ct::extents{2_ic, 7, 8_ic}}, ct::shape<2, 4, 8>{}};
  auto cube_out = ct::partition_view{ct::tensor_span{to + place, ct::extents{2, 8, 8}}, ct::shape<2, 4, 8>{}};
  for (long j = 0; j < 2; ++j) cube_out.store_masked(load_padded(cube, 0, j, 0), 0, j, 0);
  place += kElements;
  auto four = ct::tensor_span{from, ct::extents{4, 4, 4, 2}, ct::layout_left{}};
  result(to, place, ct::partition_view{four, ct::shape<4, 4, 4, 2>{}}.load(0, 0, 0, 0));
  auto five = ct::partition_view{ct::tensor_span{from, ct::extents{2, 2, 2, 4, 4}}, ct::shape<1, 2, 2, 4, 4>{}};
  auto five_out = ct::partition_view{ct::tensor_span{to + place, ct::extents{2, 2, 2, 4_ic, 4}}, ct::shape<1, 2, 2, 4, 4>{}};
  for (int i : ct::irange(0, 2)) five_out.store(five.load(1 - i, 0, 0, 0, 0), i, 0, 0, 0, 0);
  place += kElements;
  // Layouts.
  auto every_second = ct::layout_strided_mapping{ct::extents{8, 8}, ct::strides{16, 2_ic}};
  auto half = ct::partition_view{ct::tensor_span{from, every_second}, ct::shape<8, 8>{}}.load(0, 0);
  result(to, place, ct::cat<1>(half, half));
  auto padded_rows = ct::layout_right_padded_mapping{ct::extents{8, 13}, 16_ic};
  result(to, place, load_padded(ct::partition_view{ct::tensor_span{from, padded_rows}, ct::shape<8, 16>{}}, 0, 0));
  auto padded_columns = ct::layout_left_padded_mapping{ct::extents{5, 16}, 8_ic};
  result(to, place, load_padded(ct::partition_view{ct::tensor_span{from, padded_columns}, ct::shape<8, 16>{}}, 0, 0));
  auto left = ct::tensor_span{to + place, ct::extents{16, 8}, ct::layout_left{}};
  ct::partition_view{left, ct::shape<16, 8>{}}.store(ct::transpose(matrix), 0, 0);
  place += kElements;
  // Strided views: rows 4 to 7, then twice two rows with two between them.
  result(to, place, ct::cat<0>(ct::strided_view{ct::tensor_span{from, ct::extents{8, 16}}, ct::shape<4, 16>{}, ct::strides{2_ic, 16_ic}}.load(1, 0),
                               ct::extract(matrix, ct::shape<4, 16>{}, 0, 0)));
  next(to, place, ct::shape<8, 16>{}).store(ct::full<ct::tile<E, ct::shape<8, 16>>>(from[7]), 0, 0);
  auto gaps = ct::strided_view{ct::tensor_span{to + (place - kElements), ct::extents{8, 16}}, ct::shape<2, 16>{}, ct::strides{4_ic, 16_ic}};
  gaps.store(ct::extract(matrix, ct::shape<2, 16>{}, 0, 0), 0, 0);
  gaps.store_masked(ct::extract(matrix, ct::shape<2, 16>{}, 1, 0), 1, 0);
  // Gathering views along the other dimension, and without masks.
  auto backwards = 15 - ct::iota<ct::tile<int, ct::shape<16>>>();
  result(to, place, ct::gather_scatter_view{ct::tensor_span{from, ct::extents{8, 16}}, ct::shape<8, 16>{}, 1_ic}.load(0, backwards));
  auto scattered = ct::gather_scatter_view{ct::tensor_span{to + place, ct::extents{8, 16}}, ct::shape<8, 16>{}, 1_ic};
  scattered.store(matrix, 0, ct::element_cast<long>(backwards));
  place += kElements;
  auto rows = ct::load(picks + ct::iota<ct::tile<int, ct::shape<8>>>());
  auto some_rows = ct::gather_scatter_view{ct::tensor_span{from, ct::extents{6, 16}}, ct::shape<8, 16>{}, 0_ic};
  result(to, place, load_padded(some_rows, rows, 0));
  // Paddings.
  auto ragged = ct::partition_view{ct::tensor_span{from, ct::extents{5, 16}}, ct::shape<8, 16>{}};
  padded<ct::view_padding_zero_t>(to, place, ragged);
  padded<ct::view_padding_negative_zero_t>(to, place, ragged);
  padded<ct::view_padding_positive_inf_t>(to, place, ragged);
  padded<ct::view_padding_negative_inf_t>(to, place, ragged);
  padded<ct::view_padding_nan_t>(to, place, ragged);
  // Atomic accesses.
  next(to, place, ct::shape<8, 16>{}).atomic_store_masked(load_padded_atomically<E>(ragged), ct::memory_order_release_t{}, 0, 0);
  auto tiles = ct::partition_view{ct::tensor_span{from, ct::extents{8, 16}}, ct::shape<4, 16>{}};
  auto tiles_out = next(to, place, ct::shape<4, 16>{});
  for (int i = 0; i < 2; ++i)
    tiles_out.atomic_store(tiles.template atomic_load<ct::memory_order::acquire>(1 - i, 0), ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, i, 0);
  // A mask for all.
  result(to, place, ct::load_masked(from + lane, masked != 0, from[9]));
  ct::store(to + (place + lane), ct::load(from + lane));
  ct::store_masked(to + (place + lane), ct::load(from + (127 - lane)), masked == 0);
  place += kElements;
  // Orders of dimensions.
  auto deep = ct::reshape(matrix, ct::shape<4, 2, 4, 4>{});
  result(to, place, ct::permute(deep, ct::dimension_map<3, 1, 0, 2>{}));
  result(to, place, ct::transpose(ct::reshape(matrix, ct::shape<2, 8, 8>{})));
  // Assumptions.
  auto blocks = ct::assume_blocked<ct::shape<16>>(lane / 16 * 16);
  auto steps = ct::assume_divisible_strided<4, 4, 0>(ct::assume_bounded_below<0>(ct::assume_bounded_above<127>(lane)));
  result(to, place, ct::load(ct::assume_aligned_strided<sizeof(E), 1, 0>(from + (blocks + steps % 16))));
}

// Whether elements are NaN, infinite, not zero; both of two, one of two, all and some of a row.
template <class E> __tile_global__ void questions(bool* out, const E* a, const E* b) {
  auto at = ct::iota<ct::tile<int, ct::shape<4, 16>>>() + int(ct::bid().x) * 64;
  auto x = ct::load(a + at), y = ct::load(b + at);
  auto put_row = [&](int row, auto value) {
    ct::store(out + (row * 64 * int(ct::num_blocks().x) + at), ct::broadcast(value, ct::shape<4, 16>{}));
  };
  put_row(0, !x);
  put_row(1, x && y);
  put_row(2, x || y);
  put_row(3, ct::all_of<1>(x));
  put_row(4, ct::any_of<0>(x));
  if constexpr (requires { ct::isnan(x); }) {
    put_row(5, ct::isnan(x));
    put_row(6, ct::isinf(x));
  }
}

#define VIEWS(E)                                                                       \
  template __tile_global__ void view_moves<E>(E*, const E*, const int*, int); \
  template __tile_global__ void questions<E>(bool*, const E*, const E*);
