// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quotients that become bf16, compiled for this CPU, against its own division: every pair for which they could be
// wrong (FloatQuotients.h says which these are), and random ones.
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/FloatQuotients.h"
#include "test/compiler/Conversion/TileGPUToNVVM/Arithmetic/NativeScalars.h"
#include "test/support/Catch.h"
#include <bit>
#include <cmath>
#include <random>

using namespace mlir;
using namespace tilec;

namespace {

/// The quotient of two floats as a function of this program.
class CompiledQuotient : ScalarContext {
  NativeScalars code{*build(context)};

public:
  float (*of)(float dividend, float divisor) = code.function<float(float, float)>("divide");

private:
  static OwningOpRef<ModuleOp> build(MLIRContext &context) {
    OpBuilder builder(&context);
    OwningOpRef<ModuleOp> module = ModuleOp::create(builder.getUnknownLoc());
    ImplicitLocOpBuilder b(builder.getUnknownLoc(), builder);
    b.setInsertionPointToEnd(module->getBody());
    Type f32 = b.getF32Type();
    auto function = LLVM::LLVMFuncOp::create(b, "divide", LLVM::LLVMFunctionType::get(f32, {f32, f32}));
    b.setInsertionPointToStart(function.addEntryBlock(builder));
    Value dividend = function.getArgument(0), divisor = function.getArgument(1);
    Value nearest = reciprocalOf(b, divisor), rest = restOfReciprocal(b, divisor, nearest);
    LLVM::ReturnOp::create(b, quotientForBF16(b, dividend, nearest, rest));
    return module;
  }
};

uint16_t roundedToBF16(float x) {
  uint32_t bits = std::bit_cast<uint32_t>(x);
  return uint16_t((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

struct Pair {
  uint32_t dividend, divisor; ///< 24 bits each
  int64_t distance;           ///< of the dividend, times a power of two, from a middle times twice the divisor
};

/// All whose quotient is near the middle between a number halfway between two of bf16 and a float beside it.
std::vector<Pair> nearPairs(int64_t farthest) {
  constexpr int64_t kLeast = 1 << 23, kLimit = 1 << 24;
  std::vector<Pair> pairs;
  for (int64_t multiple = kLeast; multiple <= kLimit; multiple += 1 << 16)
    for (int64_t s = multiple - farthest; s <= multiple + farthest; ++s)
      for (int64_t halfway = 257; halfway < 512; halfway += 2)
        for (int side : {-1, 1})
          for (int shift : {24, 25}) { // the dividend's significand is at least the divisor's, or less
            int64_t middle = ((halfway << 16) + side) * s;
            int64_t x = (middle + (int64_t(1) << (shift - 1))) >> shift, distance = std::abs((x << shift) - middle);
            if (distance <= farthest && s >= kLeast && s < kLimit && x >= kLeast && x < kLimit &&
                (x >= s) == (shift == 24))
              pairs.push_back({uint32_t(x), uint32_t(s), distance});
          }
  return pairs;
}

} // namespace

TEST_CASE("quotients near where bf16 rounds the other way") {
  CompiledQuotient quotient;
  size_t near = 0, wrong = 0, wrongProducts = 0;
  for (auto [x, s, distance] : nearPairs(/*farthest=*/16)) {
    near += distance < 8;
    for (auto [exponentOfX, exponentOfS] : {std::pair{-23, -23}, {-70, -53}, {-70, 6}, {23, 6}, {23, -53}})
      for (int sign : {-1, 1}) {
        float dividend = std::ldexp(float(x), exponentOfX) * float(sign), divisor = std::ldexp(float(s), exponentOfS);
        uint16_t expected = roundedToBF16(dividend / divisor);
        wrongProducts += roundedToBF16(dividend * (1 / divisor)) != expected;
        if (roundedToBF16(quotient.of(dividend, divisor)) != expected && wrong++ < 5) {
          UNSCOPED_INFO(dividend << " by " << divisor);
        }
      }
  }
  CHECK(near == 1244);
  CHECK(wrongProducts > 1000); // the pairs tell
  CHECK(wrong == 0);
}

TEST_CASE("random quotients") {
  CompiledQuotient quotient;
  std::mt19937_64 random(3);
  auto number = [&](int least, int most) {
    uint32_t exponent = uint32_t(127 + least + int(random() % uint64_t(most - least)));
    return std::bit_cast<float>(uint32_t(random() % 2) << 31 | exponent << 23 | uint32_t(random() & 0x7FFFFF));
  };
  size_t wrong = 0;
  for (int i = 0; i < 3000000; ++i) {
    float divisor = std::fabs(number(-30, 30)), dividend = number(-47, 47);
    if (i % 3 == 0) // near a number halfway between two of bf16
      dividend = std::bit_cast<float>((std::bit_cast<uint32_t>(dividend) & 0xFFFF0000) | 0x8000) * divisor;
    if (std::fabs(dividend) > 0x1p47f || std::fabs(dividend) < 0x1p-47f)
      continue;
    if (roundedToBF16(quotient.of(dividend, divisor)) != roundedToBF16(dividend / divisor) && wrong++ < 5) {
      UNSCOPED_INFO(dividend << " by " << divisor);
    }
  }
  CHECK(wrong == 0);
}
