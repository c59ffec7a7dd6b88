// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- constants.h - compile-time constants and option tags -----------------===//
//
// A compile-time option is passed as a template argument (`sum<0>(t)`) or as an object whose type carries it
// (`sum(t, 0_ic)`, `exp(t, round_approximate_t{})`). All those objects are `integral_constant`s.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "execution_space.h"
#include "metaprogramming.h"

namespace cuda::tiles {

/// A constant as a type: `integral_constant<16>` converts to 16 at compile time. `16_ic` makes one.
template <auto Value> struct integral_constant {
  using value_type = decltype(Value);
  using type = integral_constant;
  static constexpr value_type value = Value;
  __tile_api constexpr operator value_type() const {
    return Value;
  }
  __tile_api constexpr value_type operator()() const {
    return Value;
  }
};

namespace __detail {

constexpr int digit_value(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  return (c | 0x20) - 'a' + 10;
}

/// The value of the integer literal spelled by `Digits`, of any base and with digit separators.
template <char... Digits> consteval unsigned long long literal_value() {
  constexpr char text[] = {Digits..., '\0'};
  constexpr bool hexadecimal = sizeof...(Digits) > 2 && text[0] == '0' && (text[1] | 0x20) == 'x';
  constexpr bool binary = sizeof...(Digits) > 2 && text[0] == '0' && (text[1] | 0x20) == 'b';
  constexpr unsigned base = hexadecimal ? 16 : binary ? 2 : text[0] == '0' ? 8 : 10;
  unsigned long long value = 0;
  for (size_t i = hexadecimal || binary ? 2 : 0; i < sizeof...(Digits); ++i)
    if (text[i] != '\'')
      value = value * base + static_cast<unsigned>(digit_value(text[i]));
  return value;
}

/// The constant `Value` in the smallest of int, long and unsigned long that holds it.
template <unsigned long long Value> consteval auto smallest_constant() {
  if constexpr (Value <= __INT_MAX__)
    return integral_constant<static_cast<int>(Value)>{};
  else if constexpr (Value <= __LONG_MAX__)
    return integral_constant<static_cast<long>(Value)>{};
  else
    return integral_constant<static_cast<unsigned long>(Value)>{};
}

template <class T> inline constexpr bool is_constant = false;
template <auto Value> inline constexpr bool is_constant<integral_constant<Value>> = __is_integral(decltype(Value));

/// An object such as `16_ic`.
template <class T>
concept constant = is_constant<T>;

} // namespace __detail

inline namespace literals {
/// `16_ic` is an `integral_constant<16>`.
template <char... Digits> __tile_api constexpr auto operator""_ic() {
  return decltype(__detail::smallest_constant<__detail::literal_value<Digits...>()>()){};
}
} // namespace literals

/// How a floating-point result that is not representable is chosen.
enum class rounding_mode {
  round_ties_to_even,
  round_toward_zero,
  round_toward_negative,
  round_toward_positive,
  round_approximate, ///< the hardware's fast approximation
  round_full,        ///< at most 2 ulp off over the full range
};
/// What becomes of subnormal operands and results.
enum class subnormals_rounding_mode { preserve_subnormals, round_subnormals_to_zero };
/// Whether `min` and `max` return the other operand of a NaN, or the NaN.
enum class nan_propagation_mode { suppress_nan, propagate_nan };
/// What a masked view load yields for elements outside the tensor.
enum class view_padding { zero, negative_zero, positive_inf, negative_inf, nan };
/// The order that an atomic operation imposes on the accesses around it.
enum class memory_order { relaxed, acquire, release, acq_rel };
/// Who takes part in an atomic operation: this tile block, this device, or host and peers as well.
enum class thread_scope { block, device, system };

template <rounding_mode Mode> using rounding_mode_constant = integral_constant<Mode>;
template <subnormals_rounding_mode Mode> using subnormals_rounding_mode_constant = integral_constant<Mode>;
template <nan_propagation_mode Mode> using nan_propagation_mode_constant = integral_constant<Mode>;
template <view_padding Padding> using view_padding_constant = integral_constant<Padding>;
template <memory_order Order> using memory_order_constant = integral_constant<Order>;
template <thread_scope Scope> using thread_scope_constant = integral_constant<Scope>;

using round_ties_to_even_t = rounding_mode_constant<rounding_mode::round_ties_to_even>;
using round_toward_zero_t = rounding_mode_constant<rounding_mode::round_toward_zero>;
using round_toward_negative_t = rounding_mode_constant<rounding_mode::round_toward_negative>;
using round_toward_positive_t = rounding_mode_constant<rounding_mode::round_toward_positive>;
using round_approximate_t = rounding_mode_constant<rounding_mode::round_approximate>;
using round_full_t = rounding_mode_constant<rounding_mode::round_full>;
using preserve_subnormals_t = subnormals_rounding_mode_constant<subnormals_rounding_mode::preserve_subnormals>;
using round_subnormals_to_zero_t =
    subnormals_rounding_mode_constant<subnormals_rounding_mode::round_subnormals_to_zero>;
using suppress_nan_t = nan_propagation_mode_constant<nan_propagation_mode::suppress_nan>;
using propagate_nan_t = nan_propagation_mode_constant<nan_propagation_mode::propagate_nan>;
using view_padding_zero_t = view_padding_constant<view_padding::zero>;
using view_padding_negative_zero_t = view_padding_constant<view_padding::negative_zero>;
using view_padding_positive_inf_t = view_padding_constant<view_padding::positive_inf>;
using view_padding_negative_inf_t = view_padding_constant<view_padding::negative_inf>;
using view_padding_nan_t = view_padding_constant<view_padding::nan>;
using memory_order_relaxed_t = memory_order_constant<memory_order::relaxed>;
using memory_order_acquire_t = memory_order_constant<memory_order::acquire>;
using memory_order_release_t = memory_order_constant<memory_order::release>;
using memory_order_acq_rel_t = memory_order_constant<memory_order::acq_rel>;
using thread_scope_block_t = thread_scope_constant<thread_scope::block>;
using thread_scope_device_t = thread_scope_constant<thread_scope::device>;
using thread_scope_system_t = thread_scope_constant<thread_scope::system>;

/// The rounding mode of operations that name none.
__tile_api constexpr rounding_mode default_rounding_mode() {
  return rounding_mode::round_ties_to_even;
}
/// The treatment of subnormals in operations that name none.
__tile_api constexpr subnormals_rounding_mode default_subnormals_rounding_mode() {
  return subnormals_rounding_mode::preserve_subnormals;
}
/// The treatment of NaN in operations that name none.
__tile_api constexpr nan_propagation_mode default_nan_propagation_mode() {
  return nan_propagation_mode::suppress_nan;
}
/// The scope of atomic operations that name none.
__tile_api constexpr thread_scope default_thread_scope() {
  return thread_scope::system;
}

namespace __detail {
/// Stand for an option that the user did not write.
inline constexpr rounding_mode no_rounding{-1};
inline constexpr subnormals_rounding_mode no_subnormals{-1};
inline constexpr nan_propagation_mode no_nan_propagation{-1};
} // namespace __detail

namespace __detail {
template <size_t... D> consteval bool is_permutation() {
  constexpr size_t dimensions[] = {D..., 0};
  unsigned long long seen = 0;
  for (size_t i = 0; i < sizeof...(D); ++i)
    seen |= dimensions[i] < sizeof...(D) ? 1ull << dimensions[i] : 0;
  return seen == (1ull << sizeof...(D)) - 1;
}
/// Each of the dimensions from 0 is named once.
template <size_t... D>
concept permutation = is_permutation<D...>();
} // namespace __detail

/// A permutation of dimensions: dimension `i` of the result is dimension `Dimensions[i]` of the operand.
template <__detail::size_t... Dimensions>
  requires __detail::permutation<Dimensions...>
struct dimension_map {
  constexpr dimension_map() = default;
  /// `dimension_map{2_ic, 0_ic, 1_ic}`.
  template <__detail::constant... C>
    requires(sizeof...(C) > 0 && sizeof...(C) == sizeof...(Dimensions))
  __tile_api constexpr dimension_map(C...) {}

  /// The number of dimensions.
  __tile_api static constexpr decltype(sizeof(0)) rank() {
    return sizeof...(Dimensions);
  }
};
template <__detail::constant... C> dimension_map(C...) -> dimension_map<C::value...>;

} // namespace cuda::tiles
