// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Ptx/FloatFormats.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace tilec::ptx;

namespace {

template <typename Format> double decode(Format value) {
  constexpr int kMantissa = Format::kMantissaBits;
  int mantissa = value.bits & ((1 << kMantissa) - 1);
  int exponent = (value.bits & 0x7fff) >> kMantissa;
  double magnitude;
  if (exponent == 0x7fff >> kMantissa)
    magnitude = mantissa ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
  else if (exponent == 0)
    magnitude = std::ldexp(mantissa, Format::kMinExponent - kMantissa);
  else
    magnitude = std::ldexp(mantissa | 1 << kMantissa, exponent - 1 + Format::kMinExponent - kMantissa);
  return std::copysign(magnitude, value.bits & 0x8000 ? -1.0 : 1.0);
}

/// Whether a magnitude between two neighbours takes the larger one.
bool roundsUp(double rest, bool isOdd, bool isNegative, Rounding rounding) {
  switch (rounding) {
  case Rounding::Nearest:
    return rest > 0.5 || (rest == 0.5 && isOdd);
  case Rounding::NearestAway:
    return rest >= 0.5;
  case Rounding::Zero:
    return false;
  case Rounding::Down:
    return rest > 0 && isNegative;
  case Rounding::Up:
    return rest > 0 && !isNegative;
  }
  return false;
}

template <typename Format> Format encode(double value, Rounding rounding) {
  constexpr int kMantissa = Format::kMantissaBits;
  constexpr unsigned kInfinity = 0x7fff >> kMantissa << kMantissa;
  if (std::isnan(value))
    return {0x7fff};
  bool isNegative = std::signbit(value);
  unsigned sign = isNegative ? 0x8000 : 0;
  double magnitude = std::fabs(value);
  if (std::isinf(magnitude))
    return {uint16_t(sign | kInfinity)};
  int exponent = magnitude == 0 ? Format::kMinExponent : std::max(std::ilogb(magnitude), Format::kMinExponent);
  if (exponent > Format::kMaxExponent + 1)
    exponent = Format::kMaxExponent + 1;
  double scaled = std::ldexp(magnitude, kMantissa - exponent); // units in the last place; exact
  if (exponent > Format::kMaxExponent || scaled >= double(2 << kMantissa)) {
    bool isFinite = rounding == Rounding::Zero || (rounding == Rounding::Down && !isNegative) ||
                    (rounding == Rounding::Up && isNegative);
    return {uint16_t(sign | (isFinite ? kInfinity - 1 : kInfinity))};
  }
  double whole = std::floor(scaled);
  auto bits = unsigned(whole);
  if (roundsUp(scaled - whole, bits & 1, isNegative, rounding))
    ++bits;
  // A carry out of the mantissa goes to the exponent, of the largest number to infinity.
  unsigned biased = bits + (unsigned(exponent - Format::kMinExponent) << kMantissa);
  return {uint16_t(sign | biased)};
}

} // namespace

double tilec::ptx::toDouble(F16 value) {
  return decode(value);
}

double tilec::ptx::toDouble(BF16 value) {
  return decode(value);
}

F16 tilec::ptx::roundToF16(double value, Rounding rounding) {
  return encode<F16>(value, rounding);
}

BF16 tilec::ptx::roundToBF16(double value, Rounding rounding) {
  return encode<BF16>(value, rounding);
}
