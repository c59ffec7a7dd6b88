// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- assumptions.h - promises about values --------------------------------===//
//
// Each function returns its argument; the returned value is known to have the property promised. If it does not have
// it, behaviour is undefined. Numbers are template arguments (`assume_aligned<16>(p)`) or trailing constants
// (`assume_aligned(p, 16_ic)`).
//
//===----------------------------------------------------------------------===//
#pragma once

#include "shape_operations.h"

namespace cuda::tiles {

namespace __detail {

/// A positive constant integer that is a power of two.
template <auto Value>
concept power_of_two = integral_scalar<decltype(Value)> && Value > 0 && is_power_of_two(Value);
/// A constant integer.
template <auto Value>
concept integral_bound = integral_scalar<decltype(Value)>;
/// Both are integers, and the lower is not above the upper.
template <auto Lower, auto Upper>
concept bounds_in_order = integral_bound<Lower> && integral_bound<Upper> && Lower <= Upper;
/// A positive constant integer.
template <auto Value>
concept positive_count = integral_scalar<decltype(Value)> && Value > 0;

/// Bounds and counting promises are for signed integers.
template <class T>
concept signed_integral_tile = integral_tile<T> && is_signed<element_of<T>>;

template <class S> consteval bool all_extents_are_constant() {
  for (size_t i = 0; i < S::rank(); ++i)
    if (S::static_extent(i) == dynamic_entry || S::static_extent(i) == 0)
      return false;
  return true;
}
/// A block shape for tiles of integers or pointers: constant extents, one for each dimension.
template <class T, class S>
concept divided_into_blocks = (integral_tile<T> || pointer_tile<T>) && extents_like<S> &&
                              S::rank() == shape_of<T>::rank() && all_extents_are_constant<S>();

template <class S> struct same_elements;
template <class Index, size_t... E> struct same_elements<extents<Index, E...>> {
  /// Blocks that do not divide the tile promise nothing that could be used.
  template <class T> __tile_api static T apply(T value) {
    if constexpr (is_tile<T> && tile_shape<shape<E...>> && shape_divides<shape<E...>, shape_of<T>>())
      return __detail::assume_same_elements<T, long(E)...>(value);
    else
      return value;
  }
};

} // namespace __detail

/// Every pointer is a multiple of `Bytes`, a power of two.
template <auto Bytes, pointer_tile P>
  requires __detail::power_of_two<Bytes>
[[nodiscard]] __tile_api P assume_aligned(P pointers) {
  return __detail::assume_aligned<long(Bytes)>(pointers);
}
/// Every pointer is a multiple of `Bytes`, a power of two, given as in `assume_aligned(p, 16_ic)`.
template <pointer_tile P, auto Bytes>
  requires __detail::power_of_two<Bytes>
[[nodiscard]] __tile_api P assume_aligned(P pointers, integral_constant<Bytes>) {
  return __detail::assume_aligned<long(Bytes)>(pointers);
}

/// Every element is a multiple of `Divisor`, a power of two.
template <auto Divisor, integral_tile T>
  requires __detail::power_of_two<Divisor>
[[nodiscard]] __tile_api T assume_divisible(T value) {
  return __detail::assume_divisible<long(Divisor)>(value);
}
/// Every element is a multiple of `Divisor`, a power of two, given as in `assume_divisible(n, 16_ic)`.
template <integral_tile T, auto Divisor>
  requires __detail::power_of_two<Divisor>
[[nodiscard]] __tile_api T assume_divisible(T value, integral_constant<Divisor>) {
  return __detail::assume_divisible<long(Divisor)>(value);
}

/// `Lower <= x` for every element `x`, of signed type.
template <auto Lower, __detail::signed_integral_tile T>
  requires __detail::integral_bound<Lower>
[[nodiscard]] __tile_api T assume_bounded_below(T value) {
  return __detail::assume_bounded<true, long(Lower), false, 0>(value);
}
/// `Lower <= x` for every element `x`; the bound is given as in `assume_bounded_below(n, 0_ic)`.
template <__detail::signed_integral_tile T, auto Lower>
  requires __detail::integral_bound<Lower>
[[nodiscard]] __tile_api T assume_bounded_below(T value, integral_constant<Lower>) {
  return __detail::assume_bounded<true, long(Lower), false, 0>(value);
}

/// `x <= Upper` for every element `x`, of signed type.
template <auto Upper, __detail::signed_integral_tile T>
  requires __detail::integral_bound<Upper>
[[nodiscard]] __tile_api T assume_bounded_above(T value) {
  return __detail::assume_bounded<false, 0, true, long(Upper)>(value);
}
/// `x <= Upper` for every element `x`; the bound is given as in `assume_bounded_above(n, 7_ic)`.
template <__detail::signed_integral_tile T, auto Upper>
  requires __detail::integral_bound<Upper>
[[nodiscard]] __tile_api T assume_bounded_above(T value, integral_constant<Upper>) {
  return __detail::assume_bounded<false, 0, true, long(Upper)>(value);
}

/// `Lower <= x <= Upper` for every element `x`, of signed type.
template <auto Lower, auto Upper, __detail::signed_integral_tile T>
  requires __detail::bounds_in_order<Lower, Upper>
[[nodiscard]] __tile_api T assume_bounded(T value) {
  return __detail::assume_bounded<true, long(Lower), true, long(Upper)>(value);
}
/// `Lower <= x <= Upper` for every element `x`; the bounds are given as in `assume_bounded(n, 0_ic, 7_ic)`.
template <__detail::signed_integral_tile T, auto Lower, auto Upper>
  requires __detail::bounds_in_order<Lower, Upper>
[[nodiscard]] __tile_api T assume_bounded(T value, integral_constant<Lower>, integral_constant<Upper>) {
  return __detail::assume_bounded<true, long(Lower), true, long(Upper)>(value);
}

/// Elements are equal within each block of shape `S`. The tile holds integers or pointers.
template <extents_like S, class T>
  requires __detail::divided_into_blocks<T, S>
[[nodiscard]] __tile_api T assume_blocked(T value) {
  return __detail::same_elements<S>::apply(value);
}
/// Elements are equal within each block of shape `S`, given as in `assume_blocked(t, shape<4>{})`.
template <class T, extents_like S>
  requires __detail::divided_into_blocks<T, S>
[[nodiscard]] __tile_api T assume_blocked(T value, S) {
  return __detail::same_elements<S>::apply(value);
}

/// Every `Every`-th pointer along `Axis` is a multiple of `Bytes`, a power of two, and the others follow it
/// contiguously.
template <auto Bytes, auto Every, auto Axis, pointer_tile P>
  requires(__detail::power_of_two<Bytes> && __detail::positive_count<Every> && __detail::dimension_of<Axis, P>)
[[nodiscard]] __tile_api P assume_aligned_strided(P pointers) {
  return __detail::assume_aligned_strided<long(Bytes), long(Every), int(Axis)>(pointers);
}
/// As above, with the numbers given as in `assume_aligned_strided(p, 16_ic, 4_ic, 0_ic)`.
template <pointer_tile P, auto Bytes, auto Every, auto Axis>
  requires(__detail::power_of_two<Bytes> && __detail::positive_count<Every> && __detail::dimension_of<Axis, P>)
[[nodiscard]] __tile_api P assume_aligned_strided(P pointers, integral_constant<Bytes>, integral_constant<Every>,
                                                  integral_constant<Axis>) {
  return __detail::assume_aligned_strided<long(Bytes), long(Every), int(Axis)>(pointers);
}

/// Every `Every`-th element along `Axis` is a multiple of `Divisor`, a power of two, and the others count up from it.
template <auto Divisor, auto Every, auto Axis, __detail::signed_integral_tile T>
  requires(__detail::power_of_two<Divisor> && __detail::positive_count<Every> && __detail::dimension_of<Axis, T>)
[[nodiscard]] __tile_api T assume_divisible_strided(T value) {
  return __detail::assume_divisible_strided<long(Divisor), long(Every), int(Axis)>(value);
}
/// As above, with the numbers given as in `assume_divisible_strided(i, 16_ic, 4_ic, 0_ic)`.
template <__detail::signed_integral_tile T, auto Divisor, auto Every, auto Axis>
  requires(__detail::power_of_two<Divisor> && __detail::positive_count<Every> && __detail::dimension_of<Axis, T>)
[[nodiscard]] __tile_api T assume_divisible_strided(T value, integral_constant<Divisor>, integral_constant<Every>,
                                                    integral_constant<Axis>) {
  return __detail::assume_divisible_strided<long(Divisor), long(Every), int(Axis)>(value);
}

} // namespace cuda::tiles
