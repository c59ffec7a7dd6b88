// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What moves elements without computing: loads, stores, views, shapes, factories, atomic loads and stores.
// Each block reads 128 elements; `out` takes its results one after another.
#pragma once
#include "conformance.h"
using namespace ct::literals;

constexpr int kElements = 128, kResults = 25;

template <class E, class T> __tile__ void result(E* out, int& place, T value) {
  using Index = ct::tile<int, typename T::shape_type>;
  ct::store(out + place + ct::iota<Index>(), value);
  place += kElements;
}

// Outside of a view there are zeros, or NaN where the element type has no zero.
template <class View, class... I> __tile__ auto load_padded(View view, I... at) {
  if constexpr (requires { view.load_masked(at...); })
    return view.load_masked(at...);
  else
    return view.load_masked(ct::view_padding_nan_t{}, at...);
}

template <class E> __tile_global__ void moves(E* out, const E* in, const int* picks, const E* paddings) {
  using Row = ct::tile<int, ct::shape<128>>;
  using Matrix = ct::tile<int, ct::shape<8, 16>>;
  using Cube = ct::tile<int, ct::shape<2, 8, 8>>;
  const E* from = in + int(ct::bid().x) * kElements;
  E* to = out + int(ct::bid().x) * kElements * kResults;
  E padding = *paddings;
  int place = 0;
  auto lane = ct::iota<Row>();
  auto row = ct::load(from + lane);
  auto matrix = ct::load(from + ct::iota<Matrix>());
  auto cube = ct::load(from + ct::iota<Cube>());
  result(to, place, row);
  result(to, place, ct::load_masked(from + lane, lane < 100, padding));
  result(to, place, ct::select(lane < 50, ct::load_masked(from + lane, lane < 50), ct::full<ct::tile<E, ct::shape<128>>>(padding)));
  ct::store(to + place + lane, ct::full<ct::tile<E, ct::shape<128>>>(padding));
  ct::store_masked(to + place + lane, row, lane % 3 == 0);
  place += kElements;
  // Shapes.
  result(to, place, ct::permute(cube, ct::dimension_map<2, 0, 1>{}));
  result(to, place, ct::transpose(matrix));
  result(to, place, ct::reshape(cube, ct::shape<4, 32>{}));
  result(to, place, ct::broadcast(ct::extract(matrix, ct::shape<8, 1>{}, 0, 3), ct::shape<8, 16>{}));
  result(to, place, ct::cat<1>(ct::extract(matrix, ct::shape<8, 8>{}, 0, 1), ct::extract(matrix, ct::shape<8, 8>{}, 0, 0)));
  result(to, place, ct::cat<0>(ct::extract(row, ct::shape<64>{}, 1), ct::extract(row, ct::shape<64>{}, 0)));
  result(to, place, ct::insert(matrix, ct::extract(matrix, ct::shape<2, 4>{}, 0, 0), 3, 2));
  result(to, place, ct::full<ct::tile<E, ct::shape<2, 8, 8>>>(from[5]));
  result(to, place, ct::zeros<ct::tile<E, ct::shape<8, 16>>>());
  // Views.
  auto span = ct::tensor_span{from, ct::extents{7_ic, 16_ic}};
  auto target = ct::tensor_span{to + place, ct::extents{8_ic, 16_ic}};
  ct::partition_view{target, ct::shape<8, 16>{}}.store(load_padded(ct::partition_view{span, ct::shape<8, 16>{}}, 0, 0), 0, 0);
  place += kElements;
  auto second = ct::tensor_span{to + place, ct::extents{8_ic, 16_ic}};
  for (int i = 0; i < 4; ++i)
    ct::partition_view{second, ct::shape<2, 16>{}}.store_masked(ct::partition_view{ct::tensor_span{from, ct::extents{8, 16}}, ct::shape<2, 16>{}}.load(3 - i, 0), i, 0);
  place += kElements;
  auto left = ct::tensor_span{from, ct::extents{16, 8}, ct::layout_left{}};
  result(to, place, ct::partition_view{left, ct::shape<16, 8>{}}.load(0, 0));
  result(to, place, load_padded(ct::strided_view{ct::tensor_span{from, ct::extents{8, 16}}, ct::shape<4, 32>{}, ct::strides{2_ic, 1_ic}}, 1, 0));
  auto lines = ct::load(picks + ct::iota<ct::tile<int, ct::shape<8>>>());
  result(to, place, load_padded(ct::gather_scatter_view{ct::tensor_span{from, ct::extents{8, 16}}, ct::shape<8, 16>{}, 0_ic}, lines, 0));
  auto third = ct::tensor_span{to + place, ct::extents{8, 16}};
  ct::gather_scatter_view{third, ct::shape<8, 16>{}, 0_ic}.store_masked(matrix, lines, 0);
  place += kElements;
  // Atomic loads and stores.
  ct::atomic_store<ct::memory_order::relaxed>(to + place + lane, ct::atomic_load<ct::memory_order::relaxed>(from + lane));
  place += kElements;
  ct::atomic_store<ct::memory_order::release, ct::thread_scope::device>(to + place + ct::iota<Matrix>(), ct::atomic_load<ct::memory_order::acquire>(from + ct::iota<Matrix>()));
  place += kElements;
  // Scalars.
  for (int i = 0; i < kElements; ++i) to[place + i] = from[kElements - 1 - i];
  place += kElements;
  // Assumptions hand their argument on.
  const E* same = ct::assume_aligned<sizeof(E)>(from);
  result(to, place, ct::load(same + ct::assume_divisible<1>(ct::assume_bounded<0, 127>(lane))));
  result(to, place, ct::ones<ct::tile<E, ct::shape<8, 16>>>());
  // Only what has numbers up to 127.
  if constexpr (requires { ct::iota<ct::tile<E, ct::shape<128>>>(); }) result(to, place, ct::iota<ct::tile<E, ct::shape<128>>>());
}

#define TYPE(E) template __tile_global__ void moves<E>(E*, const E*, const int*, const E*);
