// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Floating-point instructions of interpreted PTX against plain C++.
#include "runtime/Ptx/FloatFormats.h"
#include "test/runtime/ptx/PtxText.h"
#include "test/support/Catch.h"

#include <cfenv>
#include <cmath>

using namespace tilec::ptx;
using U = uint64_t;

namespace {

/// A function in another rounding.
template <typename F> auto rounded(int mode, F function) {
  return [=](float a, float b, float c) {
    volatile float x = a, y = b, z = c;
    std::fesetround(mode);
    volatile float result = function(x, y, z);
    std::fesetround(FE_TONEAREST);
    return result;
  };
}

float flushed(float value) {
  return std::fabs(value) < 1.17549435e-38f ? std::copysign(0.f, value) : value;
}

} // namespace

TEST_CASE("sums, products and quotients of floats") {
  compareFloats("add.f32 %d, %a, %b;", "www", [](float a, float b, float) { return a + b; });
  compareFloats("sub.f32 %d, %a, %b;", "www", [](float a, float b, float) { return a - b; });
  compareFloats("mul.f32 %d, %a, %b;", "www", [](float a, float b, float) { return a * b; });
  compareFloats("fma.rn.f32 %d, %a, %b, %c;", "wwww", [](float a, float b, float c) { return std::fma(a, b, c); });
  compareFloats("div.rn.f32 %d, %a, %b;", "www", [](float a, float b, float) { return a / b; });
  compareFloats("sqrt.rn.f32 %d, %a;", "ww", [](float a, float, float) { return std::sqrt(a); });
  compareFloats("rcp.rn.f32 %d, %a;", "ww", [](float a, float, float) { return 1 / a; });
}

TEST_CASE("floats are rounded as asked for") {
  for (auto [name, mode] : {std::pair("rz", FE_TOWARDZERO), std::pair("rm", FE_DOWNWARD), std::pair("rp", FE_UPWARD)}) {
    std::string suffix = std::string(".") + name + ".f32 %d, %a";
    compareFloats("mul" + suffix + ", %b;", "www", rounded(mode, [](float a, float b, float) { return a * b; }));
    compareFloats("div" + suffix + ", %b;", "www", rounded(mode, [](float a, float b, float) { return a / b; }));
    compareFloats("sqrt" + suffix + ";", "ww", rounded(mode, [](float a, float, float) { return std::sqrt(a); }));
  }
}

TEST_CASE("subnormal floats are flushed and results saturated where asked for") {
  compareFloats("add.ftz.f32 %d, %a, %b;", "www",
                [](float a, float b, float) { return flushed(flushed(a) + flushed(b)); });
  compareFloats("mul.ftz.f32 %d, %a, %b;", "www",
                [](float a, float b, float) { return flushed(flushed(a) * flushed(b)); });
  compareFloats("add.sat.f32 %d, %a, %b;", "www", [](float a, float b, float) {
    float sum = a + b;
    return sum > 0 ? std::min(sum, 1.f) : 0.f;
  });
}

TEST_CASE("smaller and larger floats, signs") {
  compareFloats("min.f32 %d, %a, %b;", "www", [](float a, float b, float) {
    if (a == 0 && b == 0)
      return std::signbit(a) ? a : b;
    return std::fmin(a, b);
  });
  compareFloats("max.NaN.f32 %d, %a, %b;", "www", [](float a, float b, float) {
    if (std::isnan(a) || std::isnan(b))
      return NAN;
    return a == 0 && b == 0 ? (std::signbit(a) ? b : a) : std::fmax(a, b);
  });
  compare("neg.f32 %d, %a;", "ww", [](U a, U, U) { return a ^ 0x80000000; });
  compare("abs.f16x2 %d, %a;", "ww", [](U a, U, U) { return a & 0x7fff7fff; });
  compare("abs.f64 %d, %a;", "ll", [](U a, U, U) { return a & ~(U(1) << 63); });
  compare("copysign.f32 %d, %a, %b;", "www", [](U a, U b, U) { return (b & 0x7fffffff) | (a & 0x80000000); });
}

TEST_CASE("comparisons of floats know what is no number") {
  auto check = [](const char *name, auto holds) {
    compare(std::string("setp.") + name + ".f32 %d, %a, %b;", "pww",
            [=](U a, U b, U) { return U(holds(asFloat(a), asFloat(b))); });
  };
  check("lt", [](float a, float b) { return a < b; });
  check("geu", [](float a, float b) { return !(a < b); });
  check("ne", [](float a, float b) { return a < b || a > b; });
  check("neu", [](float a, float b) { return a != b; });
  check("num", [](float a, float b) { return a == a && b == b; });
  check("nan", [](float a, float b) { return a != a || b != b; });
  compare("testp.infinite.f32 %d, %a;", "pw", [](U a, U, U) { return U(std::isinf(asFloat(a))); });
}

