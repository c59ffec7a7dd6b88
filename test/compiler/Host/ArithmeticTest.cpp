// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Directed rounding, fused multiply-add, minimum and maximum, and integer arithmetic against slow references.
#include "compiler/Host/Numerics/DirectedArithmetic.h"
#include "compiler/Host/Numerics/FloatTypes.h"
#include "compiler/Host/Numerics/IntegerArithmetic.h"
#include "test/support/Catch.h"
#include "llvm/ADT/APFloat.h"
#include <random>

using namespace tilec::host;
using llvm::APFloat;

static const APFloat::roundingMode kModes[] = {APFloat::rmNearestTiesToEven, APFloat::rmTowardZero,
                                               APFloat::rmTowardNegative, APFloat::rmTowardPositive};

static APFloat slow(Arithmetic op, APFloat a, const APFloat &b, const APFloat &c, APFloat::roundingMode mode) {
  switch (op) {
  case Arithmetic::Add:
    a.add(b, mode);
    break;
  case Arithmetic::Sub:
    a.subtract(b, mode);
    break;
  case Arithmetic::Mul:
    a.multiply(b, mode);
    break;
  case Arithmetic::Div:
    a.divide(b, mode);
    break;
  default:
    a.fusedMultiplyAdd(b, c, mode);
    break;
  }
  return a;
}

template <class T> static T randomFloat(std::mt19937_64 &random) {
  using U = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  static const double kEdges[] = {0.0,    -0.0,   1.0,      -1.0,     1e-310, 1e-40,
                                  -1e-45, 3.4e38, 1.79e308, INFINITY, NAN,    1 + 1e-7};
  if (random() % 4 == 0)
    return T(kEdges[random() % std::size(kEdges)]);
  if (random() % 2) // near each other, so that sums cancel
    return T((double(random() % 2000000) - 1e6) * 1e-3);
  return std::bit_cast<T>(U(random()));
}

template <class T> static void compareDirected() {
  std::mt19937_64 random(11);
  for (int i = 0; i < 60000; ++i) {
    T a = randomFloat<T>(random), b = randomFloat<T>(random), c = randomFloat<T>(random);
    for (Arithmetic op : {Arithmetic::Add, Arithmetic::Sub, Arithmetic::Mul, Arithmetic::Div, Arithmetic::Fma})
      for (int mode = 0; mode < 4; ++mode) {
        T got;
        directedArithmetic<T>(op, Rounding(mode), false, &a, &b, &c, &got, 1);
        APFloat expected = slow(op, APFloat(a), APFloat(b), APFloat(c), kModes[mode]);
        bool same = expected.isNaN() ? std::isnan(got) : APFloat(got).bitwiseIsEqual(expected);
        if (!same)
          FAIL("op " << int(op) << " of " << a << ", " << b << ", " << c << " in direction " << mode << ": got "
                     << got);
      }
  }
}

TEST_CASE("f32 arithmetic in every rounding direction") {
  compareDirected<float>();
}
TEST_CASE("f64 arithmetic in every rounding direction") {
  compareDirected<double>();
}

TEST_CASE("square roots lie on the right side") {
  std::mt19937_64 random(2);
  for (int i = 0; i < 20000; ++i) {
    float x = float(random() % 1000003) * 0.37f, down, up, nearest;
    directedArithmetic<float>(Arithmetic::Sqrt, Rounding::Down, false, &x, nullptr, nullptr, &down, 1);
    directedArithmetic<float>(Arithmetic::Sqrt, Rounding::Up, false, &x, nullptr, nullptr, &up, 1);
    directedArithmetic<float>(Arithmetic::Sqrt, Rounding::NearestEven, false, &x, nullptr, nullptr, &nearest, 1);
    REQUIRE(double(down) * down <= x);
    REQUIRE(double(up) * up >= x);
    REQUIRE((up == down || up == std::nextafterf(down, INFINITY)));
    REQUIRE(nearest == std::sqrt(x));
  }
}

TEST_CASE("flushing replaces subnormal operands and results by zeros of their sign") {
  float tiny = 1e-40f, small = -1.5e-38f, half = 0.5f, result;
  directedArithmetic<float>(Arithmetic::Add, Rounding::NearestEven, true, &tiny, &tiny, nullptr, &result, 1);
  REQUIRE(result == 0.0f);
  directedArithmetic<float>(Arithmetic::Mul, Rounding::NearestEven, true, &small, &half, nullptr, &result, 1);
  REQUIRE((result == 0.0f && std::signbit(result)));
  directedArithmetic<float>(Arithmetic::Mul, Rounding::NearestEven, false, &small, &half, nullptr, &result, 1);
  REQUIRE(result == small * half);
}

