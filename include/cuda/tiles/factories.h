// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- factories.h - full, zeros, ones, iota --------------------------------===//
//
// Each takes the type of the result, a tile or a scalar, as its template argument.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tile.h"

namespace cuda::tiles {

namespace __detail {

/// A value that `full` converts to elements of type `E`. Restricted formats are filled only from their own type.
template <class T, class E>
concept fills = same_as<T, E> ||
                (((arithmetic_scalar<T> && arithmetic_scalar<E>) || pointer_scalar<T> || same_as<T, nullptr_type>) &&
                 element_convertible<T, E>);

/// The largest number that elements of type `E` represent.
template <integral_scalar E> consteval unsigned long long largest_number() {
  return __is_same(E, bool) ? 1 : ~0ull >> (64 - 8 * sizeof(E) + is_signed<E>);
}
/// 0 ... N - 1 can be represented in the element type.
template <class T>
concept positions_fit_the_element = element_count<T> - 1 <= largest_number<element_of<T>>();

} // namespace __detail

/// A tile whose elements are all `value`, converted to the element type (with loss, if need be).
template <__detail::tile_object T, class V>
  requires __detail::fills<V, __detail::element_of<T>>
[[nodiscard]] __tile_api T full(V value) {
  return __detail::convert<T>(value);
}

/// A tile of zeros. The element type is numeric.
template <__detail::tile_object T>
  requires numeric_tile<T>
[[nodiscard]] __tile_api T zeros() {
  return __detail::convert<T>(0);
}

/// A tile of ones. The element type is numeric.
template <__detail::tile_object T>
  requires numeric_tile<T>
[[nodiscard]] __tile_api T ones() {
  return __detail::convert<T>(1);
}

/// The tile 0, 1, 2, ... in row-major order. The element type is integral and holds the last number.
template <__detail::tile_object T>
  requires(integral_tile<T> && __detail::positions_fit_the_element<T>)
[[nodiscard]] __tile_api T iota() {
  if constexpr (__detail::is_tile<T>)
    return __detail::iota<T>();
  else
    return T(0);
}

} // namespace cuda::tiles
