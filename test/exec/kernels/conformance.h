// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the conformance kernels share. Each evaluates a table of operations on its inputs and writes one row of results for
// each line of the table: row r of element i is out[r * n + i], with n elements in all blocks together. The tables
// (`conformance_*.def`) are read by the checkers too, so that an operation and its reference stand on one line.
#pragma once
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// Shapes have names of their own, so that checkers can name kernels. A scalar is no tile at all.
struct Scalar {};
struct Rank0 : ct::shape<> {};
struct Rank1 : ct::shape<64> {};
struct Rank2 : ct::shape<4, 16> {};
struct Rank3 : ct::shape<2, 4, 8> {};
struct Large : ct::shape<1024> {};

template <class I, decltype(sizeof(0))... E> __tile__ consteval ct::extents<I, E...> shape_of(ct::extents<I, E...>) {
  return {};
}
template <class S> struct Elements {
  using Shape = decltype(shape_of(S{}));
  template <class T> using Of = ct::tile<T, Shape>;
  static constexpr int count = [] {
    int product = 1;
    for (int i = 0; i < int(Shape::rank()); ++i) product *= int(Shape::static_extent(i));
    return product;
  }();
  static __tile__ auto positions() { return ct::iota<ct::tile<int, Shape>>() + int(ct::bid().x) * count; }
};
template <> struct Elements<Scalar> {
  template <class T> using Of = T;
  static constexpr int count = 1;
  static __tile__ int positions() { return int(ct::bid().x); }
};

template <class S, class E> __tile__ auto get(const E* in) { return ct::load(in + Elements<S>::positions()); }

// Row `row` of the results.
template <class S, class E, class T> __tile__ void put(E* out, int row, T value) {
  int first = row * int(ct::num_blocks().x) * Elements<S>::count;
  ct::store(out + first + Elements<S>::positions(), ct::element_cast<E>(value));
}
