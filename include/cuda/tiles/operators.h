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

namespace __detail {
/// At least one operand is a tile, and the other is a tile or a scalar.
template <class A, class B>
concept a_tile_takes_part = (is_tile<A> || is_tile<B>) && tile_like<A> && tile_like<B>;
/// A tile of integers (or bool) can be shifted by any tile or scalar of integers.
template <class A, class B>
concept shift_operands = integral_scalar<element_of<A>> && integral_scalar<element_of<B>> && shapes_broadcast<A, B>;
template <class A, class B> using shift_result_t = broadcast_result_t<element_of<A>, A, B>;
template <class A, class B> using bool_result_t = broadcast_result_t<bool, A, B>;
} // namespace __detail

/// Elementwise sum. Signed overflow is undefined, unsigned arithmetic wraps.
template <class A, class B>
  requires(__detail::a_tile_takes_part<A, B> && __detail::arithmetic_operands<A, B>)
[[nodiscard]] __tile_api __detail::arithmetic_result_t<A, B> operator+(A a, B b) {
  using result = __detail::arithmetic_result_t<A, B>;
  return __detail::add(__detail::convert<result>(a), __detail::convert<result>(b));
}

/// Elementwise difference. Signed overflow is undefined, unsigned arithmetic wraps.
template <class A, class B>
  requires(__detail::a_tile_takes_part<A, B> && __detail::arithmetic_operands<A, B>)
[[nodiscard]] __tile_api __detail::arithmetic_result_t<A, B> operator-(A a, B b) {
  using result = __detail::arithmetic_result_t<A, B>;
  return __detail::sub(__detail::convert<result>(a), __detail::convert<result>(b));
}

/// Elementwise product. Signed overflow is undefined, unsigned arithmetic wraps.
template <class A, class B>
  requires(__detail::a_tile_takes_part<A, B> && __detail::arithmetic_operands<A, B>)
[[nodiscard]] __tile_api __detail::arithmetic_result_t<A, B> operator*(A a, B b) {
  using result = __detail::arithmetic_result_t<A, B>;
  return __detail::mul(__detail::convert<result>(a), __detail::convert<result>(b));
}

/// Elementwise quotient. Integers are rounded towards zero, floating-point numbers to nearest even.
template <class A, class B>
  requires(__detail::a_tile_takes_part<A, B> && __detail::arithmetic_operands<A, B>)
[[nodiscard]] __tile_api __detail::arithmetic_result_t<A, B> operator/(A a, B b) {
  using result = __detail::arithmetic_result_t<A, B>;
  return __detail::div(__detail::convert<result>(a), __detail::convert<result>(b));
}

/// Elementwise remainder of integers, with the sign of `a`. For floating-point numbers see `remainder`.
template <class A, class B>
  requires(__detail::a_tile_takes_part<A, B> && __detail::integral_operands<A, B>)
[[nodiscard]] __tile_api __detail::arithmetic_result_t<A, B> operator%(A a, B b) {
  using result = __detail::arithmetic_result_t<A, B>;
  return __detail::rem(__detail::convert<result>(a), __detail::convert<result>(b));
}

/// Elementwise and of the bits of integers, or of bools.
template <class A, class B>
  requires(__detail::a_tile_takes_part<A, B> && __detail::integral_operands<A, B>)
[[nodiscard]] __tile_api __detail::arithmetic_result_t<A, B> operator&(A a, B b) {
  using result = __detail::arithmetic_result_t<A, B>;
  return __detail::bit_and(__detail::convert<result>(a), __detail::convert<result>(b));
}

/// Elementwise or of the bits of integers, or of bools.
template <class A, class B>
  requires(__detail::a_tile_takes_part<A, B> && __detail::integral_operands<A, B>)
[[nodiscard]] __tile_api __detail::arithmetic_result_t<A, B> operator|(A a, B b) {
  using result = __detail::arithmetic_result_t<A, B>;
  return __detail::bit_or(__detail::convert<result>(a), __detail::convert<result>(b));
}

/// Elementwise exclusive or of the bits of integers, or of bools.
template <class A, class B>
  requires(__detail::a_tile_takes_part<A, B> && __detail::integral_operands<A, B>)
[[nodiscard]] __tile_api __detail::arithmetic_result_t<A, B> operator^(A a, B b) {
  using result = __detail::arithmetic_result_t<A, B>;
  return __detail::bit_xor(__detail::convert<result>(a), __detail::convert<result>(b));
}

/// Elementwise left shift; the result has the element type of `a`. A count of at least its width is undefined.
template <class A, class B>
  requires(__detail::a_tile_takes_part<A, B> && __detail::shift_operands<A, B>)
