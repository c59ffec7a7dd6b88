// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- operators.h - arithmetic, bitwise and logical operators of tiles -----===//
//
// At least one operand is a tile, the other may be a scalar that fits the tile's elements. Nothing is promoted or
// narrowed: `float_tile * 2` is fine, `float_tile * 2.0` is not. There are no compound assignments, increments or
// subscripts.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "arithmetic.h"

namespace cuda::tiles {

namespace detail {
/// At least one operand is a tile, and the other is a tile or a scalar.
template <class A, class B>
concept a_tile_takes_part = (is_tile<A> || is_tile<B>) && tile_like<A> && tile_like<B>;
/// A tile of integers (or bool) can be shifted by any tile or scalar of integers.
template <class A, class B>
concept shift_operands = integral_scalar<element_of<A>> && integral_scalar<element_of<B>> && shapes_broadcast<A, B>;
template <class A, class B> using shift_result_t = broadcast_result_t<element_of<A>, A, B>;
template <class A, class B> using bool_result_t = broadcast_result_t<bool, A, B>;
} // namespace detail

/// Elementwise sum. Signed overflow is undefined, unsigned arithmetic wraps.
template <class A, class B>
  requires(detail::a_tile_takes_part<A, B> && detail::arithmetic_operands<A, B>)
[[nodiscard]] __tile_api detail::arithmetic_result_t<A, B> operator+(A a, B b) {
  using result = detail::arithmetic_result_t<A, B>;
  return detail::add(detail::convert<result>(a), detail::convert<result>(b));
}

/// Elementwise difference. Signed overflow is undefined, unsigned arithmetic wraps.
template <class A, class B>
  requires(detail::a_tile_takes_part<A, B> && detail::arithmetic_operands<A, B>)
[[nodiscard]] __tile_api detail::arithmetic_result_t<A, B> operator-(A a, B b) {
  using result = detail::arithmetic_result_t<A, B>;
  return detail::sub(detail::convert<result>(a), detail::convert<result>(b));
}

/// Elementwise product. Signed overflow is undefined, unsigned arithmetic wraps.
template <class A, class B>
  requires(detail::a_tile_takes_part<A, B> && detail::arithmetic_operands<A, B>)
[[nodiscard]] __tile_api detail::arithmetic_result_t<A, B> operator*(A a, B b) {
  using result = detail::arithmetic_result_t<A, B>;
  return detail::mul(detail::convert<result>(a), detail::convert<result>(b));
}

/// Elementwise quotient. Integers are rounded towards zero, floating-point numbers to nearest even.
template <class A, class B>
  requires(detail::a_tile_takes_part<A, B> && detail::arithmetic_operands<A, B>)
[[nodiscard]] __tile_api detail::arithmetic_result_t<A, B> operator/(A a, B b) {
  using result = detail::arithmetic_result_t<A, B>;
  return detail::div(detail::convert<result>(a), detail::convert<result>(b));
}

/// Elementwise remainder of integers, with the sign of `a`. For floating-point numbers see `remainder`.
template <class A, class B>
  requires(detail::a_tile_takes_part<A, B> && detail::integral_operands<A, B>)
[[nodiscard]] __tile_api detail::arithmetic_result_t<A, B> operator%(A a, B b) {
  using result = detail::arithmetic_result_t<A, B>;
  return detail::rem(detail::convert<result>(a), detail::convert<result>(b));
}

/// Elementwise and of the bits of integers, or of bools.
template <class A, class B>
  requires(detail::a_tile_takes_part<A, B> && detail::integral_operands<A, B>)
[[nodiscard]] __tile_api detail::arithmetic_result_t<A, B> operator&(A a, B b) {
  using result = detail::arithmetic_result_t<A, B>;
  return detail::bit_and(detail::convert<result>(a), detail::convert<result>(b));
}

/// Elementwise or of the bits of integers, or of bools.
template <class A, class B>
  requires(detail::a_tile_takes_part<A, B> && detail::integral_operands<A, B>)
[[nodiscard]] __tile_api detail::arithmetic_result_t<A, B> operator|(A a, B b) {
  using result = detail::arithmetic_result_t<A, B>;
  return detail::bit_or(detail::convert<result>(a), detail::convert<result>(b));
}

/// Elementwise exclusive or of the bits of integers, or of bools.
template <class A, class B>
  requires(detail::a_tile_takes_part<A, B> && detail::integral_operands<A, B>)
[[nodiscard]] __tile_api detail::arithmetic_result_t<A, B> operator^(A a, B b) {
  using result = detail::arithmetic_result_t<A, B>;
  return detail::bit_xor(detail::convert<result>(a), detail::convert<result>(b));
}

/// Elementwise left shift; the result has the element type of `a`. A count of at least its width is undefined.
template <class A, class B>
  requires(detail::a_tile_takes_part<A, B> && detail::shift_operands<A, B>)
[[nodiscard]] __tile_api detail::shift_result_t<A, B> operator<<(A a, B b) {
  using result = detail::shift_result_t<A, B>;
  return detail::shl(detail::convert<result>(a), detail::convert<result>(b));
}

/// Elementwise right shift, of signed numbers with their sign; the result has the element type of `a`. A count of at
/// least its width is undefined.
template <class A, class B>
  requires(detail::a_tile_takes_part<A, B> && detail::shift_operands<A, B>)
[[nodiscard]] __tile_api detail::shift_result_t<A, B> operator>>(A a, B b) {
  using result = detail::shift_result_t<A, B>;
  return detail::shr(detail::convert<result>(a), detail::convert<result>(b));
}

/// Elementwise `a != 0 && b != 0`; both operands are always evaluated. Elements may have any type.
template <class A, class B>
  requires(detail::a_tile_takes_part<A, B> && detail::shapes_broadcast<A, B>)
[[nodiscard]] __tile_api detail::bool_result_t<A, B> operator&&(A a, B b) {
  using result = detail::bool_result_t<A, B>;
  return detail::bit_and(detail::convert<result>(a), detail::convert<result>(b));
}

/// Elementwise `a != 0 || b != 0`; both operands are always evaluated. Elements may have any type.
template <class A, class B>
  requires(detail::a_tile_takes_part<A, B> && detail::shapes_broadcast<A, B>)
[[nodiscard]] __tile_api detail::bool_result_t<A, B> operator||(A a, B b) {
  using result = detail::bool_result_t<A, B>;
  return detail::bit_or(detail::convert<result>(a), detail::convert<result>(b));
}

/// Elementwise `!(a != 0)`. Elements may have any type.
template <detail::proper_tile T> [[nodiscard]] __tile_api detail::with_element_t<T, bool> operator!(T value) {
  return detail::logical_not<detail::with_element_t<T, bool>>(value);
}

/// Elementwise negation; keeps the type, also for unsigned elements.
template <detail::proper_tile T>
  requires arithmetic_tile<T>
[[nodiscard]] __tile_api T operator-(T value) {
  return detail::neg(value);
}

/// The value with small integers promoted to int. Pointers stay as they are.
template <detail::proper_tile T>
  requires(arithmetic_tile<T> || pointer_tile<T>)
[[nodiscard]] __tile_api detail::promoted_t<T> operator+(T value) {
  return detail::convert<detail::promoted_t<T>>(value);
}

/// Elementwise complement of the bits of integers, or of bools.
template <detail::proper_tile T>
  requires integral_tile<T>
[[nodiscard]] __tile_api T operator~(T value) {
  return detail::bit_not(value);
}

//===----------------------------------------------------------------------===//
// Pointer arithmetic
//===----------------------------------------------------------------------===//

namespace detail {

template <class T> inline constexpr bool is_object_pointer = false;
template <class T> inline constexpr bool is_object_pointer<T *> = !__is_void(T);

/// A pointer that is not to void, and an integer.
template <class P, class I>
concept pointer_and_offset =
    is_object_pointer<element_of<P>> && integral_scalar<element_of<I>> && shapes_broadcast<P, I>;
/// Two pointers to the same type, qualifiers aside.
template <class P, class Q>
concept pointers_to_one_type =
    is_object_pointer<element_of<P>> && is_object_pointer<element_of<Q>> &&
    same_as<__remove_cv(__remove_pointer(element_of<P>)), __remove_cv(__remove_pointer(element_of<Q>))> &&
    shapes_broadcast<P, Q>;

template <class P, class I> using offset_result_t = broadcast_result_t<element_of<P>, P, I>;

template <class P, class I> __tile_api offset_result_t<P, I> advance(P pointer, I elements) {
  using result = offset_result_t<P, I>;
  using offsets = broadcast_result_t<element_of<I>, P, I>;
  return detail::offset<result>(detail::convert<result>(pointer), detail::convert<offsets>(elements));
}

} // namespace detail

/// Elementwise `pointer + elements`, scaled by the size of the pointee.
template <class P, class I>
  requires(detail::a_tile_takes_part<P, I> && detail::pointer_and_offset<P, I>)
[[nodiscard]] __tile_api detail::offset_result_t<P, I> operator+(P pointer, I elements) {
  return detail::advance(pointer, elements);
}

/// Elementwise `pointer + elements`, scaled by the size of the pointee.
template <class I, class P>
  requires(detail::a_tile_takes_part<P, I> && detail::pointer_and_offset<P, I>)
[[nodiscard]] __tile_api detail::offset_result_t<P, I> operator+(I elements, P pointer) {
  return detail::advance(pointer, elements);
}

/// Elementwise `pointer - elements`, scaled by the size of the pointee.
template <class P, class I>
  requires(detail::a_tile_takes_part<P, I> && detail::pointer_and_offset<P, I>)
[[nodiscard]] __tile_api detail::offset_result_t<P, I> operator-(P pointer, I elements) {
  return detail::advance(pointer, detail::neg(detail::convert_elements<long>(elements)));
}

/// Elementwise distance in elements.
template <class P, class Q>
  requires(detail::a_tile_takes_part<P, Q> && detail::pointers_to_one_type<P, Q>)
[[nodiscard]] __tile_api detail::broadcast_result_t<long, P, Q> operator-(P a, Q b) {
  using pointers = detail::broadcast_result_t<detail::element_of<P>, P, Q>;
  using result = detail::broadcast_result_t<long, P, Q>;
  using other = detail::broadcast_result_t<detail::element_of<Q>, P, Q>;
  return detail::ptr_diff<result>(detail::convert<pointers>(a),
                                  detail::pointer_cast<pointers>(detail::convert<other>(b)));
}

} // namespace cuda::tiles
