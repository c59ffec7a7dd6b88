// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every pair of element types that a conversion op takes, and the modal and rarer integer ops, on edge values.
#include "compiler/Host/Numerics/FloatTypes.h"
#include "test/compiler/Host/HostKernel.h"
#include "test/support/Catch.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include <cmath>
#include <cstring>
#include <random>

using namespace tilec::host;
using llvm::APFloat;

static constexpr size_t kCount = 64;

/// Runs OP from %x (a tile of `from`) and %y to %z (of `to`), elements as raw bytes.
static std::vector<uint64_t> run(const std::string &op, const std::string &from, size_t fromBytes,
                                 const std::string &to, size_t toBytes, const std::vector<uint64_t> &x,
                                 const std::vector<uint64_t> &y = {}) {
  std::string text = R"(
func.func @k(%a: !tile.ptr<FROM>, %b: !tile.ptr<FROM>, %c: !tile.ptr<TO>) attributes {tile.kernel} {
  %i = tile.iota : tensor<64xi32>
  %as = tile.splat %a : tensor<64x!tile.ptr<FROM>>
  %bs = tile.splat %b : tensor<64x!tile.ptr<FROM>>
  %cs = tile.splat %c : tensor<64x!tile.ptr<TO>>
  %pa = tile.offset %as, %i : tensor<64x!tile.ptr<FROM>>, tensor<64xi32>
  %pb = tile.offset %bs, %i : tensor<64x!tile.ptr<FROM>>, tensor<64xi32>
  %pc = tile.offset %cs, %i : tensor<64x!tile.ptr<TO>>, tensor<64xi32>
  %x = tile.load %pa : tensor<64x!tile.ptr<FROM>>
  %y = tile.load %pb : tensor<64x!tile.ptr<FROM>>
  OP
  tile.store %pc, %z : tensor<64x!tile.ptr<TO>>
  return
}
)";
  HostKernel kernel(replaced(replaced(replaced(text, "OP", op), "FROM", from), "TO", to));
  std::vector<char> a(kCount * 8), b(kCount * 8), c(kCount * 8);
  for (size_t i = 0; i < kCount; ++i) {
    std::memcpy(&a[i * fromBytes], &x[i], fromBytes);
    std::memcpy(&b[i * fromBytes], y.empty() ? &x[i] : &y[i], fromBytes);
  }
  REQUIRE(kernel.run({1}, a.data(), b.data(), c.data()) == "");
  std::vector<uint64_t> z(kCount, 0);
  for (size_t i = 0; i < kCount; ++i)
    std::memcpy(&z[i], &c[i * toBytes], toBytes);
  return z;
}

namespace {
struct FloatType {
  const char *name;
  size_t bytes;
  const llvm::fltSemantics &semantics;
  int shift; ///< of the bits in memory
};
} // namespace

static const FloatType kFloats[] = {
    {"f16", 2, APFloat::IEEEhalf(), 0},      {"bf16", 2, APFloat::BFloat(), 0},
    {"tf32", 4, APFloat::FloatTF32(), 13},   {"f32", 4, APFloat::IEEEsingle(), 0},
    {"f64", 8, APFloat::IEEEdouble(), 0},    {"f8E4M3FN", 1, APFloat::Float8E4M3FN(), 0},
    {"f8E5M2", 1, APFloat::Float8E5M2(), 0}, {"f4E2M1FN", 1, APFloat::Float4E2M1FN(), 0},
};

static APFloat valueOf(const FloatType &type, uint64_t stored) {
  unsigned bits = APFloat::getSizeInBits(type.semantics);
  return APFloat(type.semantics, llvm::APInt(64, stored >> type.shift).trunc(bits));
}

/// APFloat's conversion, saturated where the type is saturating.
static APFloat converted(APFloat value, const FloatType &to, bool &saturates) {
  bool lost;
  APFloat largest = APFloat::getLargest(to.semantics, value.isNegative());
  APFloat wideLargest = largest, wide = value;
  wideLargest.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lost);
  wide.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lost);
  saturates = to.bytes == 1;
  bool beyond = std::fabs(wide.convertToDouble()) > std::fabs(wideLargest.convertToDouble());
  if (saturates && beyond)
    return largest;
  value.convert(to.semantics, APFloat::rmNearestTiesToEven, &lost);
  return value;
}

static std::vector<uint64_t> patterns(const FloatType &type) {
  std::mt19937_64 random(type.bytes);
  unsigned bits = APFloat::getSizeInBits(type.semantics);
  std::vector<uint64_t> stored;
  for (size_t i = 0; i < kCount; ++i) // near 1 half of the time, where every type has values
    stored.push_back(((random() >> (64 - bits))) << type.shift);
  for (size_t i = 0; i < kCount / 2; ++i) {
    APFloat value(std::ldexp(double(random() % 4096) - 2048, -8));
    bool lost;
    value.convert(type.semantics, APFloat::rmNearestTiesToEven, &lost);
    stored[i] = value.bitcastToAPInt().getZExtValue() << type.shift;
  }
  return stored;
}

