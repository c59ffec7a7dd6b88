// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- extremum_positions.h - max_element and min_element -------------------===//
//
// Reduces the elements, then the positions of those that equal the extremum, to the lowest. A number beats a NaN, since
// reductions suppress NaNs; where all are NaN nothing equals the extremum, and the position is 0. Either reduction takes
// fewer instructions an element than one of pairs, and the first is the same as a `reduce_max` of the tile.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "reductions.h"

namespace cuda::tiles {

namespace __detail {

/// The position of each element along `Axis`.
template <size_t Axis, class S> __tile_api tile<unsigned, S> positions_along() {
  constexpr size_t extent = S::static_extent(Axis);
  using along = typename replaced_extent<typename ones_like<S>::type, Axis, extent>::type;
  auto line =
      __detail::reshape_to<tile<unsigned, shape<extent>>, along>(__detail::iota<tile<unsigned, shape<extent>>>());
  return __detail::convert<tile<unsigned, S>>(line);
}

template <size_t Axis, bool Largest, class T> __tile_api reduced_t<T, Axis> extremum_along(T value) {
  if constexpr (Largest)
    return __detail::max_along<Axis, false>(value);
  else
    return __detail::min_along<Axis, false>(value);
}

template <size_t Axis, bool Largest, class T> __tile_api reduced_t<T, Axis, unsigned> best_position(T value) {
  using positions = with_element_t<T, unsigned>;
  using result = reduced_t<T, Axis, unsigned>;
  constexpr unsigned extent = shape_of<T>::static_extent(Axis);
  auto best = __detail::convert<T>(__detail::extremum_along<Axis, Largest>(value));
  auto is_best = __detail::eq<with_element_t<T, bool>>(value, best);
  auto first = __detail::min_along<Axis, false>(__detail::select<positions>(
      is_best, __detail::positions_along<Axis, shape_of<T>>(), __detail::splat<positions>(extent)));
  if constexpr (floating_point_scalar<element_of<T>>) {
    auto is_number = __detail::lt<with_element_t<result, bool>>(first, __detail::splat<result>(extent));
    return __detail::select<result>(is_number, first, __detail::splat<result>(0u));
  } else {
    return first;
  }
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
