// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- common_type.h - the element type and shape of a result ---------------===//
//
// Operands of two element types meet in their common type:
//
//   equal types                           that type: no integral promotion
//   bool with any other                   the other
//   both signed, or both unsigned         the wider
//   unsigned with wider signed            the signed one
//   integer with floating point           the floating-point one
//   two floating-point types              the wider; __half and __nv_bfloat16 have none
//   unsigned with other signed integers   none
//
// Where a tile meets a scalar in arithmetic, the common type must be the tile's.
//
// Shapes broadcast by NumPy's rule: aligned at the last dimension, an extent of 1 stretches, missing dimensions count
// as 1.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tile.h"

namespace cuda::tiles {

namespace __detail {

//===----------------------------------------------------------------------===//
// Common element type
//===----------------------------------------------------------------------===//

/// Orders types of equal width: character types before integers, long before long long.
template <class T> inline constexpr int tie_rank = 0;
template <> inline constexpr int tie_rank<signed char> = 1;
template <> inline constexpr int tie_rank<unsigned char> = 1;
template <> inline constexpr int tie_rank<short> = 1;
template <> inline constexpr int tie_rank<unsigned short> = 1;
template <> inline constexpr int tie_rank<int> = 1;
template <> inline constexpr int tie_rank<unsigned> = 1;
template <> inline constexpr int tie_rank<long> = 1;
template <> inline constexpr int tie_rank<unsigned long> = 1;
template <> inline constexpr int tie_rank<long long> = 2;
template <> inline constexpr int tie_rank<unsigned long long> = 2;

enum class winner { none, first, second };

template <class A, class B> consteval winner integral_winner() {
  if (!integral_keeps_values<A, B>())
    return integral_keeps_values<B, A>() ? winner::first : winner::none;
  bool tie = integral_keeps_values<B, A>();
  return tie && tie_rank<A> >= tie_rank<B> ? winner::first : winner::second;
}

template <class A, class B> consteval winner floating_winner() {
  if (format_of<A>.storage_bytes == format_of<B>.storage_bytes)
    return winner::none;
  return format_of<A>.storage_bytes > format_of<B>.storage_bytes ? winner::first : winner::second;
}

/// Which of two different arithmetic types is the common one.
template <class A, class B> consteval winner common_winner() {
  if constexpr (!arithmetic_scalar<A> || !arithmetic_scalar<B>)
    return winner::none;
  else if constexpr (integral_scalar<A> && integral_scalar<B>)
    return integral_winner<A, B>();
  else if constexpr (integral_scalar<A>)
    return winner::second;
  else if constexpr (integral_scalar<B>)
    return winner::first;
  else
    return floating_winner<A, B>();
}

struct no_common_type {};

template <class A, class B, winner = common_winner<A, B>()> struct common_element {
  using type = no_common_type;
};
template <class A, class B> struct common_element<A, B, winner::first> {
  using type = A;
};
template <class A, class B> struct common_element<A, B, winner::second> {
  using type = B;
};
template <arithmetic_scalar A> struct common_element<A, A, winner::none> {
  using type = A;
};
template <arithmetic_scalar A> struct common_element<A, A, winner::first> {
  using type = A;
};
template <arithmetic_scalar A> struct common_element<A, A, winner::second> {
  using type = A;
};

/// The common type of two element types, or `no_common_type`.
template <class A, class B> using common_element_t = typename common_element<A, B>::type;

/// The element types have a common type that both convert to without narrowing.
template <class A, class B>
concept elements_have_a_common_type = !same_as<common_element_t<element_of<A>, element_of<B>>, no_common_type>;

/// A scalar of type `S` takes the element type `E` of the tile it meets: nothing is lost, or an integer becomes a
/// floating-point number.
template <class S, class E> consteval bool scalar_takes_element() {
  return keeps_values<S, E>() || __is_same(common_element_t<S, E>, E);
}

/// If one operand is a scalar and the other a tile, the scalar fits the tile's elements without narrowing.
template <class A, class B>
concept scalar_does_not_narrow =
    is_tile<A> == is_tile<B> || (is_tile<A> && scalar_takes_element<element_of<B>, element_of<A>>()) ||
    (is_tile<B> && scalar_takes_element<element_of<A>, element_of<B>>());

/// The element type of `a + b`: the tile's if a tile meets a scalar, else the common one.
template <class A, class B>
using arithmetic_element_t = conditional_t<is_tile<A> == is_tile<B>, common_element_t<element_of<A>, element_of<B>>,
                                           element_of<conditional_t<is_tile<A>, A, B>>>;

//===----------------------------------------------------------------------===//
// Common shape
//===----------------------------------------------------------------------===//

/// The extent of `S` at dimension `i` after 1s are prepended up to `rank` dimensions.
template <class S> constexpr size_t padded_extent(size_t rank, size_t i) {
  return i + S::rank() < rank ? 1 : S::static_extent(i + S::rank() - rank);
}

template <class A, class B> consteval size_t common_rank() {
  return A::rank() > B::rank() ? A::rank() : B::rank();
}

template <class A, class B> consteval bool have_common_shape() {
  for (size_t i = 0, rank = common_rank<A, B>(); i < rank; ++i) {
    size_t a = padded_extent<A>(rank, i), b = padded_extent<B>(rank, i);
    if (a != b && a != 1 && b != 1)
      return false;
  }
  return true;
}

template <class A, class B, class Positions = make_index_sequence<common_rank<A, B>()>> struct common_shape;
template <class A, class B, size_t... I> struct common_shape<A, B, index_sequence<I...>> {
  static constexpr size_t extent(size_t i) {
    size_t a = padded_extent<A>(sizeof...(I), i);
    return a != 1 ? a : padded_extent<B>(sizeof...(I), i);
  }
  using type = shape<extent(I)...>;
};
template <class A, size_t... I> struct common_shape<A, A, index_sequence<I...>> {
  using type = A;
};

/// The shape that two shapes broadcast to.
template <class A, class B> using common_shape_t = typename common_shape<A, B>::type;

/// The shapes broadcast: aligned at the last dimension, extents are equal or one of them is 1.
template <class A, class B>
concept shapes_broadcast =
    have_common_shape<shape_of<A>, shape_of<B>>() && tile_shape<common_shape_t<shape_of<A>, shape_of<B>>>;

/// The shape broadcasts to the other without enlarging it: aligned at the last dimension, each extent is equal or 1.
template <class From, class To>
concept shape_broadcasts_to = have_common_shape<From, To>() && same_as<common_shape_t<From, To>, To>;

/// A tile of these elements and shape, or the scalar type if no tile takes part.
template <bool IsTile, class E, class S> struct tile_or_scalar {};
template <class E, class S> struct tile_or_scalar<false, E, S> {
  using type = E;
};
template <class E, class S>
  requires object_has_at_most_16_MiB<E, S>
struct tile_or_scalar<true, E, S> {
  using type = tile<E, S>;
};

/// Elements `E` in the common shape of the operands `A` and `B`.
template <class E, class A, class B>
using broadcast_result_t =
    typename tile_or_scalar<is_tile<A> || is_tile<B>, E, common_shape_t<shape_of<A>, shape_of<B>>>::type;

/// The type of `a + b`.
template <class A, class B> using arithmetic_result_t = broadcast_result_t<arithmetic_element_t<A, B>, A, B>;

/// Both operands have elements with arithmetic: integers, double, float, __half or __nv_bfloat16.
template <class A, class B>
concept arithmetic_operands =
    arithmetic_scalar<element_of<A>> && arithmetic_scalar<element_of<B>> && elements_have_a_common_type<A, B> &&
    scalar_does_not_narrow<A, B> && shapes_broadcast<A, B>;
/// Both operands have integral elements.
template <class A, class B>
concept integral_operands =
    integral_scalar<element_of<A>> && integral_scalar<element_of<B>> && arithmetic_operands<A, B>;
/// The operands have a common floating-point type.
template <class A, class B>
concept floating_operands =
    basic_floating_point_scalar<common_element_t<element_of<A>, element_of<B>>> && arithmetic_operands<A, B>;

/// The elements convert without narrowing.
template <class From, class To>
concept elements_do_not_narrow = non_narrowing_element_conversion<element_of<From>, element_of<To>>;
/// The shapes are equal, without broadcasting.
template <class A, class B>
concept shapes_are_equal = same_as<shape_of<A>, shape_of<B>>;

} // namespace __detail

/// The tile broadcasts to the shape: aligned at the last dimension, each of its extents is equal or 1.
template <class From, class To>
concept broadcastable_to = tile_like<From> && shape_like<To> && __detail::shape_broadcasts_to<tile_shape_t<From>, To>;

/// Elements convert without narrowing, shapes are equal.
template <class From, class To>
concept non_narrowing_tile_convertible_to =
    tile_like<From> && tile_like<To> && __detail::elements_do_not_narrow<__remove_cvref(From), __remove_cvref(To)> &&
    __detail::shapes_are_equal<__remove_cvref(From), __remove_cvref(To)>;

/// `A` and `B` are operands of a binary arithmetic operator.
template <class A, class B>
concept arithmetic_tile_convertible = __detail::arithmetic_operands<__remove_cvref(A), __remove_cvref(B)>;
/// The result type of a binary arithmetic operator.
template <class A, class B>
  requires arithmetic_tile_convertible<A, B>
using arithmetic_tile_conversion_t = __detail::arithmetic_result_t<__remove_cvref(A), __remove_cvref(B)>;

namespace __detail {
template <class A, class B>
concept comparable_arithmetic = arithmetic_scalar<element_of<A>> && arithmetic_scalar<element_of<B>> &&
                                elements_have_a_common_type<A, B> && shapes_broadcast<A, B>;
}

/// `A` and `B` are operands of a comparison.
template <class A, class B>
concept arithmetic_tile_comparable = __detail::comparable_arithmetic<__remove_cvref(A), __remove_cvref(B)>;
/// The type in which `A` and `B` are compared: a tile of their common element type.
template <class A, class B>
  requires arithmetic_tile_comparable<A, B>
using arithmetic_tile_comparison_t =
    __detail::broadcast_result_t<__detail::common_element_t<tile_element_t<A>, tile_element_t<B>>, __remove_cvref(A),
                                 __remove_cvref(B)>;

namespace __detail {
template <class E> consteval auto promotion_of() {
  if constexpr (integral_scalar<E>)
    return type_box<decltype(+E())>{};
  else
    return type_box<E>{};
}
/// What unary `+` makes of an element: small integers become int.
template <class E> using promoted_element_t = typename decltype(promotion_of<E>())::type;
template <class T> using promoted_t = with_element_t<T, promoted_element_t<element_of<T>>>;
} // namespace __detail

/// The type of unary `+`.
template <arithmetic_tile T> using arithmetic_tile_promotion_t = __detail::promoted_t<__remove_cvref(T)>;

} // namespace cuda::tiles
