// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Floating-point operations with PTX's modifiers: rounding, flushing of subnormals, saturation.
///
/// Narrow and directed operations go through double, rounded to odd: a result that is not exact has its last bit set,
/// so that rounding it once more, to half of the bits or fewer, gives what rounding the exact result would.
#ifndef TILEC_RUNTIME_PTX_FLOATARITHMETIC_H
#define TILEC_RUNTIME_PTX_FLOATARITHMETIC_H

#include "runtime/Ptx/FloatFormats.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace tilec::ptx {

/// How a GPU writes a result that is no number.
template <typename T> inline T canonical(T value) {
  if constexpr (sizeof(T) == 4)
    return value != value ? std::bit_cast<float>(0x7fffffffu) : value;
  else
    return value;
}

template <typename T> inline T flushed(T value) {
  return std::fabs(value) < std::numeric_limits<T>::min() ? std::copysign(T(0), value) : value;
}

/// Clamps to 0 to 1; NaN becomes 0.
template <typename T> inline T saturated(T value) {
  return value > 0 ? std::min(value, T(1)) : T(0);
}

/// Moves an inexact result to its neighbour with an odd last bit; `rest`: exact result minus `value`.
inline double toOdd(double value, double rest) {
  auto bits = std::bit_cast<uint64_t>(value);
  if (rest == 0 || !std::isfinite(value) || !std::isfinite(rest) || bits & 1)
    return value;
  return std::bit_cast<double>((rest > 0) == (value > 0) || value == 0 ? bits + 1 : bits - 1);
}

inline double sumToOdd(double a, double b) {
  double sum = a + b, other = sum - a;
  return toOdd(sum, (a - (sum - other)) + (b - other));
}

/// A double to a narrower type.
inline float roundToFloat(double value, Rounding rounding) {
  auto nearest = float(value);
  switch (rounding) {
  case Rounding::Zero:
    return std::fabs(double(nearest)) > std::fabs(value) ? std::nextafter(nearest, 0.0f) : nearest;
  case Rounding::Down:
    return double(nearest) > value ? std::nextafter(nearest, -std::numeric_limits<float>::infinity()) : nearest;
  case Rounding::Up:
    return double(nearest) < value ? std::nextafter(nearest, std::numeric_limits<float>::infinity()) : nearest;
  case Rounding::NearestAway:
  case Rounding::Nearest:
    return nearest;
  }
  return nearest;
}

struct FloatAdd {
  template <typename T> T operator()(T a, T b) const {
    return a + b;
  }
  static double odd(double a, double b) {
    return sumToOdd(a, b);
  }
};
struct FloatSubtract {
  template <typename T> T operator()(T a, T b) const {
    return a - b;
  }
  static double odd(double a, double b) {
    return sumToOdd(a, -b);
  }
};
struct FloatMultiply {
  template <typename T> T operator()(T a, T b) const {
    return a * b;
  }
  static double odd(double a, double b) {
    return a * b; // exact for two floats
  }
};
struct FloatDivide {
  template <typename T> T operator()(T a, T b) const {
    return a / b;
  }
  static double odd(double a, double b) {
    double quotient = a / b, rest = std::fma(-quotient, b, a);
    return toOdd(quotient, b < 0 ? -rest : rest);
  }
};
struct FloatFma {
  template <typename T> T operator()(T a, T b, T c) const {
    return std::fma(a, b, c);
  }
  static double odd(double a, double b, double c) {
    return sumToOdd(a * b, c);
  }
};
struct FloatSqrt {
  template <typename T> T operator()(T a) const {
    return std::sqrt(a);
  }
  static double odd(double a) {
    double root = std::sqrt(a);
    return toOdd(root, std::fma(-root, root, a));
  }
};
struct FloatReciprocal {
  template <typename T> T operator()(T a) const {
    return T(1) / a;
  }
  static double odd(double a) {
    return FloatDivide::odd(1, a);
  }
};
/// -0 is less than 0; a number is preferred.
struct FloatMinimum {
  template <typename T> T operator()(T a, T b) const {
    if (a == b)
      return std::signbit(a) ? a : b;
    return a != a ? b : b != b ? a : a < b ? a : b;
  }
  static double odd(double a, double b) {
    return FloatMinimum()(a, b);
  }
};
struct FloatMaximum {
  template <typename T> T operator()(T a, T b) const {
    if (a == b)
      return std::signbit(a) ? b : a;
    return a != a ? b : b != b ? a : a > b ? a : b;
  }
  static double odd(double a, double b) {
    return FloatMaximum()(a, b);
  }
};

} // namespace tilec::ptx

#endif // TILEC_RUNTIME_PTX_FLOATARITHMETIC_H
