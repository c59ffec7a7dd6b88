// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Binary floating-point formats by their numbers, and the one routine that rounds an exact value to any of them.
//
// Every conversion of the executor is "take the exact value, round it once": `encode` is written for obvious rightness
// in integer arithmetic; the fast paths in FloatTypes.h are tested against it for every input.
#pragma once

#include <cstdint>

namespace tilec::host {

/// The IEEE rounding directions.
enum class Rounding : uint8_t { NearestEven, TowardZero, Down, Up };

/// What the largest exponent encodes.
enum class Specials : uint8_t {
  Ieee,    ///< infinities and NaNs
  NaNOnly, ///< numbers, but all ones is NaN (f8E4M3FN)
  None     ///< numbers only (f4E2M1FN)
};

/// What a value beyond the largest finite number becomes.
enum class Overflow : uint8_t {
  Ieee,    ///< infinity or the largest finite number, by rounding direction (NaN where there is no infinity)
  Saturate ///< the largest finite number, for infinities too (CUDA's "satfinite")
};

/// Layout of a format with sign bit, exponent and mantissa, from high to low.
struct FloatFormat {
  int exponentBits;
  int mantissaBits;
  int bias;
  Specials specials;

  constexpr uint64_t allOnes() const {
    return (uint64_t(1) << (exponentBits + mantissaBits)) - 1;
  }
  constexpr uint64_t infinity() const {
    return allOnes() & ~((uint64_t(1) << mantissaBits) - 1);
  }
  /// Bits of the largest finite magnitude.
  constexpr uint64_t largest() const {
    return specials == Specials::Ieee ? infinity() - 1 : specials == Specials::NaNOnly ? allOnes() - 1 : allOnes();
  }
  constexpr uint64_t signBit() const {
    return uint64_t(1) << (exponentBits + mantissaBits);
  }
};

inline constexpr FloatFormat kF16{5, 10, 15, Specials::Ieee};
inline constexpr FloatFormat kBF16{8, 7, 127, Specials::Ieee};
inline constexpr FloatFormat kTF32{8, 10, 127, Specials::Ieee};
inline constexpr FloatFormat kF32{8, 23, 127, Specials::Ieee};
inline constexpr FloatFormat kE4M3{4, 3, 7, Specials::NaNOnly};
inline constexpr FloatFormat kE5M2{5, 2, 15, Specials::Ieee};
inline constexpr FloatFormat kE2M1{2, 1, 1, Specials::None};

/// Rounds (-1)^negative * significand * 2^exponent to `format` and returns its bits.
uint64_t encode(const FloatFormat &format, bool negative, uint64_t significand, int exponent, Rounding rounding,
                Overflow overflow);

/// Rounds `value` to `format`. NaN becomes the positive NaN of all ones; where the format has none, the largest number.
uint64_t encode(const FloatFormat &format, double value, Rounding rounding, Overflow overflow);

/// The exact value of `bits`.
double decode(const FloatFormat &format, uint64_t bits);

/// f8E8M0FNU, an unsigned power of two from 2^-127 (0) to 2^127 (254); 255 is NaN. The magnitude of `value` is rounded
/// up (CUDA's default for this type) and saturated; zero becomes 2^-127.
uint8_t encodeE8M0(double value);
double decodeE8M0(uint8_t bits);

} // namespace tilec::host
