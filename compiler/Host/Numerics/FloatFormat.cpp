// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/Numerics/FloatFormat.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace tilec::host {

/// Does dropping the low part `rest` (out of `unit`) of a magnitude whose kept part is odd or even go up?
static bool roundsUp(bool negative, bool keptIsOdd, uint64_t rest, uint64_t half, Rounding rounding) {
  switch (rounding) {
  case Rounding::NearestEven:
    return rest > half || (rest == half && keptIsOdd);
  case Rounding::TowardZero:
    return false;
  case Rounding::Down:
    return negative && rest != 0;
  case Rounding::Up:
    return !negative && rest != 0;
  }
  return false;
}

/// significand * 2^-shift as an integer, rounded.
static uint64_t shiftRightRounding(uint64_t significand, int shift, bool negative, Rounding rounding) {
  if (shift <= 0)
    return significand << -shift;
  if (shift > 63) { // Less than half a unit, for every significand below 2^62.
    return roundsUp(negative, false, significand ? 1 : 0, 2, rounding) ? 1 : 0;
  }
  uint64_t kept = significand >> shift;
  uint64_t rest = significand & ((uint64_t(1) << shift) - 1);
  uint64_t half = uint64_t(1) << (shift - 1);
  return kept + (roundsUp(negative, kept & 1, rest, half, rounding) ? 1 : 0);
}

static uint64_t overflowed(const FloatFormat &format, bool negative, Rounding rounding, Overflow overflow) {
  bool toInfinity = rounding == Rounding::NearestEven || rounding == (negative ? Rounding::Down : Rounding::Up);
  if (overflow == Overflow::Saturate || !toInfinity || format.specials == Specials::None)
    return format.largest();
  return format.specials == Specials::Ieee ? format.infinity() : format.allOnes();
}

uint64_t encode(const FloatFormat &format, bool negative, uint64_t significand, int exponent, Rounding rounding,
                Overflow overflow) {
  uint64_t sign = negative ? format.signBit() : 0;
  if (significand == 0)
    return sign;
  if (significand >> 62) { // Keep two bits free; the lowest bit stands for all that is dropped.
    significand = (significand >> 2) | ((significand & 3) != 0);
    exponent += 2;
  }
  int leading = std::bit_width(significand) - 1 + exponent; // value in [2^leading, 2^(leading + 1))
  int smallestNormal = 1 - format.bias;
  int scale = std::max(leading, smallestNormal);
  uint64_t units = shiftRightRounding(significand, scale - format.mantissaBits - exponent, negative, rounding);
  // A normal number's units hold the hidden bit, which adds the one that its exponent field lacks here; a carry out of
  // the mantissa moves into the exponent by itself.
  uint64_t field = uint64_t(scale - smallestNormal);
  if (field >= (uint64_t(1) << format.exponentBits))
    return sign | overflowed(format, negative, rounding, overflow);
  uint64_t bits = units + (field << format.mantissaBits);
  return sign | (bits > format.largest() ? overflowed(format, negative, rounding, overflow) : bits);
}

uint64_t encode(const FloatFormat &format, double value, Rounding rounding, Overflow overflow) {
  if (std::isnan(value))
    return format.allOnes();
  bool negative = std::signbit(value);
  if (std::isinf(value)) {
    // Infinity is exact: no direction turns it into a number, only saturation does.
    return (negative ? format.signBit() : 0) | overflowed(format, negative, Rounding::NearestEven, overflow);
  }
  int exponent;
  double fraction = std::frexp(std::fabs(value), &exponent);
  return encode(format, negative, uint64_t(std::ldexp(fraction, 53)), exponent - 53, rounding, overflow);
}

double decode(const FloatFormat &format, uint64_t bits) {
  uint64_t magnitude = bits & format.allOnes();
  double sign = bits & format.signBit() ? -1.0 : 1.0;
  if (format.specials == Specials::Ieee && magnitude >= format.infinity())
    return magnitude == format.infinity() ? sign * std::numeric_limits<double>::infinity()
                                          : std::numeric_limits<double>::quiet_NaN();
  if (format.specials == Specials::NaNOnly && magnitude == format.allOnes())
    return std::numeric_limits<double>::quiet_NaN();
  int field = int(magnitude >> format.mantissaBits);
  uint64_t mantissa = magnitude & ((uint64_t(1) << format.mantissaBits) - 1);
  if (field)
    mantissa |= uint64_t(1) << format.mantissaBits;
  return sign * std::ldexp(double(mantissa), std::max(field, 1) - format.bias - format.mantissaBits);
}

uint8_t encodeE8M0(double value) {
  if (std::isnan(value))
    return 255;
  double magnitude = std::fabs(value);
  if (magnitude <= std::ldexp(1.0, -127))
    return 0;
  if (magnitude > std::ldexp(1.0, 126))
    return 254;
  int exponent;
  double fraction = std::frexp(magnitude, &exponent); // fraction in [1/2, 1)
  return uint8_t((fraction == 0.5 ? exponent - 1 : exponent) + 127);
}

double decodeE8M0(uint8_t bits) {
  return bits == 255 ? std::numeric_limits<double>::quiet_NaN() : std::ldexp(1.0, int(bits) - 127);
}

} // namespace tilec::host
