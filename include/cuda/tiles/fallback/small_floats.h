// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- small_floats.h - narrow floating-point formats in software -----------===//
//
// What the classes of the fallback headers compute with on the host. In tile code the compiler implements them itself.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "cuda/tiles/execution_space.h"
#if !defined(__clang__)
#include <type_traits>
#endif

#include "cuda/tiles/hide_macros.h"

namespace cuda::tiles::__detail {

/// A built-in number, which the classes of these headers convert from and to.
template <class T>
#if defined(__clang__)
concept builtin_number = __is_arithmetic(T);
#else
concept builtin_number = ::std::is_arithmetic_v<T>;
#endif

/// The bits of `value` in a format of a sign, `Exponent` and `Mantissa` bits: rounded to nearest even, no larger in
/// magnitude than the bits `largest`. NaN becomes the bits `nan`.
template <int Exponent, int Mantissa>
__tile_api constexpr unsigned narrow_float(float value, unsigned largest, unsigned nan) {
  unsigned bits = __builtin_bit_cast(unsigned, value);
  unsigned magnitude = bits & 0x7fffffffu;
  unsigned sign = (bits >> 31) << (Exponent + Mantissa);
  if (magnitude > 0x7f800000u)
    return sign | nan;
  constexpr int least = 2 - (1 << (Exponent - 1)); // the exponent of the smallest normal number
  int exponent = static_cast<int>(magnitude >> 23) - 127;
  int field = exponent < least ? least : exponent;
  int shift = 23 - Mantissa + (field - exponent);
  if (shift > 25)
    return sign;
  unsigned significand = (magnitude & 0x7fffffu) | 0x800000u;
  unsigned rounded = (significand + ((1u << (shift - 1)) - 1) + (significand >> shift & 1)) >> shift;
  unsigned result = (static_cast<unsigned>(field - least) << Mantissa) + rounded;
  return sign | (result > largest ? largest : result);
}

/// The finite number with these bits.
template <int Exponent, int Mantissa> __tile_api constexpr float widen_float(unsigned bits) {
  constexpr int least = 2 - (1 << (Exponent - 1));
  unsigned mantissa = bits & ((1u << Mantissa) - 1);
  int field = static_cast<int>(bits >> Mantissa & ((1u << Exponent) - 1));
  unsigned significand = mantissa | (field != 0 ? 1u << Mantissa : 0);
  int scale = least - Mantissa + (field > 1 ? field - 1 : 0);
  float magnitude =
      static_cast<float>(significand) * __builtin_bit_cast(float, static_cast<unsigned>(scale + 127) << 23);
  return bits >> (Exponent + Mantissa) & 1 ? -magnitude : magnitude;
}

} // namespace cuda::tiles::__detail

#include "cuda/tiles/restore_macros.h"