TEST_CASE("every pair of floating-point types") {
  for (const FloatType &from : kFloats)
    for (const FloatType &to : kFloats) {
      if (&from == &to)
        continue;
      auto x = patterns(from);
      std::string op = std::string("%z = tile.ftof %x : tensor<64x") + from.name + "> -> tensor<64x" + to.name + ">";
      auto z = run(op, from.name, from.bytes, to.name, to.bytes, x);
      for (size_t i = 0; i < kCount; ++i) {
        APFloat value = valueOf(from, x[i]);
        bool saturates;
        if (value.isNaN()) {
          REQUIRE((std::string(to.name) == "f4E2M1FN" ? z[i] == 7 : valueOf(to, z[i]).isNaN()));
          continue;
        }
        uint64_t expected = converted(value, to, saturates).bitcastToAPInt().getZExtValue() << to.shift;
        if (z[i] != expected)
          FAIL(from.name << " to " << to.name << " of bits " << x[i] << ": expected " << expected << ", got " << z[i]);
      }
    }
}

TEST_CASE("integers to every floating-point type, signed and unsigned") {
  for (auto [name, bytes] : {std::pair("i8", 1), std::pair("i16", 2), std::pair("i32", 4), std::pair("i64", 8)})
    for (const FloatType &to : kFloats)
      for (bool isUnsigned : {false, true}) {
        std::mt19937_64 random(3);
        std::vector<uint64_t> x(kCount);
        for (uint64_t &value : x)
          value = (random() >> (random() % 64)) & (~uint64_t(0) >> (64 - 8 * bytes));
        std::string op = std::string("%z = tile.itof %x") + (isUnsigned ? " unsigned" : "") + " : tensor<64x" + name +
                         "> -> tensor<64x" + to.name + ">";
        auto z = run(op, name, size_t(bytes), to.name, to.bytes, x);
        for (size_t i = 0; i < kCount; ++i) {
          llvm::APInt integer(unsigned(8 * bytes), x[i]);
          // Exactly, then once to the type.
          APFloat exact(APFloat::IEEEquad());
          exact.convertFromAPInt(integer, !isUnsigned, APFloat::rmNearestTiesToEven);
          bool saturates;
          uint64_t expected = converted(exact, to, saturates).bitcastToAPInt().getZExtValue() << to.shift;
          if (z[i] != expected)
            FAIL(name << (isUnsigned ? " unsigned" : "") << " to " << to.name << " of " << x[i] << ": expected "
                      << expected << ", got " << z[i]);
        }
      }
}

TEST_CASE("floats in range to integers, toward zero") {
  std::vector<uint64_t> x(kCount);
  std::mt19937_64 random(9);
  for (uint64_t &value : x)
    value = std::bit_cast<uint32_t>(float(double(random() % 25600) / 100 - 128));
  for (auto [name, bytes] : {std::pair("i8", 1), std::pair("i32", 4), std::pair("i64", 8)}) {
    auto z = run(std::string("%z = tile.ftoi %x : tensor<64xf32> -> tensor<64x") + name + ">", "f32", 4, name,
                 size_t(bytes), x);
    for (size_t i = 0; i < kCount; ++i) {
      int64_t expected = int64_t(std::bit_cast<float>(uint32_t(x[i])));
      REQUIRE(z[i] == (uint64_t(expected) & (~uint64_t(0) >> (64 - 8 * bytes))));
    }
  }
}

TEST_CASE("integer widths, sign and bits") {
  std::vector<uint64_t> x(kCount);
  for (size_t i = 0; i < kCount; ++i)
    x[i] = i * 4 + 1;
  auto z = run("%z = arith.extsi %x : tensor<64xi8> to tensor<64xi64>", "i8", 1, "i64", 8, x);
  auto u = run("%z = arith.extui %x : tensor<64xi8> to tensor<64xi16>", "i8", 1, "i16", 2, x);
  auto t = run("%z = arith.trunci %x : tensor<64xi16> to tensor<64xi1>", "i16", 2, "i1", 1, x);
  auto b = run("%z = tile.bitcast %x : tensor<64xf32> -> tensor<64xi32>", "f32", 4, "i32", 4, x);
  auto e = run("%z = tile.bitcast %x : tensor<64xf8E8M0FNU> -> tensor<64xi8>", "f8E8M0FNU", 1, "i8", 1, x);
  for (size_t i = 0; i < kCount; ++i) {
    REQUIRE(z[i] == uint64_t(int64_t(int8_t(x[i]))));
    REQUIRE(u[i] == uint8_t(x[i]));
    REQUIRE(t[i] == (x[i] & 1));
    REQUIRE(b[i] == x[i]);
    REQUIRE(e[i] == uint8_t(x[i]));
  }
}

