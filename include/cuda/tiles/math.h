// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- math.h - elementwise mathematical functions --------------------------===//
//
// For tiles and scalars of double, float, __half and __nv_bfloat16, with results of the same type. Modes are given as
// template arguments (`exp<rounding_mode::round_approximate>(x)`) or as trailing tags (`exp(x,
// round_approximate_t{})`).
//
//===----------------------------------------------------------------------===//
#pragma once

#include "arithmetic.h"

namespace cuda::tiles {

/// The smallest integer not below `x`.
template <basic_floating_point_tile T> [[nodiscard]] __tile_api T ceil(T x) {
  return __detail::ceil(x);
}
/// The largest integer not above `x`.
template <basic_floating_point_tile T> [[nodiscard]] __tile_api T floor(T x) {
  return __detail::floor(x);
}

/// e to the power of `x`. `round_full` is the default; float also has the faster `round_approximate`.
template <rounding_mode R = __detail::no_rounding, basic_floating_point_tile T>
  requires __detail::rounding_applies<__detail::element_of<T>, __detail::rounding_family::only_approximable, R>
[[nodiscard]] __tile_api T exp(T x, rounding_mode_constant<R> = {}) {
  return __detail::exp<int(R)>(x);
}
/// 2 to the power of `x`. float can flush subnormal operands and results to zero.
template <subnormals_rounding_mode S = __detail::no_subnormals, basic_floating_point_tile T>
  requires __detail::subnormals_apply<__detail::element_of<T>, S>
[[nodiscard]] __tile_api T exp2(T x, subnormals_rounding_mode_constant<S> = {}) {
  return __detail::exp2<int(S)>(x);
}
/// The natural logarithm.
template <basic_floating_point_tile T> [[nodiscard]] __tile_api T log(T x) {
  return __detail::log(x);
}
/// The logarithm to base 2.
template <basic_floating_point_tile T> [[nodiscard]] __tile_api T log2(T x) {
  return __detail::log2(x);
}

/// The square root, rounded to nearest even by default. float can be rounded approximately and flush subnormals.
template <rounding_mode R = __detail::no_rounding, subnormals_rounding_mode S = __detail::no_subnormals,
          basic_floating_point_tile T>
  requires(__detail::rounding_applies<__detail::element_of<T>, __detail::rounding_family::root, R> &&
           __detail::subnormals_apply<__detail::element_of<T>, S>)
[[nodiscard]] __tile_api T sqrt(T x, rounding_mode_constant<R> = {}, subnormals_rounding_mode_constant<S> = {}) {
  return __detail::sqrt<int(R), int(S)>(x);
}
/// 1 / sqrt(x). float can flush subnormal operands and results to zero.
template <subnormals_rounding_mode S = __detail::no_subnormals, basic_floating_point_tile T>
  requires __detail::subnormals_apply<__detail::element_of<T>, S>
[[nodiscard]] __tile_api T rsqrt(T x, subnormals_rounding_mode_constant<S> = {}) {
  return __detail::rsqrt<int(S)>(x);
}

/// The sine of an angle in radians.
template <basic_floating_point_tile T> [[nodiscard]] __tile_api T sin(T x) {
  return __detail::sin(x);
}
/// The cosine of an angle in radians.
template <basic_floating_point_tile T> [[nodiscard]] __tile_api T cos(T x) {
  return __detail::cos(x);
}
/// The tangent of an angle in radians.
template <basic_floating_point_tile T> [[nodiscard]] __tile_api T tan(T x) {
  return __detail::tan(x);
}
/// The hyperbolic sine.
template <basic_floating_point_tile T> [[nodiscard]] __tile_api T sinh(T x) {
  return __detail::sinh(x);
}
/// The hyperbolic cosine.
template <basic_floating_point_tile T> [[nodiscard]] __tile_api T cosh(T x) {
  return __detail::cosh(x);
}
/// The hyperbolic tangent. `round_full` is the default; float also has the faster `round_approximate`.
template <rounding_mode R = __detail::no_rounding, basic_floating_point_tile T>
  requires __detail::rounding_applies<__detail::element_of<T>, __detail::rounding_family::only_approximable, R>
[[nodiscard]] __tile_api T tanh(T x, rounding_mode_constant<R> = {}) {
  return __detail::tanh<int(R)>(x);
}

/// The angle of the point (`x`, `y`) to the positive x axis, from -pi to pi.
template <tile_like A, tile_like B>
  requires __detail::floating_operands<A, B>
[[nodiscard]] __tile_api __detail::arithmetic_result_t<A, B> atan2(A y, B x) {
  using result = __detail::arithmetic_result_t<A, B>;
  return __detail::atan2(__detail::convert<result>(y), __detail::convert<result>(x));
}

/// `base` to the power of `exponent`. The base is floating-point; an integral exponent is converted to its type.
template <basic_floating_point_tile A, tile_like B>
  requires __detail::floating_operands<A, B>
[[nodiscard]] __tile_api __detail::arithmetic_result_t<A, B> pow(A base, B exponent) {
  using result = __detail::arithmetic_result_t<A, B>;
  return __detail::pow(__detail::convert<result>(base), __detail::convert<result>(exponent));
}

namespace __detail {
/// Signed integers of at most 32 bits, or bools.
template <class T>
concept integer_exponent =
    same_as<element_of<T>, bool> ||
    (integral_scalar<element_of<T>> && is_signed<element_of<T>> && sizeof(element_of<T>) <= sizeof(int));
} // namespace __detail

/// `base` to an integer power. The exponent has signed elements of at most 32 bits, or bools.
template <basic_floating_point_tile A, __detail::integer_exponent B>
  requires __detail::shapes_broadcast<A, B>
[[nodiscard]] __tile_api __detail::broadcast_result_t<__detail::element_of<A>, A, B> powi(A base, B exponent) {
  using result = __detail::broadcast_result_t<__detail::element_of<A>, A, B>;
  using exponents = __detail::broadcast_result_t<__detail::promoted_element_t<__detail::element_of<B>>, A, B>;
  return __detail::powi(__detail::convert<result>(base), __detail::convert<exponents>(exponent));
}

/// True for NaN. For every floating-point type, fp8 and tf32 included.
template <floating_point_tile T> [[nodiscard]] __tile_api __detail::with_element_t<T, bool> isnan(T x) {
  return __detail::isnan<__detail::with_element_t<T, bool>>(x);
}
/// True for plus and minus infinity. For every floating-point type, fp8 and tf32 included.
template <floating_point_tile T> [[nodiscard]] __tile_api __detail::with_element_t<T, bool> isinf(T x) {
  return __detail::isinf<__detail::with_element_t<T, bool>>(x);
}

} // namespace cuda::tiles