template <class T> static void compareFma(const llvm::fltSemantics &semantics) {
  std::mt19937_64 random(13);
  for (int i = 0; i < 300000; ++i) {
    T a{uint16_t(random())}, b{uint16_t(random())}, c{uint16_t(random())};
    if (random() % 2) { // let the sum nearly cancel, or fall on a tie
      double product = widen(a) * widen(b);
      c = narrow<T>(-product * (random() % 2 ? 1.0 : 2048.0));
    }
    for (int mode = 0; mode < 4; ++mode) {
      auto wide = [&](T x) { return APFloat(semantics, llvm::APInt(16, x.bits)); };
      APFloat expected = slow(Arithmetic::Fma, wide(a), wide(b), wide(c), kModes[mode]);
      T got = narrow<T>(fusedMultiplyAddToOdd(widen(a), widen(b), widen(c), Rounding(mode)), Rounding(mode));
      bool same = expected.isNaN() ? std::isnan(widen(got)) : expected.bitcastToAPInt() == got.bits;
      if (!same)
        FAIL("fma of " << a.bits << ", " << b.bits << ", " << c.bits << " in direction " << mode << ": got "
                       << got.bits);
    }
  }
}

TEST_CASE("a fused multiply-add of 16-bit floats rounds once") {
  compareFma<F16>(APFloat::IEEEhalf());
  compareFma<BF16>(APFloat::BFloat());
}

TEST_CASE("computing 16-bit floats in float rounds as if once") {
  std::mt19937_64 random(17);
  for (int i = 0; i < 300000; ++i) {
    F16 a{uint16_t(random())}, b{uint16_t(random())};
    auto wide = [](F16 x) { return APFloat(APFloat::IEEEhalf(), llvm::APInt(16, x.bits)); };
    float x = toCompute(a), y = toCompute(b);
    float results[] = {x + y, x - y, x * y, x / y};
    for (int op = 0; op < 4; ++op) {
      APFloat expected = slow(Arithmetic(op), wide(a), wide(b), wide(b), APFloat::rmNearestTiesToEven);
      F16 got = fromCompute<F16>(results[op]);
      REQUIRE((expected.isNaN() ? std::isnan(widen(got)) : expected.bitcastToAPInt() == got.bits));
    }
  }
}

TEST_CASE("minimum and maximum") {
  float nan = NAN;
  REQUIRE(maximum(1.0f, nan, false) == 1.0f);
  REQUIRE(maximum(nan, -1.0f, false) == -1.0f);
  REQUIRE(std::isnan(maximum(nan, nan, false)));
  REQUIRE(std::isnan(maximum(1.0f, nan, true)));
  REQUIRE(std::isnan(minimum(nan, 1.0f, true)));
  REQUIRE(!std::signbit(maximum(-0.0f, 0.0f, false)));
  REQUIRE(!std::signbit(maximum(0.0f, -0.0f, false)));
  REQUIRE(std::signbit(minimum(-0.0f, 0.0f, false)));
  REQUIRE(std::signbit(minimum(0.0f, -0.0f, false)));
  REQUIRE(minimum(2.0, 3.0, false) == 2.0);
}

TEST_CASE("every pair of 8-bit integers") {
  using I = Int<8>;
  auto floorDiv = [](int a, int b) { return int(std::floor(double(a) / b)); };
  auto ceilDiv = [](int a, int b) { return int(std::ceil(double(a) / b)); };
  for (int a = -128; a < 128; ++a)
    for (int b = -128; b < 128; ++b) {
      uint8_t x = uint8_t(a), y = uint8_t(b);
      REQUIRE(I::add(x, y) == uint8_t(a + b));
      REQUIRE(I::mul(x, y) == uint8_t(a * b));
      REQUIRE(I::mulHighSigned(x, y) == uint8_t((a * b) >> 8));
      REQUIRE(I::mulHighUnsigned(x, y) == uint8_t((x * y) >> 8));
      if (b) {
        REQUIRE(I::divSigned(x, y) == uint8_t(a / b));
        REQUIRE(I::remSigned(x, y) == uint8_t(a % b));
        REQUIRE(I::floorDivSigned(x, y) == uint8_t(floorDiv(a, b)));
        REQUIRE(I::ceilDivSigned(x, y) == uint8_t(ceilDiv(a, b)));
        REQUIRE(I::ceilDivUnsigned(x, y) == uint8_t((x + y - 1) / y));
      }
      REQUIRE(I::shiftLeft(x, y) == (y < 8 ? uint8_t(x << y) : 0));
      REQUIRE(I::shiftRightUnsigned(x, y) == (y < 8 ? x >> y : 0));
      REQUIRE(I::shiftRightSigned(x, y) == uint8_t(a >> (y < 8 ? y : 7)));
    }
}

TEST_CASE("64-bit limits do not trap") {
  using I = Int<64>;
  uint64_t smallest = uint64_t(1) << 63, minusOne = ~uint64_t(0);
  REQUIRE(I::divSigned(smallest, minusOne) == smallest);
  REQUIRE(I::remSigned(smallest, minusOne) == 0);
  REQUIRE(I::divSigned(5, 0) == minusOne);
  REQUIRE(I::remUnsigned(5, 0) == 5);
  REQUIRE(I::mulHighUnsigned(minusOne, minusOne) == minusOne - 1);
  REQUIRE(I::mulHighSigned(smallest, smallest) == uint64_t(1) << 62);
}
