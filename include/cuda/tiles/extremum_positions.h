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

namespace __detail {

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
    better = __detail::gt<bool>(b, a);
  else
    better = __detail::lt<bool>(b, a);
  bool equal = __detail::eq<bool>(b, a);
  if constexpr (floating_point_scalar<E>) {
    bool a_is_nan = __detail::isnan<bool>(a), b_is_nan = __detail::isnan<bool>(b);
    better = __detail::bit_or(better, __detail::bit_and(a_is_nan, __detail::logical_not<bool>(b_is_nan)));
    equal = __detail::bit_or(equal, __detail::bit_and(a_is_nan, b_is_nan));
  }
  return __detail::bit_or(better, __detail::bit_and(equal, __detail::lt<bool>(j, i)));
}

/// The position of each element along `Axis`.
template <size_t Axis, class S> __tile_api tile<unsigned, S> positions_along() {
  constexpr size_t extent = S::static_extent(Axis);
  using along = typename replaced_extent<typename ones_like<S>::type, Axis, extent>::type;
  auto line =
      __detail::reshape_to<tile<unsigned, shape<extent>>, along>(__detail::iota<tile<unsigned, shape<extent>>>());
  return __detail::convert<tile<unsigned, S>>(line);
}

template <size_t Axis, bool Largest, class T> __tile_api reduced_t<T, Axis, unsigned> best_position(T value) {
  using E = element_of<T>;
  using result = positioned_tiles<reduced_t<T, Axis>, reduced_t<T, Axis, unsigned>>;
  auto better = [](E a, unsigned i, E b, unsigned j) -> positioned<E> {
    bool second = is_better<Largest>(b, j, a, i);
    return positioned<E>{__detail::select<E>(second, b, a), __detail::select<unsigned>(second, j, i)};
  };
  return __detail::reduce<int(Axis), result>(better, value, positions_along<Axis, shape_of<T>>()).positions;
}

} // namespace __detail

/// The position along `Axis` of the largest element; the lowest of equal ones. NaN never wins.
template <auto Axis, class T>
  requires __detail::reducible<T, Axis>
[[nodiscard]] __tile_api __detail::reduced_t<T, Axis, unsigned> max_element(T value, integral_constant<Axis> = {}) {
  return __detail::best_position<Axis, true>(value);
}

/// The position along `Axis` of the smallest element; the lowest of equal ones. NaN never wins.
template <auto Axis, class T>
  requires __detail::reducible<T, Axis>
[[nodiscard]] __tile_api __detail::reduced_t<T, Axis, unsigned> min_element(T value, integral_constant<Axis> = {}) {
  return __detail::best_position<Axis, false>(value);
}

} // namespace cuda::tiles
