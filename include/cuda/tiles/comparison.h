// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- comparison.h - == != < <= > >= on tiles ------------------------------===//
//
// Elements are compared in their common type, which a scalar operand may enlarge (`2.5 < int_tile`). Comparisons of
// floating-point numbers are false if an operand is NaN, except `!=`, which is true. Pointers compare with pointers to
// the same type or to void; nullptr with `==` and `!=`.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "operators.h"

namespace cuda::tiles {

namespace __detail {

template <class A, class B> consteval auto common_pointer() {
  if constexpr (same_as<B, nullptr_type>)
    return type_box<A>{};
  else if constexpr (same_as<A, nullptr_type>)
    return type_box<B>{};
  else
    return type_box<decltype(false ? declval<A>() : declval<B>())>{};
}
template <class A, class B> using common_pointer_t = typename decltype(common_pointer<A, B>())::type;

template <class T>
concept pointer_or_null = pointer_scalar<T> || same_as<T, nullptr_type>;

/// Two pointers that C++ compares: to the same type or to void.
template <class A, class B>
concept compatible_pointers =
    pointer_or_null<A> && pointer_or_null<B> && requires { false ? declval<A>() : declval<B>(); };

template <class A, class B> consteval auto comparison_element() {
  if constexpr (pointer_or_null<A>)
    return type_box<common_pointer_t<A, B>>{};
  else
    return type_box<common_element_t<A, B>>{};
}

/// The tile in which both operands are compared.
template <class A, class B>
using comparison_operand_t =
    broadcast_result_t<typename decltype(comparison_element<element_of<A>, element_of<B>>())::type, A, B>;

/// The operands of a comparison are numbers with a common type, or pointers to one type or to void.
template <class A, class B>
concept comparable = (is_tile<A> || is_tile<B>) && shapes_broadcast<A, B> &&
                     (comparable_arithmetic<A, B> || compatible_pointers<element_of<A>, element_of<B>>);
/// `<` and its relatives do not take nullptr.
template <class A, class B>
concept ordered = comparable<A, B> && !same_as<A, nullptr_type> && !same_as<B, nullptr_type>;

} // namespace __detail

/// Elementwise equality.
template <class A, class B>
  requires __detail::comparable<A, B>
[[nodiscard]] __tile_api __detail::bool_result_t<A, B> operator==(A a, B b) {
  using operand = __detail::comparison_operand_t<A, B>;
  return __detail::eq<__detail::bool_result_t<A, B>>(__detail::convert<operand>(a), __detail::convert<operand>(b));
}

/// Elementwise inequality; true where an operand is NaN.
template <class A, class B>
  requires __detail::comparable<A, B>
[[nodiscard]] __tile_api __detail::bool_result_t<A, B> operator!=(A a, B b) {
  using operand = __detail::comparison_operand_t<A, B>;
  return __detail::ne<__detail::bool_result_t<A, B>>(__detail::convert<operand>(a), __detail::convert<operand>(b));
}

/// Elementwise `a < b`.
template <class A, class B>
  requires __detail::ordered<A, B>
[[nodiscard]] __tile_api __detail::bool_result_t<A, B> operator<(A a, B b) {
  using operand = __detail::comparison_operand_t<A, B>;
  return __detail::lt<__detail::bool_result_t<A, B>>(__detail::convert<operand>(a), __detail::convert<operand>(b));
}

/// Elementwise `a <= b`.
template <class A, class B>
  requires __detail::ordered<A, B>
[[nodiscard]] __tile_api __detail::bool_result_t<A, B> operator<=(A a, B b) {
  using operand = __detail::comparison_operand_t<A, B>;
  return __detail::le<__detail::bool_result_t<A, B>>(__detail::convert<operand>(a), __detail::convert<operand>(b));
}

/// Elementwise `a > b`.
template <class A, class B>
  requires __detail::ordered<A, B>
[[nodiscard]] __tile_api __detail::bool_result_t<A, B> operator>(A a, B b) {
  using operand = __detail::comparison_operand_t<A, B>;
  return __detail::gt<__detail::bool_result_t<A, B>>(__detail::convert<operand>(a), __detail::convert<operand>(b));
}

/// Elementwise `a >= b`.
template <class A, class B>
  requires __detail::ordered<A, B>
[[nodiscard]] __tile_api __detail::bool_result_t<A, B> operator>=(A a, B b) {
  using operand = __detail::comparison_operand_t<A, B>;
  return __detail::ge<__detail::bool_result_t<A, B>>(__detail::convert<operand>(a), __detail::convert<operand>(b));
}

} // namespace cuda::tiles
