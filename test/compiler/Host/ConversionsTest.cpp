// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions of the small float types against LLVM's APFloat, every bit pattern where there are few.
#include "compiler/Host/Numerics/FloatTypes.h"
#include "test/support/Catch.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include <random>

using namespace tilec::host;
using llvm::APFloat;
using llvm::APInt;

namespace {
struct Named {
  const char *name;
  FloatFormat format;
  const llvm::fltSemantics &semantics;
};
} // namespace

static const Named kFormats[] = {
    {"f16", kF16, APFloat::IEEEhalf()},     {"bf16", kBF16, APFloat::BFloat()},
    {"tf32", kTF32, APFloat::FloatTF32()},  {"e4m3", kE4M3, APFloat::Float8E4M3FN()},
    {"e5m2", kE5M2, APFloat::Float8E5M2()}, {"e2m1", kE2M1, APFloat::Float4E2M1FN()},
    {"f32", kF32, APFloat::IEEEsingle()},
};

static int bitsOf(const FloatFormat &format) {
  return 1 + format.exponentBits + format.mantissaBits;
}

static double slowDecode(const Named &type, uint64_t bits) {
  APFloat value(type.semantics, APInt(bitsOf(type.format), bits));
  bool lost;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lost);
  return value.convertToDouble();
}

TEST_CASE("every bit pattern of a small format has the value LLVM gives it") {
  for (const Named &type : kFormats) {
    if (bitsOf(type.format) > 19)
      continue;
    INFO(type.name);
    for (uint64_t bits = 0; bits < uint64_t(1) << bitsOf(type.format); ++bits) {
      double expected = slowDecode(type, bits), got = decode(type.format, bits);
      if (std::isnan(expected) ? !std::isnan(got) : std::bit_cast<uint64_t>(expected) != std::bit_cast<uint64_t>(got))
        FAIL(type.name << " bits " << bits << ": expected " << expected << ", got " << got);
    }
  }
}

static APFloat::roundingMode slowMode(Rounding rounding) {
  static const APFloat::roundingMode kModes[] = {APFloat::rmNearestTiesToEven, APFloat::rmTowardZero,
                                                 APFloat::rmTowardNegative, APFloat::rmTowardPositive};
  return kModes[int(rounding)];
}

/// APFloat's conversion, with saturation done by comparison: only for finite values.
static uint64_t slowEncode(const Named &type, double value, Rounding rounding, bool saturate) {
  uint64_t sign = std::signbit(value) ? type.format.signBit() : 0;
  double largest = decode(type.format, type.format.largest());
  APFloat narrow(value);
  bool lost;
  narrow.convert(type.semantics, slowMode(rounding), &lost);
  bool beyond = narrow.isInfinity() || narrow.isNaN() || std::fabs(value) > largest;
  if (saturate && beyond)
    return sign | type.format.largest();
  return narrow.bitcastToAPInt().getZExtValue();
}

static void compareEncode(const Named &type, double value) {
  bool small = type.format.specials == Specials::None || type.format.specials == Specials::NaNOnly;
  for (Rounding rounding : {Rounding::NearestEven, Rounding::TowardZero, Rounding::Down, Rounding::Up})
    for (Overflow overflow : {Overflow::Ieee, Overflow::Saturate}) {
      if (small && overflow == Overflow::Ieee)
        continue; // formats without infinity are only ever saturated here
      uint64_t expected = slowEncode(type, value, rounding, overflow == Overflow::Saturate);
      uint64_t got = encode(type.format, value, rounding, overflow);
      if (expected != got)
        FAIL(type.name << " of " << value << " (" << std::hexfloat << value << "), rounding " << int(rounding)
                       << ", overflow " << int(overflow) << ": expected " << expected << ", got " << got);
    }
}

TEST_CASE("rounding to a format, in every direction, at and around every value") {
  for (const Named &type : kFormats) {
    bool all = bitsOf(type.format) <= 16;
    std::mt19937_64 random(7);
    uint64_t patterns = uint64_t(1) << bitsOf(type.format), count = all ? patterns : 40000;
    for (uint64_t i = 0; i < count; ++i) {
      uint64_t bits = all ? i : random() % patterns;
      double here = decode(type.format, bits), next = decode(type.format, (bits + 1) % patterns);
      if (!std::isfinite(here) || !std::isfinite(next))
        continue;
      double middle = here / 2 + next / 2;
      for (double value :
           {here, middle, std::nextafter(middle, here), std::nextafter(middle, next), std::nextafter(here, next)})
        compareEncode(type, value);
    }
    for (int i = 0; i < 20000; ++i) // any double, far overflow and underflow too
      if (double value = std::bit_cast<double>(random()); std::isfinite(value))
        compareEncode(type, value);
  }
}

