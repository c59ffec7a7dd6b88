// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- reductions.h - reductions and scans along one dimension --------------===//
//
// The dimension is a template argument (`sum<0>(t)`) or a trailing constant (`sum(t, 0_ic)`). A reduction keeps the
// rank: the extent of the dimension becomes 1. Values are combined in the element type, in an order that is not
// specified.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "arithmetic.h"
#include "shape_operations.h"

namespace cuda::tiles {

namespace __detail {

/// A tile with arithmetic elements, and one of its dimensions as axis.
template <class T, auto Axis>
concept reducible = arithmetic_scalar<element_of<T>> && dimension_of<Axis, T>;
template <class T, auto Axis>
concept bitwise_reducible = integral_scalar<element_of<T>> && dimension_of<Axis, T>;

/// Elements `E` in the shape of `T` after reduction along `Axis`.
template <class T, size_t Axis, class E = element_of<T>>
using reduced_t = tile<E, typename replaced_extent<shape_of<T>, Axis, 1>::type>;

template <size_t Axis, class T> __tile_api reduced_t<T, Axis> sum_along(T value) {
  using E = element_of<T>;
  return __detail::reduce<int(Axis), reduced_t<T, Axis>>([](E a, E b) -> E { return __detail::add(a, b); }, value);
}
template <size_t Axis, class T> __tile_api reduced_t<T, Axis> prod_along(T value) {
  using E = element_of<T>;
  return __detail::reduce<int(Axis), reduced_t<T, Axis>>([](E a, E b) -> E { return __detail::mul(a, b); }, value);
}
template <size_t Axis, bool PropagateNan, class T> __tile_api reduced_t<T, Axis> max_along(T value) {
  using E = element_of<T>;
  return __detail::reduce<int(Axis), reduced_t<T, Axis>>(
      [](E a, E b) -> E { return __detail::max<PropagateNan>(a, b); }, value);
}
template <size_t Axis, bool PropagateNan, class T> __tile_api reduced_t<T, Axis> min_along(T value) {
  using E = element_of<T>;
  return __detail::reduce<int(Axis), reduced_t<T, Axis>>(
      [](E a, E b) -> E { return __detail::min<PropagateNan>(a, b); }, value);
}
template <size_t Axis, class T> __tile_api reduced_t<T, Axis> and_along(T value) {
  using E = element_of<T>;
  return __detail::reduce<int(Axis), reduced_t<T, Axis>>([](E a, E b) -> E { return __detail::bit_and(a, b); }, value);
}
template <size_t Axis, class T> __tile_api reduced_t<T, Axis> or_along(T value) {
  using E = element_of<T>;
  return __detail::reduce<int(Axis), reduced_t<T, Axis>>([](E a, E b) -> E { return __detail::bit_or(a, b); }, value);
}
template <size_t Axis, class T> __tile_api reduced_t<T, Axis> xor_along(T value) {
  using E = element_of<T>;
  return __detail::reduce<int(Axis), reduced_t<T, Axis>>([](E a, E b) -> E { return __detail::bit_xor(a, b); }, value);
}

} // namespace __detail

/// The sum along `Axis`.
template <auto Axis, class T>
  requires __detail::reducible<T, Axis>
[[nodiscard]] __tile_api __detail::reduced_t<T, Axis> sum(T value, integral_constant<Axis> = {}) {
  return __detail::sum_along<Axis>(value);
}

/// The product along `Axis`.
template <auto Axis, class T>
  requires __detail::reducible<T, Axis>
[[nodiscard]] __tile_api __detail::reduced_t<T, Axis> prod(T value, integral_constant<Axis> = {}) {
  return __detail::prod_along<Axis>(value);
}

/// The largest element along `Axis`. NaNs count only with a trailing `propagate_nan_t{}`, or if all are NaN.
template <auto Axis, class T, nan_propagation_mode N = __detail::no_nan_propagation>
  requires(__detail::reducible<T, Axis> && __detail::nan_mode_applies<__detail::element_of<T>, N>)
[[nodiscard]] __tile_api __detail::reduced_t<T, Axis> reduce_max(T value, integral_constant<Axis> = {},
                                                                 nan_propagation_mode_constant<N> = {}) {
  return __detail::max_along<Axis, N == nan_propagation_mode::propagate_nan>(value);
}

/// The smallest element along `Axis`. NaNs count only with a trailing `propagate_nan_t{}`, or if all are NaN.
template <auto Axis, class T, nan_propagation_mode N = __detail::no_nan_propagation>
  requires(__detail::reducible<T, Axis> && __detail::nan_mode_applies<__detail::element_of<T>, N>)
[[nodiscard]] __tile_api __detail::reduced_t<T, Axis> reduce_min(T value, integral_constant<Axis> = {},
                                                                 nan_propagation_mode_constant<N> = {}) {
  return __detail::min_along<Axis, N == nan_propagation_mode::propagate_nan>(value);
}

/// The bitwise and along `Axis`, for integers and bools.
template <auto Axis, class T>
  requires __detail::bitwise_reducible<T, Axis>
[[nodiscard]] __tile_api __detail::reduced_t<T, Axis> reduce_bitand(T value, integral_constant<Axis> = {}) {
  return __detail::and_along<Axis>(value);
}

/// The bitwise or along `Axis`, for integers and bools.
template <auto Axis, class T>
  requires __detail::bitwise_reducible<T, Axis>
[[nodiscard]] __tile_api __detail::reduced_t<T, Axis> reduce_bitor(T value, integral_constant<Axis> = {}) {
  return __detail::or_along<Axis>(value);
}

/// The bitwise exclusive or along `Axis`, for integers and bools.
template <auto Axis, class T>
  requires __detail::bitwise_reducible<T, Axis>
[[nodiscard]] __tile_api __detail::reduced_t<T, Axis> reduce_bitxor(T value, integral_constant<Axis> = {}) {
  return __detail::xor_along<Axis>(value);
}

/// Whether all elements along `Axis` are not zero. Elements may have any type.
template <auto Axis, class T>
  requires __detail::dimension_of<Axis, T>
[[nodiscard]] __tile_api __detail::reduced_t<T, Axis, bool> all_of(T value, integral_constant<Axis> = {}) {
  return __detail::and_along<Axis>(__detail::convert_elements<bool>(value));
}

/// Whether any element along `Axis` is not zero. Elements may have any type.
template <auto Axis, class T>
  requires __detail::dimension_of<Axis, T>
[[nodiscard]] __tile_api __detail::reduced_t<T, Axis, bool> any_of(T value, integral_constant<Axis> = {}) {
  return __detail::or_along<Axis>(__detail::convert_elements<bool>(value));
}

} // namespace cuda::tiles
