// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// References of floating-point operations, rounded once in any direction to any of the formats.
///
/// An operation is done in `long double` (64 bits of significand, far more range than double), rounded to odd: towards
/// zero, with the last bit set if anything was lost. Rounding that to at most 62 bits gives what rounding the exact
/// result would. Functions are those of the C library for `long double`.
#ifndef TILEC_TEST_EXEC_EXACTREFERENCE_H
#define TILEC_TEST_EXEC_EXACTREFERENCE_H

#include "test/exec/harness/SmallFloat.h"

#include <algorithm>
#include <cfenv>
#include <cstring>

#pragma STDC FENV_ACCESS ON

namespace tilec::exec {

using Real = long double;

/// Precision and exponents of normal numbers of a format.
template <class T> struct FormatOf;
template <> struct FormatOf<Half> {
  static constexpr int precision = 11, smallest = -14, largest = 15;
};
template <> struct FormatOf<BFloat16> {
  static constexpr int precision = 8, smallest = -126, largest = 127;
};
template <> struct FormatOf<float> {
  static constexpr int precision = 24, smallest = -126, largest = 127;
};
template <> struct FormatOf<double> {
  static constexpr int precision = 53, smallest = -1022, largest = 1023;
};

/// Sets the processor's rounding direction while it lives.
class RoundingDirection {
public:
  explicit RoundingDirection(int direction) : saved(std::fegetround()) {
    std::fesetround(direction);
  }
  ~RoundingDirection() {
    std::fesetround(saved);
  }

private:
  int saved;
};

/// The last place of `value` in T's format: of subnormals that of the smallest normal number.
template <class T> Real lastPlace(Real value) {
  int exponent = value == 0 ? FormatOf<T>::smallest : std::max(std::ilogb(value), FormatOf<T>::smallest);
  return std::ldexp(Real(1), exponent - (FormatOf<T>::precision - 1));
}

template <class T> Real largestNumber() {
  return std::ldexp(2 - std::ldexp(Real(1), 1 - FormatOf<T>::precision), FormatOf<T>::largest);
}

/// What a result beyond the largest number becomes.
template <class T> Real overflow(bool negative, int direction) {
  bool toInfinity = direction == FE_TONEAREST || direction == (negative ? FE_DOWNWARD : FE_UPWARD);
  Real magnitude = toInfinity ? std::numeric_limits<Real>::infinity() : largestNumber<T>();
  return negative ? -magnitude : magnitude;
}

/// `value` rounded to T's format.
template <class T> Real roundTo(Real value, int direction = FE_TONEAREST) {
  if (value == 0 || !std::isfinite(value))
    return value;
  Real unit = lastPlace<T>(value);
  RoundingDirection rounding(direction);
  volatile Real scaled = value / unit;
  volatile Real rounded = std::nearbyint(Real(scaled));
  Real result = rounded * unit;
  return std::fabs(result) > largestNumber<T>() ? overflow<T>(value < 0, direction) : result;
}

/// The result of `operation`, rounded to odd.
template <class Operation> Real toOdd(const Operation &operation, int direction) {
  volatile Real result;
  bool inexact;
  {
    RoundingDirection rounding(FE_TOWARDZERO);
    std::feclearexcept(FE_ALL_EXCEPT);
    result = operation();
    inexact = std::fetestexcept(FE_INEXACT);
  }
  if (result == 0 && !inexact) { // the sign of an exact zero depends on the direction
    RoundingDirection rounding(direction);
    result = operation();
  }
  Real odd = result;
  if (inexact && std::isfinite(odd)) {
    unsigned char bytes[sizeof(Real)];
    std::memcpy(bytes, &odd, sizeof odd);
    bytes[0] |= 1;
    std::memcpy(&odd, bytes, sizeof odd);
  }
  return odd;
}

/// `operation` rounded once to T.
template <class T, class Operation> Real rounded(int direction, const Operation &operation) {
  return roundTo<T>(toOdd(operation, direction), direction);
}

/// Zero of the same sign for a subnormal T.
template <class T> Real flushed(Real value) {
  return value != 0 && std::fabs(value) < std::ldexp(Real(1), FormatOf<T>::smallest) ? std::copysign(Real(0), value)
                                                                                     : value;
}

/// Larger or smaller of two; -0 is below +0. NaN loses, or wins with `propagate`.
inline Real larger(Real a, Real b, bool propagate) {
  if (std::isnan(a) || std::isnan(b))
    return propagate || (std::isnan(a) && std::isnan(b)) ? std::nanl("") : std::isnan(a) ? b : a;
  return a == b ? (std::signbit(a) ? b : a) : a > b ? a : b;
}
inline Real smaller(Real a, Real b, bool propagate) {
  return -larger(-a, -b, propagate);
}

/// How far `got` is from `expected`, both numbers of T's format, in units of the last place of `expected`; infinity
/// counts as the number behind the largest. A NaN where none is due, or none where one is due, is infinitely far.
template <class T> Real distance(Real got, Real expected, bool signOfZero) {
  if (std::isnan(got) || std::isnan(expected))
    return std::isnan(got) && std::isnan(expected) ? 0 : std::numeric_limits<Real>::infinity();
  if (got == expected)
    return signOfZero && std::signbit(got) != std::signbit(expected) ? 1 : 0;
  auto finite = [](Real x) {
    return std::isinf(x) ? std::copysign(std::ldexp(Real(1), FormatOf<T>::largest + 1), x) : x;
  };
  Real g = finite(got), e = finite(expected);
  return std::fabs(g - e) / lastPlace<T>(std::min(std::fabs(e), largestNumber<T>()));
}

} // namespace tilec::exec

#endif // TILEC_TEST_EXEC_EXACTREFERENCE_H
