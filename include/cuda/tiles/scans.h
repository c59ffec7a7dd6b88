// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- scans.h - partial_sum and partial_prod -------------------------------===//
#pragma once

#include "reductions.h"

namespace cuda::tiles {

namespace detail {

template <size_t Axis, class T> __tile_api T sums_along(T value) {
  using E = element_of<T>;
  return detail::scan<int(Axis), false, T>([](E a, E b) -> E { return detail::add(a, b); }, value);
}
template <size_t Axis, class T> __tile_api T products_along(T value) {
  using E = element_of<T>;
  return detail::scan<int(Axis), false, T>([](E a, E b) -> E { return detail::mul(a, b); }, value);
}

} // namespace detail

/// Inclusive running sums along `Axis`, in a tile of the same type.
template <auto Axis, class T>
  requires detail::reducible<T, Axis>
[[nodiscard]] __tile_api T partial_sum(T value) {
  return detail::sums_along<Axis>(value);
}
/// Inclusive running sums along a dimension given as in `partial_sum(t, 0_ic)`.
template <class T, auto Axis>
  requires detail::reducible<T, Axis>
[[nodiscard]] __tile_api T partial_sum(T value, integral_constant<Axis>) {
  return detail::sums_along<Axis>(value);
}

/// Inclusive running products along `Axis`, in a tile of the same type.
template <auto Axis, class T>
  requires detail::reducible<T, Axis>
[[nodiscard]] __tile_api T partial_prod(T value) {
  return detail::products_along<Axis>(value);
}
/// Inclusive running products along a dimension given as in `partial_prod(t, 0_ic)`.
template <class T, auto Axis>
  requires detail::reducible<T, Axis>
[[nodiscard]] __tile_api T partial_prod(T value, integral_constant<Axis>) {
  return detail::products_along<Axis>(value);
}

} // namespace cuda::tiles