[[nodiscard]] __tile_api __detail::shift_result_t<A, B> operator<<(A a, B b) {
  using result = __detail::shift_result_t<A, B>;
  return __detail::shl(__detail::convert<result>(a), __detail::convert<result>(b));
}

/// Elementwise right shift, of signed numbers with their sign; the result has the element type of `a`. A count of at
/// least its width is undefined.
template <class A, class B>
  requires(__detail::a_tile_takes_part<A, B> && __detail::shift_operands<A, B>)
[[nodiscard]] __tile_api __detail::shift_result_t<A, B> operator>>(A a, B b) {
  using result = __detail::shift_result_t<A, B>;
  return __detail::shr(__detail::convert<result>(a), __detail::convert<result>(b));
}

/// Elementwise `a != 0 && b != 0`; both operands are always evaluated. Elements may have any type.
template <class A, class B>
  requires(__detail::a_tile_takes_part<A, B> && __detail::shapes_broadcast<A, B>)
[[nodiscard]] __tile_api __detail::bool_result_t<A, B> operator&&(A a, B b) {
  using result = __detail::bool_result_t<A, B>;
  return __detail::bit_and(__detail::convert<result>(a), __detail::convert<result>(b));
}

/// Elementwise `a != 0 || b != 0`; both operands are always evaluated. Elements may have any type.
template <class A, class B>
  requires(__detail::a_tile_takes_part<A, B> && __detail::shapes_broadcast<A, B>)
[[nodiscard]] __tile_api __detail::bool_result_t<A, B> operator||(A a, B b) {
  using result = __detail::bool_result_t<A, B>;
  return __detail::bit_or(__detail::convert<result>(a), __detail::convert<result>(b));
}

/// Elementwise `!(a != 0)`. Elements may have any type.
template <__detail::proper_tile T> [[nodiscard]] __tile_api __detail::with_element_t<T, bool> operator!(T value) {
  return __detail::logical_not<__detail::with_element_t<T, bool>>(value);
}

/// Elementwise negation; keeps the type, also for unsigned elements.
template <__detail::proper_tile T>
  requires arithmetic_tile<T>
[[nodiscard]] __tile_api T operator-(T value) {
  return __detail::neg(value);
}

/// The value with small integers promoted to int. Pointers stay as they are.
template <__detail::proper_tile T>
  requires(arithmetic_tile<T> || pointer_tile<T>)
[[nodiscard]] __tile_api __detail::promoted_t<T> operator+(T value) {
  return __detail::convert<__detail::promoted_t<T>>(value);
}

/// Elementwise complement of the bits of integers, or of bools.
template <__detail::proper_tile T>
  requires integral_tile<T>
[[nodiscard]] __tile_api T operator~(T value) {
  return __detail::bit_not(value);
}

//===----------------------------------------------------------------------===//
// Pointer arithmetic
//===----------------------------------------------------------------------===//

namespace __detail {

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
  return __detail::offset<result>(__detail::convert<result>(pointer), __detail::convert<offsets>(elements));
}

} // namespace __detail

/// Elementwise `pointer + elements`, scaled by the size of the pointee.
template <class P, class I>
  requires(__detail::a_tile_takes_part<P, I> && __detail::pointer_and_offset<P, I>)
[[nodiscard]] __tile_api __detail::offset_result_t<P, I> operator+(P pointer, I elements) {
  return __detail::advance(pointer, elements);
}

/// Elementwise `pointer + elements`, scaled by the size of the pointee.
template <class I, class P>
  requires(__detail::a_tile_takes_part<P, I> && __detail::pointer_and_offset<P, I>)
[[nodiscard]] __tile_api __detail::offset_result_t<P, I> operator+(I elements, P pointer) {
  return __detail::advance(pointer, elements);
}

/// Elementwise `pointer - elements`, scaled by the size of the pointee.
template <class P, class I>
  requires(__detail::a_tile_takes_part<P, I> && __detail::pointer_and_offset<P, I>)
[[nodiscard]] __tile_api __detail::offset_result_t<P, I> operator-(P pointer, I elements) {
  return __detail::advance(pointer, __detail::neg(__detail::convert_elements<long>(elements)));
}

/// Elementwise distance in elements.
template <class P, class Q>
  requires(__detail::a_tile_takes_part<P, Q> && __detail::pointers_to_one_type<P, Q>)
[[nodiscard]] __tile_api __detail::broadcast_result_t<long, P, Q> operator-(P a, Q b) {
  using pointers = __detail::broadcast_result_t<__detail::element_of<P>, P, Q>;
  using result = __detail::broadcast_result_t<long, P, Q>;
  using other = __detail::broadcast_result_t<__detail::element_of<Q>, P, Q>;
  return __detail::ptr_diff<result>(__detail::convert<pointers>(a),
                                    __detail::pointer_cast<pointers>(__detail::convert<other>(b)));
}

} // namespace cuda::tiles