TEST_CASE("infinities and NaN") {
  double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  REQUIRE(narrow<F16>(infinity).bits == 0x7c00);
  REQUIRE(narrow<F16>(-infinity, Rounding::Up).bits == 0xfc00);
  REQUIRE(narrow<E4M3>(infinity).bits == 0x7e);
  REQUIRE(narrow<E5M2>(-infinity).bits == 0xfb);
  REQUIRE(narrow<E2M1>(infinity).bits == 7);
  REQUIRE(narrow<F16>(nan).bits == 0x7fff);
  REQUIRE(narrow<BF16>(nan).bits == 0x7fff);
  REQUIRE(narrow<E4M3>(nan).bits == 0x7f);
  REQUIRE(narrow<E5M2>(nan).bits == 0x7f);
  REQUIRE(narrow<E2M1>(nan).bits == 7);
}

TEST_CASE("e8m0 holds powers of two and rounds up") {
  REQUIRE(encodeE8M0(1.0) == 127);
  REQUIRE(encodeE8M0(1.5) == 128);
  REQUIRE(encodeE8M0(-2.0) == 128);
  REQUIRE(encodeE8M0(0.0) == 0);
  REQUIRE(encodeE8M0(1e-300) == 0);
  REQUIRE(encodeE8M0(1e300) == 254);
  REQUIRE(encodeE8M0(std::numeric_limits<double>::quiet_NaN()) == 255);
  for (int bits = 0; bits < 255; ++bits) {
    REQUIRE(encodeE8M0(decodeE8M0(uint8_t(bits))) == bits);
    if (bits < 254)
      REQUIRE(encodeE8M0(std::nextafter(decodeE8M0(uint8_t(bits)), 1e300)) == bits + 1);
  }
}

TEST_CASE("the fast paths of f16 and bf16 agree with the slow ones") {
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    float fast = floatFromF16(uint16_t(bits));
    double slow = decode(kF16, bits);
    REQUIRE(
        (std::isnan(slow) ? std::isnan(fast) : std::bit_cast<uint64_t>(double(fast)) == std::bit_cast<uint64_t>(slow)));
  }
  std::mt19937 random(3);
  auto check = [](uint32_t bits) {
    float value = std::bit_cast<float>(bits);
    uint64_t half = encode(kF16, value, Rounding::NearestEven, Overflow::Ieee);
    uint64_t brain = encode(kBF16, value, Rounding::NearestEven, Overflow::Ieee);
    if (f16FromFloat(value) != half || bf16FromFloat(value) != brain)
      FAIL("float bits " << bits << ": f16 " << half << " fast " << f16FromFloat(value) << ", bf16 " << brain
                         << " fast " << bf16FromFloat(value));
  };
  for (uint32_t high = 0; high < 65536; ++high) // every upper half with the lower halves that decide about rounding
    for (uint32_t low : {0u, 1u, 0xfffu, 0x1000u, 0x1001u, 0x2fffu, 0x3000u, 0x7fffu, 0x8000u, 0x8001u, 0xffffu})
      check(high << 16 | low);
  for (int i = 0; i < 1000000; ++i)
    check(random());
}

TEST_CASE("integers are rounded once") {
  std::mt19937_64 random(5);
  for (int i = 0; i < 200000; ++i) {
    uint64_t value = random() >> (random() % 64);
    for (const Named &type : kFormats) {
      if (type.format.specials != Specials::Ieee)
        continue;
      APFloat slow(type.semantics);
      slow.convertFromAPInt(APInt(64, value), false, APFloat::rmNearestTiesToEven);
      uint64_t got = encode(type.format, false, value, 0, Rounding::NearestEven, Overflow::Ieee);
      if (got != slow.bitcastToAPInt().getZExtValue())
        FAIL(type.name << " of " << value << ": got " << got);
    }
    REQUIRE(narrowInteger<float>(false, value) == float(value));
  }
}
