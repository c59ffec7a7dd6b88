// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- scans.h - partial_sum and partial_prod -------------------------------===//
#pragma once

#include "reductions.h"

namespace cuda::tiles {

namespace __detail {

template <size_t Axis, class T> __tile_api T sums_along(T value) {
  using E = element_of<T>;
  return __detail::scan<int(Axis), false, T>([](E a, E b) -> E { return __detail::add(a, b); }, value);
}
template <size_t Axis, class T> __tile_api T products_along(T value) {
  using E = element_of<T>;
  return __detail::scan<int(Axis), false, T>([](E a, E b) -> E { return __detail::mul(a, b); }, value);
}

} // namespace __detail

/// Inclusive running sums along `Axis`, in a tile of the same type.
template <auto Axis, class T>
  requires __detail::reducible<T, Axis>
[[nodiscard]] __tile_api T partial_sum(T value, integral_constant<Axis> = {}) {
  return __detail::sums_along<Axis>(value);
}

/// Inclusive running products along `Axis`, in a tile of the same type.
template <auto Axis, class T>
  requires __detail::reducible<T, Axis>
[[nodiscard]] __tile_api T partial_prod(T value, integral_constant<Axis> = {}) {
  return __detail::products_along<Axis>(value);
}

} // namespace cuda::tiles
