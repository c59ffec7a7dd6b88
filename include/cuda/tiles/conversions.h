// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- conversions.h - element_cast and element_bitcast ---------------------===//
#pragma once

#include "tile.h"

namespace cuda::tiles {

namespace __detail {

template <class T> inline constexpr bool has_plain_bits = scalar<T> && !__is_same(T, __nv_tf32);

/// Both types have the same number of bits.
template <class From, class To> consteval bool same_width() {
  if constexpr (scalar<From> && scalar<To>)
    return storage_bytes<From>() == storage_bytes<To>() &&
           __is_same(From, __nv_fp4_e2m1) == __is_same(To, __nv_fp4_e2m1);
  else
    return false;
}

/// Types of equal width whose bits are all of their value, which excludes __nv_tf32.
template <class From, class To>
concept bits_can_be_reinterpreted =
    same_as<From, To> || (has_plain_bits<From> && has_plain_bits<To> && same_width<From, To>());

} // namespace __detail

/// `value` with elements converted to `E`: any numeric type to any other, to bool by `!= 0`, pointers to `void *`, to a
/// more qualified pointee, or to bool. Floating-point results are rounded to nearest even.
template <scalar E, tile_like T>
  requires(__detail::element_convertible<__detail::element_of<T>, E> && __detail::available_on_this_architecture<E> &&
           __detail::available_on_this_architecture<__detail::element_of<T>> &&
           __detail::object_has_at_most_16_MiB<E, __detail::shape_of<T>>)
[[nodiscard]] __tile_api __detail::with_element_t<T, E> element_cast(T value) {
  return __detail::convert_elements<E>(value);
}

/// `value` with the bits of each element read as an `E` of equal width. `__nv_tf32` has no bits to speak of.
template <scalar E, tile_like T>
  requires(__detail::bits_can_be_reinterpreted<__detail::element_of<T>, E> &&
           __detail::available_on_this_architecture<E>)
[[nodiscard]] __tile_api __detail::with_element_t<T, E> element_bitcast(T value) {
  if constexpr (__is_same(__detail::element_of<T>, E))
    return value;
  else
    return __detail::element_bitcast<__detail::with_element_t<T, E>>(value);
}

} // namespace cuda::tiles
