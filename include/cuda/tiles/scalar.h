// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- scalar.h - the types that tiles can be made of -----------------------===//
//
//   integral                  bool, characters, 8 to 64 bit integers
//   basic floating point      double, float, __half, __nv_bfloat16
//   restricted floating point __nv_tf32, __nv_fp8_e4m3, __nv_fp8_e5m2, __nv_fp8_e8m0, __nv_fp4_e2m1
//   pointer                   T*, where T is one of the above or void, with any qualifiers
//
//   arithmetic = integral + basic floating point; numeric = arithmetic + restricted; scalar = numeric + pointer
//
// Restricted types can be loaded, stored, converted and multiplied as matrices, but have no arithmetic. The classes
// among these types come from `cuda_fp16.h` and its relatives, which users include before or after this header.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "execution_space.h"
#include "metaprogramming.h"

struct __half;
struct __nv_bfloat16;
struct __nv_tf32;
struct __nv_fp8_e4m3;
struct __nv_fp8_e5m2;
struct __nv_fp8_e8m0;
struct __nv_fp4_e2m1;

namespace cuda::tiles {

namespace __detail {

/// What the compiler knows of a floating-point format: widths in bits, storage in bytes.
struct floating_format {
  int exponent_bits = 0;
  int mantissa_bits = 0;
  int storage_bytes = 0;
  bool is_basic = false;
};
template <class T> inline constexpr floating_format format_of = {};
template <> inline constexpr floating_format format_of<double> = {11, 52, 8, true};
template <> inline constexpr floating_format format_of<float> = {8, 23, 4, true};
template <> inline constexpr floating_format format_of<__half> = {5, 10, 2, true};
template <> inline constexpr floating_format format_of<__nv_bfloat16> = {8, 7, 2, true};
template <> inline constexpr floating_format format_of<__nv_tf32> = {8, 10, 4, false};
template <> inline constexpr floating_format format_of<__nv_fp8_e4m3> = {4, 3, 1, false};
template <> inline constexpr floating_format format_of<__nv_fp8_e5m2> = {5, 2, 1, false};
template <> inline constexpr floating_format format_of<__nv_fp8_e8m0> = {8, 0, 1, false};
template <> inline constexpr floating_format format_of<__nv_fp4_e2m1> = {2, 1, 1, false};

template <class T> inline constexpr bool is_integral_scalar = __is_integral(T) && !__is_const(T) && !__is_volatile(T);
template <> inline constexpr bool is_integral_scalar<__int128> = false;
template <> inline constexpr bool is_integral_scalar<unsigned __int128> = false;

} // namespace __detail

/// An integral type: bool, a character type or an integer of at most 64 bits, without qualifiers.
template <class T>
concept integral_scalar = __detail::is_integral_scalar<T>;
template <class T>
concept integral = integral_scalar<T>;
/// Any floating-point type a tile can hold.
template <class T>
concept floating_point_scalar = __detail::format_of<T>.storage_bytes != 0;
/// double, float, __half or __nv_bfloat16: the floating-point types with arithmetic.
template <class T>
concept basic_floating_point_scalar = floating_point_scalar<T> && __detail::format_of<T>.is_basic;
/// A type with arithmetic operators on tiles.
template <class T>
concept arithmetic_scalar = integral_scalar<T> || basic_floating_point_scalar<T>;
/// A number: of an integral or a floating-point type.
template <class T>
concept numeric_scalar = integral_scalar<T> || floating_point_scalar<T>;

namespace __detail {
template <class T> inline constexpr bool is_pointer_scalar = false;
template <class T> inline constexpr bool is_pointer_scalar<T *> = __is_void(T) || numeric_scalar<__remove_cv(T)>;
} // namespace __detail

/// A pointer to a numeric type or to void; the pointee may have qualifiers.
template <class T>
concept pointer_scalar = __detail::is_pointer_scalar<T>;
/// A type that tiles can be made of: an integer, a floating-point type, or a pointer to one of these.
template <class T>
concept scalar = numeric_scalar<T> || pointer_scalar<T>;

namespace __detail {

/// The first architecture (as in `__CUDA_ARCH__`) whose tile code can work with elements of type `T`.
template <class T> inline constexpr int first_architecture = 0;
template <> inline constexpr int first_architecture<__nv_fp8_e4m3> = 890;
template <> inline constexpr int first_architecture<__nv_fp8_e5m2> = 890;
template <> inline constexpr int first_architecture<__nv_fp8_e8m0> = 1000;
template <> inline constexpr int first_architecture<__nv_fp4_e2m1> = 1000;

/// Whether code is compiled for `architecture` or a newer one. Host code knows no architecture and may name everything.
consteval bool architecture_is_at_least([[maybe_unused]] int architecture) {
#if defined(__CUDA_ARCH__)
  return __CUDA_ARCH__ >= architecture;
#else
  return true;
#endif
}

/// Elements that this architecture can work with: fp8 needs sm_89, e8m0 and e2m1 need sm_100.
template <class T>
concept available_on_this_architecture = architecture_is_at_least(first_architecture<T>);

/// Bytes of one element in memory. Holds for classes that are not yet defined, too.
template <scalar T> consteval size_t storage_bytes() {
  if constexpr (floating_point_scalar<T>)
    return format_of<T>.storage_bytes;
  else
    return sizeof(T);
}

template <class T> inline constexpr bool is_signed = __is_signed(T);

/// Integral conversion `From` to `To` keeps every value.
template <class From, class To> consteval bool integral_keeps_values() {
  if constexpr (__is_same(From, bool))
    return true;
  else if constexpr (__is_same(To, bool))
    return false;
  else if constexpr (is_signed<From> == is_signed<To>)
    return sizeof(From) <= sizeof(To);
  else
    return !is_signed<From> && sizeof(From) < sizeof(To);
}

/// Floating-point conversion `From` to `To` keeps every value.
template <class From, class To> consteval bool floating_keeps_values() {
  return format_of<From>.exponent_bits <= format_of<To>.exponent_bits &&
         format_of<From>.mantissa_bits <= format_of<To>.mantissa_bits;
}

template <class From, class To> consteval bool pointer_converts() {
  return __is_convertible_to(From, To);
}

/// Conversion `From` to `To` loses nothing: what C++ calls non-narrowing, seen by type alone.
template <class From, class To> consteval bool keeps_values() {
  if constexpr (__is_same(From, To))
    return true;
  else if constexpr (integral_scalar<From> && integral_scalar<To>)
    return integral_keeps_values<From, To>();
  else if constexpr (floating_point_scalar<From> && floating_point_scalar<To>)
    return floating_keeps_values<From, To>();
  else if constexpr ((pointer_scalar<From> || __is_same(From, nullptr_type)) && pointer_scalar<To>)
    return pointer_converts<From, To>();
  else
    return false;
}

/// Conversion `From` to `To` exists, perhaps with loss.
template <class From, class To> consteval bool casts() {
  if constexpr (numeric_scalar<From> && numeric_scalar<To>)
    return true;
  else if constexpr (pointer_scalar<From>)
    return __is_same(To, bool) || keeps_values<From, To>();
  else
    return keeps_values<From, To>();
}

template <class From, class To>
concept non_narrowing_element_conversion = keeps_values<From, To>();
/// There is a conversion between these element types.
template <class From, class To>
concept element_convertible = casts<From, To>();

} // namespace __detail
} // namespace cuda::tiles
