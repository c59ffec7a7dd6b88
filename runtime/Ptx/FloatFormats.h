// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The floats of 16 bits: their bits, and conversions from and to double, which holds all of their values.
#ifndef TILEC_RUNTIME_PTX_FLOATFORMATS_H
#define TILEC_RUNTIME_PTX_FLOATFORMATS_H

#include <cstdint>

namespace tilec::ptx {

enum class Rounding : uint8_t { Nearest, Zero, Down, Up, NearestAway };

struct F16 {
  static constexpr int kMantissaBits = 10, kMinExponent = -14, kMaxExponent = 15;
  uint16_t bits;
};

struct BF16 {
  static constexpr int kMantissaBits = 7, kMinExponent = -126, kMaxExponent = 127;
  uint16_t bits;
};

double toDouble(F16 value);
double toDouble(BF16 value);

/// NaN becomes 0x7fff.
F16 roundToF16(double value, Rounding rounding = Rounding::Nearest);
BF16 roundToBF16(double value, Rounding rounding = Rounding::Nearest);

} // namespace tilec::ptx

#endif // TILEC_RUNTIME_PTX_FLOATFORMATS_H
