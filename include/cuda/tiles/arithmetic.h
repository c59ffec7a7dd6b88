// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- arithmetic.h - add, sub, mul, div, fma, min, max and their relatives -===//
//
// Elementwise functions on tiles and scalars. Two scalars give a scalar; otherwise the result is a tile of the common
// element type and broadcast shape (common_type.h). There is no integral promotion.
//
// Rounding, subnormal and NaN modes are trailing tags in that order: `add(a, b, round_toward_zero_t{},
// round_subnormals_to_zero_t{})`. A subnormal tag needs a rounding tag before it.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "common_type.h"

namespace cuda::tiles {

namespace __detail {

consteval bool is_ieee_rounding(rounding_mode mode) {
  return mode == rounding_mode::round_ties_to_even || mode == rounding_mode::round_toward_zero ||
         mode == rounding_mode::round_toward_negative || mode == rounding_mode::round_toward_positive;
}

/// What rounding modes an operation has beside the directions of IEEE 754: none (`add`), two approximations (`div`),
/// one
/// (`sqrt`); or only approximations (`exp`).
enum class rounding_family { exact, approximable, root, only_approximable };

/// Approximations exist for float alone; `round_full` is the default of `only_approximable` operations for all types.
template <class E> consteval bool rounding_is_available(rounding_family family, rounding_mode mode) {
  if (mode == no_rounding)
    return true;
  if (is_ieee_rounding(mode))
    return family != rounding_family::only_approximable && basic_floating_point_scalar<E>;
  if (mode == rounding_mode::round_full && family == rounding_family::only_approximable)
    return basic_floating_point_scalar<E>;
  if (mode == rounding_mode::round_full && family == rounding_family::root)
    return false;
  return family != rounding_family::exact && __is_same(E, float);
}

template <class E> consteval bool subnormals_are_available(subnormals_rounding_mode mode) {
  if (mode == subnormals_rounding_mode::round_subnormals_to_zero)
    return __is_same(E, float);
  return mode == no_subnormals || basic_floating_point_scalar<E>;
}

/// This rounding mode exists for elements of type `E`.
template <class E, rounding_family Family, rounding_mode Mode>
concept rounding_applies = rounding_is_available<E>(Family, Mode);
/// This treatment of subnormals exists for elements of type `E`: only float can flush them.
template <class E, subnormals_rounding_mode Mode>
concept subnormals_apply = subnormals_are_available<E>(Mode);
/// Only floating-point elements have NaNs.
template <class E, nan_propagation_mode Mode>
concept nan_mode_applies = Mode == no_nan_propagation || basic_floating_point_scalar<E>;

/// `min` and `max` of `A` and `B` can treat NaNs and subnormals this way.
template <class A, class B, nan_propagation_mode N, subnormals_rounding_mode S>
concept extremum_modes_apply = nan_mode_applies<element_of<arithmetic_result_t<A, B>>, N> &&
                               subnormals_apply<element_of<arithmetic_result_t<A, B>>, S>;

/// `value` with subnormals flushed to zero if `Mode` says so; NaN stays NaN.
template <subnormals_rounding_mode Mode, class T> __tile_api T flush(T value) {
  if constexpr (Mode == subnormals_rounding_mode::round_subnormals_to_zero)
    return __detail::mul<int(rounding_mode::round_ties_to_even), int(Mode)>(value, convert<T>(1));
  else
    return value;
}

/// The operation has these modifiers for these element types.
template <class A, class B, rounding_family Family, rounding_mode Rounding, subnormals_rounding_mode Subnormals>
concept modes_apply = rounding_applies<element_of<arithmetic_result_t<A, B>>, Family, Rounding> &&
                      subnormals_apply<element_of<arithmetic_result_t<A, B>>, Subnormals>;

} // namespace __detail

/// `a + b`. Signed overflow is undefined, unsigned arithmetic wraps.
template <tile_like A, tile_like B, rounding_mode R = __detail::no_rounding,
          subnormals_rounding_mode S = __detail::no_subnormals>
  requires(__detail::arithmetic_operands<A, B> && __detail::modes_apply<A, B, __detail::rounding_family::exact, R, S>)
[[nodiscard]] __tile_api __detail::arithmetic_result_t<A, B> add(A a, B b, rounding_mode_constant<R> = {},
                                                                 subnormals_rounding_mode_constant<S> = {}) {
  using result = __detail::arithmetic_result_t<A, B>;
  return __detail::add<int(R), int(S)>(__detail::convert<result>(a), __detail::convert<result>(b));
}

/// `a - b`. Signed overflow is undefined, unsigned arithmetic wraps.
template <tile_like A, tile_like B, rounding_mode R = __detail::no_rounding,
          subnormals_rounding_mode S = __detail::no_subnormals>
  requires(__detail::arithmetic_operands<A, B> && __detail::modes_apply<A, B, __detail::rounding_family::exact, R, S>)
[[nodiscard]] __tile_api __detail::arithmetic_result_t<A, B> sub(A a, B b, rounding_mode_constant<R> = {},
                                                                 subnormals_rounding_mode_constant<S> = {}) {
  using result = __detail::arithmetic_result_t<A, B>;
  return __detail::sub<int(R), int(S)>(__detail::convert<result>(a), __detail::convert<result>(b));
}

/// `a * b`. Signed overflow is undefined, unsigned arithmetic wraps.
template <tile_like A, tile_like B, rounding_mode R = __detail::no_rounding,
          subnormals_rounding_mode S = __detail::no_subnormals>
  requires(__detail::arithmetic_operands<A, B> && __detail::modes_apply<A, B, __detail::rounding_family::exact, R, S>)
[[nodiscard]] __tile_api __detail::arithmetic_result_t<A, B> mul(A a, B b, rounding_mode_constant<R> = {},
                                                                 subnormals_rounding_mode_constant<S> = {}) {
  using result = __detail::arithmetic_result_t<A, B>;
  return __detail::mul<int(R), int(S)>(__detail::convert<result>(a), __detail::convert<result>(b));
}

/// `a / b`. Integers are rounded towards zero, and `b` may not be zero. float may be divided faster, but less exactly,
/// with `round_approximate_t` or `round_full_t`.
template <tile_like A, tile_like B, rounding_mode R = __detail::no_rounding,
          subnormals_rounding_mode S = __detail::no_subnormals>
  requires(__detail::arithmetic_operands<A, B> &&
           __detail::modes_apply<A, B, __detail::rounding_family::approximable, R, S>)
[[nodiscard]] __tile_api __detail::arithmetic_result_t<A, B> div(A a, B b, rounding_mode_constant<R> = {},
                                                                 subnormals_rounding_mode_constant<S> = {}) {
  using result = __detail::arithmetic_result_t<A, B>;
  return __detail::div<int(R), int(S)>(__detail::convert<result>(a), __detail::convert<result>(b));
}

/// The remainder of the division that rounds towards zero, for integers and floating-point numbers. It has the sign of
/// `a`.
template <tile_like A, tile_like B>
  requires __detail::arithmetic_operands<A, B>
[[nodiscard]] __tile_api __detail::arithmetic_result_t<A, B> remainder(A a, B b) {
  using result = __detail::arithmetic_result_t<A, B>;
  return __detail::rem(__detail::convert<result>(a), __detail::convert<result>(b));
}

/// `a / b` rounded down. Integers only; `b` may not be zero.
template <tile_like A, tile_like B>
  requires __detail::integral_operands<A, B>
[[nodiscard]] __tile_api __detail::arithmetic_result_t<A, B> floordiv(A a, B b) {
  using result = __detail::arithmetic_result_t<A, B>;
  return __detail::floordiv(__detail::convert<result>(a), __detail::convert<result>(b));
}

/// `a / b` rounded up. Integers only; `b` may not be zero.
template <tile_like A, tile_like B>
  requires __detail::integral_operands<A, B>
[[nodiscard]] __tile_api __detail::arithmetic_result_t<A, B> ceildiv(A a, B b) {
  using result = __detail::arithmetic_result_t<A, B>;
  return __detail::ceildiv(__detail::convert<result>(a), __detail::convert<result>(b));
}

/// The high half of the product of two integers, both read as unsigned.
template <tile_like A, tile_like B>
  requires __detail::integral_operands<A, B>
[[nodiscard]] __tile_api __detail::arithmetic_result_t<A, B> mulhi(A a, B b) {
  using result = __detail::arithmetic_result_t<A, B>;
  return __detail::mulhi(__detail::convert<result>(a), __detail::convert<result>(b));
}

/// The larger of `a` and `b`. If one is NaN, the other, or the NaN with `propagate_nan_t`. float can flush subnormal
/// operands to zero, with `round_subnormals_to_zero_t` after the NaN tag.
template <tile_like A, tile_like B, nan_propagation_mode N = __detail::no_nan_propagation,
          subnormals_rounding_mode S = __detail::no_subnormals>
  requires(__detail::arithmetic_operands<A, B> && __detail::extremum_modes_apply<A, B, N, S>)
[[nodiscard]] __tile_api __detail::arithmetic_result_t<A, B> max(A a, B b, nan_propagation_mode_constant<N> = {},
                                                                 subnormals_rounding_mode_constant<S> = {}) {
  using result = __detail::arithmetic_result_t<A, B>;
  return __detail::max<N == nan_propagation_mode::propagate_nan>(__detail::flush<S>(__detail::convert<result>(a)),
                                                                 __detail::flush<S>(__detail::convert<result>(b)));
}

/// The smaller of `a` and `b`. If one is NaN, the other, or the NaN with `propagate_nan_t`. float can flush subnormal
/// operands to zero, with `round_subnormals_to_zero_t` after the NaN tag.
template <tile_like A, tile_like B, nan_propagation_mode N = __detail::no_nan_propagation,
          subnormals_rounding_mode S = __detail::no_subnormals>
  requires(__detail::arithmetic_operands<A, B> && __detail::extremum_modes_apply<A, B, N, S>)
[[nodiscard]] __tile_api __detail::arithmetic_result_t<A, B> min(A a, B b, nan_propagation_mode_constant<N> = {},
                                                                 subnormals_rounding_mode_constant<S> = {}) {
  using result = __detail::arithmetic_result_t<A, B>;
  return __detail::min<N == nan_propagation_mode::propagate_nan>(__detail::flush<S>(__detail::convert<result>(a)),
                                                                 __detail::flush<S>(__detail::convert<result>(b)));
}

namespace __detail {
/// A factor of `fma` converts without narrowing, and broadcasts, to the addend.
template <class T, class Addend>
concept fits_the_addend = basic_floating_point_scalar<element_of<T>> && elements_do_not_narrow<T, Addend> &&
                          shape_broadcasts_to<shape_of<T>, shape_of<Addend>>;
} // namespace __detail

/// `a * b + c`, rounded once. The addend decides type and shape: `a` and `b` convert to its elements without narrowing,
/// and broadcast to its shape.
template <tile_like A, tile_like B, tile_like C, rounding_mode R = __detail::no_rounding,
          subnormals_rounding_mode S = __detail::no_subnormals>
  requires(basic_floating_point_tile<C> && __detail::fits_the_addend<A, C> && __detail::fits_the_addend<B, C> &&
           __detail::modes_apply<C, C, __detail::rounding_family::exact, R, S>)
[[nodiscard]] __tile_api C fma(A a, B b, C c, rounding_mode_constant<R> = {},
                               subnormals_rounding_mode_constant<S> = {}) {
  return __detail::fma<int(R), int(S)>(__detail::convert<C>(a), __detail::convert<C>(b), c);
}

/// The absolute value. Of the most negative integer it is undefined.
template <arithmetic_tile T> [[nodiscard]] __tile_api T abs(T value) {
  return __detail::abs(value);
}

} // namespace cuda::tiles
