// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- extremum_positions.h - max_element and min_element -------------------===//
//
// Reduces pairs of an element and its position. Of two pairs the better wins: a number beats a NaN, then the larger (or
// smaller) element wins, then the lower position. That order is total, so the result does not depend on the order in
// which pairs are combined.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "reductions.h"

namespace cuda::tiles {

namespace detail {

template <class E> struct positioned {
  E value;
  unsigned position;
};
template <class Values, class Positions> struct positioned_tiles {
  Values values;
  Positions positions;
};

/// The pair (`b`, `j`) is to be preferred to (`a`, `i`).
template <bool Largest, class E> __tile_api bool is_better(E b, unsigned j, E a, unsigned i) {
  bool better;
  if constexpr (Largest)
    better = detail::gt<bool>(b, a);
  else
    better = detail::lt<bool>(b, a);
  bool equal = detail::eq<bool>(b, a);
  if constexpr (floating_point_scalar<E>) {
    bool a_is_nan = detail::isnan<bool>(a), b_is_nan = detail::isnan<bool>(b);
    better = detail::bit_or(better, detail::bit_and(a_is_nan, detail::logical_not<bool>(b_is_nan)));
    equal = detail::bit_or(equal, detail::bit_and(a_is_nan, b_is_nan));
  }
  return detail::bit_or(better, detail::bit_and(equal, detail::lt<bool>(j, i)));
}

/// The position of each element along `Axis`.
template <size_t Axis, class S> __tile_api tile<unsigned, S> positions_along() {
  constexpr size_t extent = S::static_extent(Axis);
  using along = typename replaced_extent<typename ones_like<S>::type, Axis, extent>::type;
  auto line = detail::reshape_to<tile<unsigned, shape<extent>>, along>(detail::iota<tile<unsigned, shape<extent>>>());
  return detail::convert<tile<unsigned, S>>(line);
}

template <size_t Axis, bool Largest, class T> __tile_api reduced_t<T, Axis, unsigned> best_position(T value) {
  using E = element_of<T>;
  using result = positioned_tiles<reduced_t<T, Axis>, reduced_t<T, Axis, unsigned>>;
  auto better = [](E a, unsigned i, E b, unsigned j) -> positioned<E> {
    bool second = is_better<Largest>(b, j, a, i);
    return positioned<E>{detail::select<E>(second, b, a), detail::select<unsigned>(second, j, i)};
  };
  return detail::reduce<int(Axis), result>(better, value, positions_along<Axis, shape_of<T>>()).positions;
}

} // namespace detail

/// The position along `Axis` of the largest element; the lowest of equal ones. NaN never wins.
template <auto Axis, class T>
  requires detail::reducible<T, Axis>
[[nodiscard]] __tile_api detail::reduced_t<T, Axis, unsigned> max_element(T value) {
  return detail::best_position<Axis, true>(value);
}
/// The position of the largest element along a dimension given as in `max_element(t, 0_ic)`.
template <class T, auto Axis>
  requires detail::reducible<T, Axis>
[[nodiscard]] __tile_api detail::reduced_t<T, Axis, unsigned> max_element(T value, integral_constant<Axis>) {
  return detail::best_position<Axis, true>(value);
}

/// The position along `Axis` of the smallest element; the lowest of equal ones. NaN never wins.
template <auto Axis, class T>
  requires detail::reducible<T, Axis>
[[nodiscard]] __tile_api detail::reduced_t<T, Axis, unsigned> min_element(T value) {
  return detail::best_position<Axis, false>(value);
}
/// The position of the smallest element along a dimension given as in `min_element(t, 0_ic)`.
template <class T, auto Axis>
  requires detail::reducible<T, Axis>
[[nodiscard]] __tile_api detail::reduced_t<T, Axis, unsigned> min_element(T value, integral_constant<Axis>) {
  return detail::best_position<Axis, false>(value);
}

} // namespace cuda::tiles
