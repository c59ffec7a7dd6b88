// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The 16- and 8-bit floating types of the references: bits in memory, `double` in arithmetic, one rounding (to nearest
/// even) when a value is put back. Written from the formats' definitions and independent of the compiler under test.
#ifndef TILEC_TEST_EXEC_SMALLFLOAT_H
#define TILEC_TEST_EXEC_SMALLFLOAT_H

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace tilec::exec {

/// What the largest exponent means: infinities and NaN as in IEEE 754, or one NaN only (`FN` formats).
enum class TopExponent { InfinityAndNaN, OneNaN };

template <class Storage, int ExponentBits, int MantissaBits, TopExponent Top> struct SmallFloat {
  Storage bits = 0;

  static constexpr int kBias = (1 << (ExponentBits - 1)) - 1;
  static constexpr int kSmallestExponent = 1 - kBias;
  static constexpr Storage kSignBit = Storage(1) << (ExponentBits + MantissaBits);
  static constexpr Storage kMagnitude = kSignBit - 1;
  static constexpr Storage kInfinity = ((Storage(1) << ExponentBits) - 1) << MantissaBits;

  SmallFloat() = default;
  SmallFloat(double value) : bits(encode(value)) {}
  static SmallFloat fromBits(Storage bits) {
    SmallFloat result;
    result.bits = bits;
    return result;
  }

  operator double() const {
    int exponent = (bits & kMagnitude) >> MantissaBits;
    int mantissa = bits & ((1 << MantissaBits) - 1);
    double sign = bits & kSignBit ? -1.0 : 1.0;
    if (isNaN())
      return std::copysign(std::numeric_limits<double>::quiet_NaN(), sign);
    if (Top == TopExponent::InfinityAndNaN && (bits & kMagnitude) == kInfinity)
      return sign * std::numeric_limits<double>::infinity();
    if (exponent == 0)
      return sign * mantissa * powerOfTwo(kSmallestExponent - MantissaBits);
    return sign * (mantissa + (1 << MantissaBits)) * powerOfTwo(exponent - kBias - MantissaBits);
  }

  bool isNaN() const {
    Storage magnitude = bits & kMagnitude;
    return Top == TopExponent::InfinityAndNaN ? magnitude > kInfinity : magnitude == kMagnitude;
  }

private:
  static constexpr int kDoubleMantissaBits = 52, kDoubleBias = 1023;
  /// Of exponents that ordinary doubles have. References spend half of their time in conversions, and `ldexp` is a
  /// call.
  static double powerOfTwo(int exponent) {
    return std::bit_cast<double>(uint64_t(exponent + kDoubleBias) << kDoubleMantissaBits);
  }
  static Storage encode(double value) {
    Storage sign = std::signbit(value) ? kSignBit : 0;
    if (std::isnan(value))
      return sign | kMagnitude;
    double magnitude = std::fabs(value);
    if (magnitude == 0)
      return sign;
    if (std::isinf(magnitude))
      return sign | overflow();
    int field = int(std::bit_cast<uint64_t>(magnitude) >> kDoubleMantissaBits);
    int exponent = std::max(field - kDoubleBias, kSmallestExponent);
    // Counts of the last place; nearbyint rounds to even. A carry into the next exponent comes out right by itself.
    double count = std::nearbyint(magnitude * powerOfTwo(MantissaBits - exponent));
    double encoded = double((exponent - kSmallestExponent) << MantissaBits) + count;
    double limit = Top == TopExponent::InfinityAndNaN ? kInfinity : kMagnitude;
    return sign | (encoded >= limit ? overflow() : Storage(encoded));
  }
  static Storage overflow() {
    return Top == TopExponent::InfinityAndNaN ? kInfinity : kMagnitude;
  }
};

using Half = SmallFloat<uint16_t, 5, 10, TopExponent::InfinityAndNaN>;
using BFloat16 = SmallFloat<uint16_t, 8, 7, TopExponent::InfinityAndNaN>;
using Float8E4M3 = SmallFloat<uint8_t, 4, 3, TopExponent::OneNaN>;
using Float8E5M2 = SmallFloat<uint8_t, 5, 2, TopExponent::InfinityAndNaN>;

/// A float whose lower 13 bits are not used.
struct TensorFloat32 {
  uint32_t bits = 0;
  TensorFloat32() = default;
  TensorFloat32(double value) {
    uint32_t raw = std::bit_cast<uint32_t>(float(value));
    bits = (raw + 0xfff + ((raw >> 13) & 1)) & ~0x1fffu;
  }
  operator double() const {
    return std::bit_cast<float>(bits);
  }
};

} // namespace tilec::exec

#endif // TILEC_TEST_EXEC_SMALLFLOAT_H