TEST_CASE("doubles") {
  auto check = [](const char *text, const char *widths, auto function) {
    compare(text, widths, [=](U a, U b, U c) {
      return bitsOf(double(function(double(int64_t(a)), double(int64_t(b)), double(int64_t(c)))));
    });
  };
  // Of integers, so that operands are ordinary numbers.
  std::string convert = "cvt.rn.f64.s64 %a, %a; cvt.rn.f64.s64 %b, %b; cvt.rn.f64.s64 %c, %c; ";
  check((convert + "add.f64 %d, %a, %b;").c_str(), "llll", [](double a, double b, double) { return a + b; });
  check((convert + "fma.rn.f64 %d, %a, %b, %c;").c_str(), "llll",
        [](double a, double b, double c) { return std::fma(a, b, c); });
  check((convert + "sqrt.rn.f64 %d, %a; abs.f64 %a, %a; sqrt.rn.f64 %d, %a;").c_str(), "llll",
        [](double a, double, double) { return std::sqrt(std::fabs(a)); });
}

TEST_CASE("narrow floats are computed as if exactly, and rounded once") {
  auto f16 = [](U bits) { return toDouble(F16{uint16_t(bits)}); };
  auto bf16 = [](U bits) { return toDouble(BF16{uint16_t(bits)}); };
  compare("add.f16 %d, %a, %b;", "hhh", [&](U a, U b, U) { return U(roundToF16(f16(a) + f16(b)).bits); });
  compare("mul.bf16 %d, %a, %b;", "hhh", [&](U a, U b, U) { return U(roundToBF16(bf16(a) * bf16(b)).bits); });
  compare("fma.rn.f16x2 %d, %a, %b, %c;", "wwww", [&](U a, U b, U c) {
    U low = roundToF16(f16(a) * f16(b) + f16(c)).bits,
      high = roundToF16(f16(a >> 16) * f16(b >> 16) + f16(c >> 16)).bits;
    return low | high << 16;
  });
  // 1 + 2^-9 is halfway between two bf16, and what is far below decides.
  std::vector<uint64_t> up =
      evaluate("fma.rn.bf16 %d, %a, %b, %c;", "hhhh", {{0x3f81, 0x3f81, 0x0080}, {0x3f80, 0x3f80, 0x3b80}});
  CHECK(up[1] == 0x3f80);
}

TEST_CASE("16-bit formats have the values of their bits") {
  CHECK(toDouble(F16{0x3c00}) == 1);
  CHECK(toDouble(F16{0x0001}) == std::ldexp(1, -24));
  CHECK(toDouble(F16{0xfbff}) == -65504);
  CHECK(toDouble(BF16{0x3f80}) == 1);
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    double value = toDouble(F16{uint16_t(bits)}), other = toDouble(BF16{uint16_t(bits)});
    if (!std::isnan(value))
      REQUIRE(roundToF16(value).bits == bits);
    if (!std::isnan(other))
      REQUIRE(roundToBF16(other).bits == bits);
    if (!std::isnan(other))
      REQUIRE(other == double(std::bit_cast<float>(bits << 16)));
  }
  CHECK(roundToF16(65520).bits == 0x7c00);
  CHECK(roundToF16(65519.99).bits == 0x7bff);
  CHECK(roundToF16(1 + std::ldexp(1, -11)).bits == 0x3c00);
  CHECK(roundToF16(1 + std::ldexp(3, -11)).bits == 0x3c02);
  CHECK(roundToF16(1.0001, Rounding::Up).bits == 0x3c01);
  CHECK(roundToF16(-1.0001, Rounding::Up).bits == 0xbc00);
  CHECK(roundToF16(70000, Rounding::Zero).bits == 0x7bff);
}

TEST_CASE("functions of floats are close to the host's") {
  auto check = [](const char *name, double (*function)(double), double from, double to) {
    std::vector<Operands> operands;
    for (int i = 0; i < 100; ++i)
      operands.push_back({bitsOf(float(from + (to - from) * i / 100))});
    std::vector<uint64_t> results = evaluate(std::string(name) + ".f32 %d, %a;", "ww", operands);
    for (size_t i = 0; i < operands.size(); ++i) {
      double wanted = function(asFloat(operands[i].a));
      CHECK(std::fabs(asFloat(results[i]) - wanted) <= 1e-6 * std::fabs(wanted) + 1e-7);
    }
  };
  check("ex2.approx.ftz", [](double x) { return std::exp2(x); }, -20, 20);
  check("lg2.approx", [](double x) { return std::log2(x); }, 0.01, 100);
  check("sin.approx", [](double x) { return std::sin(x); }, -3, 3);
  check("cos.approx", [](double x) { return std::cos(x); }, -3, 3);
  check("tanh.approx", [](double x) { return std::tanh(x); }, -3, 3);
  check("rsqrt.approx", [](double x) { return 1 / std::sqrt(x); }, 0.01, 100);
}