/// Runs an integer op on i32 pairs.
template <class Fn> static void compareInteger(const std::string &op, Fn reference) {
  std::mt19937_64 random(31);
  std::vector<uint64_t> x(kCount), y(kCount);
  for (size_t i = 0; i < kCount; ++i) {
    x[i] = uint32_t(i % 3 ? random() : random() % 40);
    y[i] = uint32_t(i % 4 ? random() : random() % 40);
  }
  x[0] = y[1] = uint64_t(1) << 31, y[0] = x[1] = 3, x[2] = 0;
  auto z = run(op, "i32", 4, "i32", 4, x, y);
  for (size_t i = 0; i < kCount; ++i)
    if (z[i] != uint32_t(reference(uint32_t(x[i]), uint32_t(y[i]))))
      FAIL(op << " of " << x[i] << " and " << y[i] << ": got " << z[i]);
}

TEST_CASE("divisions that round, shifts, high halves, bit counts") {
  const std::string type = " : tensor<64xi32>";
  compareInteger("%z = arith.floordivsi %x, %y" + type,
                 [](uint32_t x, uint32_t y) { return y ? int64_t(std::floor(double(int32_t(x)) / int32_t(y))) : -1; });
  compareInteger("%z = arith.ceildivsi %x, %y" + type,
                 [](uint32_t x, uint32_t y) { return y ? int64_t(std::ceil(double(int32_t(x)) / int32_t(y))) : -1; });
  compareInteger("%z = arith.ceildivui %x, %y" + type,
                 [](uint32_t x, uint32_t y) { return y ? (uint64_t(x) + y - 1) / y : ~0ull; });
  compareInteger("%z = arith.shli %x, %y" + type, [](uint32_t x, uint32_t y) { return y < 32 ? x << y : 0; });
  compareInteger("%z = arith.shrui %x, %y" + type, [](uint32_t x, uint32_t y) { return y < 32 ? x >> y : 0; });
  compareInteger("%z = arith.shrsi %x, %y" + type,
                 [](uint32_t x, uint32_t y) { return int32_t(x) >> (y < 32 ? y : 31); });
  compareInteger("%l, %z = arith.mului_extended %x, %y" + type,
                 [](uint32_t x, uint32_t y) { return (uint64_t(x) * y) >> 32; });
  compareInteger("%l, %z = arith.mulsi_extended %x, %y" + type,
                 [](uint32_t x, uint32_t y) { return (int64_t(int32_t(x)) * int32_t(y)) >> 32; });
  compareInteger("%z, %carry = arith.addui_extended %x, %y : tensor<64xi32>, tensor<64xi1>",
                 [](uint32_t x, uint32_t y) { return x + y; });
  compareInteger("%z = math.absi %x" + type, [](uint32_t x, uint32_t) { return int32_t(x) < 0 ? 0u - x : x; });
  compareInteger("%z = math.ctpop %x" + type, [](uint32_t x, uint32_t) { return std::popcount(x); });
  compareInteger("%z = math.ctlz %x" + type, [](uint32_t x, uint32_t) { return std::countl_zero(x); });
  compareInteger("%z = math.cttz %x" + type, [](uint32_t x, uint32_t) { return std::countr_zero(x); });
}

TEST_CASE("modal arithmetic of each type against APFloat") {
  struct {
    const char *name;
    APFloat::roundingMode mode;
  } modes[] = {{"ties_to_even", APFloat::rmNearestTiesToEven},
               {"toward_zero", APFloat::rmTowardZero},
               {"toward_negative", APFloat::rmTowardNegative},
               {"toward_positive", APFloat::rmTowardPositive}};
  for (const FloatType &type : {kFloats[0], kFloats[1], kFloats[3], kFloats[4]})
    for (auto &mode : modes) {
      auto x = patterns(type), y = patterns(type);
      std::rotate(y.begin(), y.begin() + 5, y.end());
      std::string suffix = std::string(" rounding<") + mode.name + "> : tensor<64x" + type.name + ">";
      auto compare = [&](const std::string &op, auto fn) {
        auto z = run(op + suffix, type.name, type.bytes, type.name, type.bytes, x, y);
        for (size_t i = 0; i < kCount; ++i) {
          APFloat expected = valueOf(type, x[i]);
          fn(expected, valueOf(type, y[i]));
          if (expected.isNaN() ? !valueOf(type, z[i]).isNaN() : expected.bitcastToAPInt() != z[i])
            FAIL(op << suffix << " of bits " << x[i] << " and " << y[i] << ": got " << z[i]);
        }
      };
      compare("%z = tile.addf %x, %y", [&](APFloat &a, const APFloat &b) { a.add(b, mode.mode); });
      compare("%z = tile.subf %x, %y", [&](APFloat &a, const APFloat &b) { a.subtract(b, mode.mode); });
      compare("%z = tile.mulf %x, %y", [&](APFloat &a, const APFloat &b) { a.multiply(b, mode.mode); });
      compare("%z = tile.divf %x, %y", [&](APFloat &a, const APFloat &b) { a.divide(b, mode.mode); });
      compare("%z = tile.fma %x, %y, %y", [&](APFloat &a, const APFloat &b) { a.fusedMultiplyAdd(b, b, mode.mode); });
    }
}
