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
  return detail::ceil(x);
}
/// The largest integer not above `x`.
template <basic_floating_point_tile T> [[nodiscard]] __tile_api T floor(T x) {
  return detail::floor(x);
}

/// e to the power of `x`. `round_full` is the default; float also has the faster `round_approximate`.
template <rounding_mode R = detail::no_rounding, basic_floating_point_tile T>
  requires detail::rounding_applies<detail::element_of<T>, detail::rounding_family::only_approximable, R>
[[nodiscard]] __tile_api T exp(T x, rounding_mode_constant<R> = {}) {
  return detail::exp<int(R)>(x);
}
/// 2 to the power of `x`. float can flush subnormal operands and results to zero.
template <subnormals_rounding_mode S = detail::no_subnormals, basic_floating_point_tile T>
  requires detail::subnormals_apply<detail::element_of<T>, S>
[[nodiscard]] __tile_api T exp2(T x, subnormals_rounding_mode_constant<S> = {}) {
  return detail::exp2<int(S)>(x);
}
/// The natural logarithm.
template <basic_floating_point_tile T> [[nodiscard]] __tile_api T log(T x) {
  return detail::log(x);
}
/// The logarithm to base 2.
template <basic_floating_point_tile T> [[nodiscard]] __tile_api T log2(T x) {
  return detail::log2(x);
}

/// The square root, rounded to nearest even by default. float can be rounded approximately and flush subnormals.
template <rounding_mode R = detail::no_rounding, subnormals_rounding_mode S = detail::no_subnormals,
          basic_floating_point_tile T>
  requires(detail::rounding_applies<detail::element_of<T>, detail::rounding_family::root, R> &&
           detail::subnormals_apply<detail::element_of<T>, S>)
[[nodiscard]] __tile_api T sqrt(T x, rounding_mode_constant<R> = {}, subnormals_rounding_mode_constant<S> = {}) {
  return detail::sqrt<int(R), int(S)>(x);
}
/// 1 / sqrt(x). float can flush subnormal operands and results to zero.
template <subnormals_rounding_mode S = detail::no_subnormals, basic_floating_point_tile T>
  requires detail::subnormals_apply<detail::element_of<T>, S>
[[nodiscard]] __tile_api T rsqrt(T x, subnormals_rounding_mode_constant<S> = {}) {
  return detail::rsqrt<int(S)>(x);
}

/// The sine of an angle in radians.
template <basic_floating_point_tile T> [[nodiscard]] __tile_api T sin(T x) {
  return detail::sin(x);
}
/// The cosine of an angle in radians.
template <basic_floating_point_tile T> [[nodiscard]] __tile_api T cos(T x) {
  return detail::cos(x);
}
/// The tangent of an angle in radians.
template <basic_floating_point_tile T> [[nodiscard]] __tile_api T tan(T x) {
  return detail::tan(x);
}
/// The hyperbolic sine.
template <basic_floating_point_tile T> [[nodiscard]] __tile_api T sinh(T x) {
  return detail::sinh(x);
}
/// The hyperbolic cosine.
template <basic_floating_point_tile T> [[nodiscard]] __tile_api T cosh(T x) {
  return detail::cosh(x);
}
/// The hyperbolic tangent. `round_full` is the default; float also has the faster `round_approximate`.
template <rounding_mode R = detail::no_rounding, basic_floating_point_tile T>
  requires detail::rounding_applies<detail::element_of<T>, detail::rounding_family::only_approximable, R>
[[nodiscard]] __tile_api T tanh(T x, rounding_mode_constant<R> = {}) {
  return detail::tanh<int(R)>(x);
}

/// The angle of the point (`x`, `y`) to the positive x axis, from -pi to pi.
template <tile_like A, tile_like B>
  requires detail::floating_operands<A, B>
[[nodiscard]] __tile_api detail::arithmetic_result_t<A, B> atan2(A y, B x) {
  using result = detail::arithmetic_result_t<A, B>;
  return detail::atan2(detail::convert<result>(y), detail::convert<result>(x));
}

/// `base` to the power of `exponent`. The base is floating-point; an integral exponent is converted to its type.
template <basic_floating_point_tile A, tile_like B>
  requires detail::floating_operands<A, B>
[[nodiscard]] __tile_api detail::arithmetic_result_t<A, B> pow(A base, B exponent) {
  using result = detail::arithmetic_result_t<A, B>;
  return detail::pow(detail::convert<result>(base), detail::convert<result>(exponent));
}

namespace detail {
/// Signed integers of at most 32 bits, or bools.
template <class T>
concept integer_exponent =
    same_as<element_of<T>, bool> ||
    (integral_scalar<element_of<T>> && is_signed<element_of<T>> && sizeof(element_of<T>) <= sizeof(int));
} // namespace detail

/// `base` to an integer power. The exponent has signed elements of at most 32 bits, or bools.
template <basic_floating_point_tile A, detail::integer_exponent B>
  requires detail::shapes_broadcast<A, B>
[[nodiscard]] __tile_api detail::broadcast_result_t<detail::element_of<A>, A, B> powi(A base, B exponent) {
  using result = detail::broadcast_result_t<detail::element_of<A>, A, B>;
  using exponents = detail::broadcast_result_t<detail::promoted_element_t<detail::element_of<B>>, A, B>;
  return detail::powi(detail::convert<result>(base), detail::convert<exponents>(exponent));
}

/// True for NaN. For every floating-point type, fp8 and tf32 included.
template <floating_point_tile T> [[nodiscard]] __tile_api detail::with_element_t<T, bool> isnan(T x) {
  return detail::isnan<detail::with_element_t<T, bool>>(x);
}
/// True for plus and minus infinity. For every floating-point type, fp8 and tf32 included.
template <floating_point_tile T> [[nodiscard]] __tile_api detail::with_element_t<T, bool> isinf(T x) {
  return detail::isinf<detail::with_element_t<T, bool>>(x);
}

} // namespace cuda::tiles
