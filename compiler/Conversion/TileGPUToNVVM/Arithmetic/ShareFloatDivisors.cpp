// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Quotients of many registers by one: `e / sum` of a row.
///
/// A correctly rounded f32 division takes 16 instructions. Where a lane divides several registers by the same value s,
/// most of that work is done once:
///
///     n = 1/s rounded to nearest, z = 1/s rounded towards zero, d = (1 - s z) n       so z + d is 1/s to 48 bits
///
/// and for each register x q = fma(x, z, x d), off by an ulp at most, then fma(fma(q, s, -x), -n, q).
///
/// The inner residual is exact, and by Markstein's theorem (IBM J. Res. Dev. 34, 1990: n is correctly rounded, q is a
/// neighbour of the quotient) the last step rounds correctly, zeros and their signs included, as long as nothing
/// overflows or becomes subnormal. A lane where that may happen, because s is outside [2^-30, 2^30) or some x is
/// neither zero nor in [2^-90, 2^60), divides one by one.
///
/// Quotients that are only narrowed to bf16 need less: x n is at most two floats away from the rounded quotient (an
/// error of an ulp of n's and half of its own), whatever x is, so both become the same bf16 unless the lower half of
/// x n is within two of 0x8000, where bf16 rounds the other way. A lane that meets such a product, one in 13000,
/// divides in f64. The test takes two instructions for two quotients where 16-bit integers go in pairs; it is made for
/// 16 registers at a time, so that few have to be held and few are divided.
///
/// In f64, since the assembler's division is a subroutine, and what is live around a call is moved to and fro in the
/// code before it, too (2 of 17 instructions for each element of a softmax). With r = 1/s to 53 bits, from the
/// hardware's 20 bits in two steps of Newton's, x r is off by 2^-52 of itself at most; no quotient of two floats is as
/// near to the middle between two normal floats, so it rounds to the right one.
///
/// Dividends that exponentials gave on their fast path (Exponentials.h) are in range: their quotients take the way of
/// FloatQuotients.h, in as many instructions as product and test, and none has to be looked at again. Of a row that a
/// cluster shares some warp nearly always had one in 13000, and all waited for it.
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/Exponentials.h"
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/FloatQuotients.h"
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/SlowPaths.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace tilec;

namespace {

/// Registers from which on the work shared pays for the test.
constexpr size_t kFewestRegisters = 4;

constexpr uint32_t bitsOfPowerOfTwo(int exponent) {
  return uint32_t(127 + exponent) << 23;
}
constexpr uint32_t kLeastDivisor = bitsOfPowerOfTwo(-30), kDivisorLimit = bitsOfPowerOfTwo(30);
constexpr uint32_t kLeastDividend = bitsOfPowerOfTwo(-90), kDividendLimit = bitsOfPowerOfTwo(60);

/// Lower halves of a float from the first on, so many, may round to another bf16 than their neighbours.
constexpr uint16_t kFirstUncertain = 0x7FFE, kUncertain = 5;
/// Registers that are tested for that together.
constexpr size_t kTestedTogether = 16;
/// Selects the lower halves of two words, for `prmt`.
constexpr uint32_t kLowerHalves = 0x5410;

/// Dividends next to each other that lie in range under one condition; without one nothing is known of them.
struct Run {
  ArrayRef<Value> dividends;
  Value inRange;
};

SmallVector<Run> runsOf(ArrayRef<Value> dividends) {
  SmallVector<Run> runs;
  for (size_t first = 0, end = 0; first < dividends.size(); first = end) {
    Value inRange = conditionOfFastPath(dividends[first]);
    while (end < dividends.size() && conditionOfFastPath(dividends[end]) == inRange)
      ++end;
    runs.push_back({dividends.slice(first, end - first), inRange});
  }
  return runs;
}

/// Emits quotients by `divisor`.
class QuotientBuilder {
public:
  QuotientBuilder(ImplicitLocOpBuilder &b, Value divisor, SlowPath form) : b(b), divisor(divisor), form(form) {}

  SmallVector<Value> build(ArrayRef<Value> dividends) {
    Value divisorIsSuited = divisorSuits();
    auto all = [&](ArrayRef<Value> some) { return shared(some); };
    auto tested = [&](ArrayRef<Value> some) {
      Value suits = arith::AndIOp::create(b, divisorIsSuited, dividendsSuit(some));
      return choosePath(b, suits, some, all, [&](ArrayRef<Value> few) { return oneByOne(few); }, form);
    };
    return inRuns(dividends, divisorIsSuited, all, tested);
  }

  /// Builds values that are as good as quotients where they are only narrowed to bf16.
  SmallVector<Value> buildForBF16(ArrayRef<Value> dividends) {
    Value nearest = reciprocalOf(b, divisor), divisorIsSuited = divisorSuits();
    return inRuns(
        dividends, divisorIsSuited, [&](ArrayRef<Value> all) { return quotientsForBF16(all, nearest); },
        [&](ArrayRef<Value> some) { return testedForBF16(some, nearest, divisorIsSuited); });
  }

private:
  /// Takes `suited` for a run that is known to be in range, and `tested` for others.
  SmallVector<Value> inRuns(ArrayRef<Value> dividends, Value divisorIsSuited, RegisterEmission suited,
                            RegisterEmission tested) {
    SmallVector<Value> quotients;
    for (const Run &run : runsOf(dividends)) {
      if (!run.inRange) {
        llvm::append_range(quotients, tested(run.dividends));
        continue;
      }
      Value suits = arith::AndIOp::create(b, divisorIsSuited, run.inRange);
      llvm::append_range(quotients, choosePath(b, suits, run.dividends, suited, tested, form));
    }
    return quotients;
  }

  Value integer(uint32_t value) {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(int32_t(value)));
  }
  Value bitsOf(Value x) {
    return arith::BitcastOp::create(b, b.getI32Type(), x);
  }
  Value fma(Value x, Value y, Value z) {
    return math::FmaOp::create(b, x, y, z);
  }
  Value negated(Value x) {
    return arith::NegFOp::create(b, x);
  }

  /// One unsigned comparison: what is below the least wraps around, negative numbers are large.
  Value divisorSuits() {
    Value above = arith::SubIOp::create(b, bitsOf(divisor), integer(kLeastDivisor));
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, above, integer(kDivisorLimit - kLeastDivisor));
  }

  /// The largest magnitude is below the limit, and the smallest that is not zero is large enough: shifted left by one,
  /// a number has lost its sign, and less one, zero is the largest.
  Value dividendsSuit(ArrayRef<Value> dividends) {
    Value largest, smallest;
    for (Value x : dividends) {
      Value magnitude = math::AbsFOp::create(b, x);
      Value order = arith::SubIOp::create(b, arith::ShLIOp::create(b, bitsOf(x), integer(1)), integer(1));
      largest = largest ? arith::MaxNumFOp::create(b, largest, magnitude) : magnitude;
      smallest = smallest ? arith::MinUIOp::create(b, smallest, order) : order;
    }
    Value limit = arith::BitcastOp::create(b, b.getF32Type(), integer(kDividendLimit));
    Value notLarge = arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, largest, limit);
    Value notSmall = arith::CmpIOp::create(b, arith::CmpIPredicate::uge, smallest, integer(2 * kLeastDividend - 1));
    return arith::AndIOp::create(b, notLarge, notSmall);
  }

  SmallVector<Value> shared(ArrayRef<Value> dividends) {
    Value one = arith::ConstantOp::create(b, b.getF32FloatAttr(1.0f));
    Value nearest = reciprocalOf(b, divisor);
    Value towardsZero =
        LLVM::CallIntrinsicOp::create(b, b.getF32Type(), b.getStringAttr("llvm.nvvm.rcp.rz.f"), ValueRange{divisor})
            .getResult(0);
    Value rest = arith::MulFOp::create(b, fma(negated(divisor), towardsZero, one), nearest);
    Value negatedNearest = negated(nearest);
    return llvm::map_to_vector(dividends, [&](Value x) {
      Value quotient = fma(x, towardsZero, arith::MulFOp::create(b, x, rest));
      return fma(fma(quotient, divisor, negated(x)), negatedNearest, quotient);
    });
  }

  SmallVector<Value> oneByOne(ArrayRef<Value> dividends) {
    return llvm::map_to_vector(dividends, [&](Value x) -> Value { return arith::DivFOp::create(b, x, divisor); });
  }

  SmallVector<Value> quotientsForBF16(ArrayRef<Value> dividends, Value nearest) {
    Value rest = restOfReciprocal(b, divisor, nearest);
    return llvm::map_to_vector(dividends, [&](Value x) { return quotientForBF16(b, x, nearest, rest); });
  }

  SmallVector<Value> testedForBF16(ArrayRef<Value> dividends, Value nearest, Value divisorIsSuited) {
    SmallVector<Value> quotients;
    for (size_t first = 0; first < dividends.size(); first += kTestedTogether) {
      ArrayRef<Value> some = dividends.slice(first, std::min(kTestedTogether, dividends.size() - first));
      SmallVector<Value> products =
          llvm::map_to_vector(some, [&](Value x) -> Value { return arith::MulFOp::create(b, x, nearest); });
      Value certain = arith::AndIOp::create(b, divisorIsSuited, areCertain(products));
      auto asTheyAre = [&](ArrayRef<Value>) { return products; };
      llvm::append_range(
          quotients,
          choosePath(b, certain, some, asTheyAre, [&](ArrayRef<Value> all) { return throughF64(all); }, form));
    }
    return quotients;
  }

  /// No lower half is uncertain: the first of them moved to zero, the smallest is large enough.
  Value areCertain(ArrayRef<Value> products) {
    auto pair = VectorType::get({2}, b.getI16Type());
    auto both = [&](uint16_t value) -> Value {
      return arith::ConstantOp::create(b, DenseElementsAttr::get(pair, b.getI16IntegerAttr(int16_t(value))));
    };
    Value offset = both(uint16_t(-kFirstUncertain)), least;
    for (size_t i = 0; i < products.size(); i += 2) {
      Value next = products[std::min(i + 1, products.size() - 1)];
      Value halves = LLVM::CallIntrinsicOp::create(b, b.getI32Type(), b.getStringAttr("llvm.nvvm.prmt"),
                                                   ValueRange{bitsOf(products[i]), bitsOf(next), integer(kLowerHalves)})
                         .getResult(0);
      Value moved = arith::AddIOp::create(b, LLVM::BitcastOp::create(b, pair, halves), offset);
      least = least ? arith::MinUIOp::create(b, least, moved) : moved;
    }
    Value certain = arith::CmpIOp::create(b, arith::CmpIPredicate::uge, least, both(kUncertain));
    auto part = [&](int i) -> Value { return LLVM::ExtractElementOp::create(b, certain, integer(i)); };
    return arith::AndIOp::create(b, part(0), part(1));
  }

  Value real64(double value) {
    return arith::ConstantOp::create(b, b.getF64FloatAttr(value));
  }
  Value widened(Value x) {
    return arith::ExtFOp::create(b, b.getF64Type(), x);
  }

  /// 1 / s to 53 bits; of zero and infinity, of which the steps make no number, what the hardware says.
  Value reciprocal64(Value wideDivisor) {
    Value rough = LLVM::CallIntrinsicOp::create(b, b.getF64Type(), b.getStringAttr("llvm.nvvm.rcp.approx.ftz.d"),
                                                ValueRange{wideDivisor})
                      .getResult(0);
    Value better = rough, minus = negated(wideDivisor);
    for (int step = 0; step < 2; ++step)
      better = fma(better, fma(minus, better, real64(1)), better);
    Value isNumber = arith::CmpFOp::create(b, arith::CmpFPredicate::ORD, better, better);
    return arith::SelectOp::create(b, isNumber, better, rough);
  }

  SmallVector<Value> throughF64(ArrayRef<Value> dividends) {
    Value reciprocal = reciprocal64(widened(divisor));
    return llvm::map_to_vector(dividends, [&](Value x) -> Value {
      return arith::TruncFOp::create(b, b.getF32Type(), arith::MulFOp::create(b, widened(x), reciprocal));
    });
  }

  ImplicitLocOpBuilder &b;
  Value divisor;
  SlowPath form;
};

bool isNarrowedToBF16Only(arith::DivFOp op) {
  return llvm::all_of(op->getUsers(), [](Operation *user) {
    return isa<tile::FToFOp>(user) && getElementTypeOrSelf(user->getResult(0).getType()).isBF16();
  });
}

class SharedFloatDivisorPattern : public RegisterPattern<arith::DivFOp> {
public:
  SharedFloatDivisorPattern(const TypeConverter &types, const LoweringContext &lowering, MLIRContext *context)
      : RegisterPattern(types, lowering, context, /*benefit=*/2) {} // over the plain elementwise lowering

  LogicalResult lower(arith::DivFOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    ValueRange dividends = adaptor.getLhs(), divisors = adaptor.getRhs();
    if (!getElementTypeOrSelf(op.getType()).isF32() || dividends.size() < kFewestRegisters)
      return failure();
    llvm::MapVector<Value, SmallVector<unsigned>> byDivisor;
    for (auto [i, divisor] : llvm::enumerate(divisors))
      byDivisor[divisor].push_back(i);
    if (byDivisor.size() * kFewestRegisters > dividends.size())
      return failure();
    bool forBF16 = lowering.target.has(Capability::PackedI16) && isNarrowedToBF16Only(op);
    Registers quotients(dividends.size());
    for (auto &[divisor, places] : byDivisor) {
      SmallVector<Value> sharing = llvm::map_to_vector(places, [&](unsigned i) -> Value { return dividends[i]; });
      QuotientBuilder emit(builder, divisor, lowering.isMultiplying(op) ? SlowPath::Straight : SlowPath::LoopOfMany);
      for (auto [place, quotient] : llvm::zip(places, forBF16 ? emit.buildForBF16(sharing) : emit.build(sharing)))
        quotients[place] = quotient;
    }
    replace(op, quotients, rewriter);
    return success();
  }
};

} // namespace

Value tilec::reciprocalOf(ImplicitLocOpBuilder &b, Value divisor) {
  Value one = arith::ConstantOp::create(b, b.getF32FloatAttr(1.0f));
  return arith::DivFOp::create(b, one, divisor);
}

Value tilec::restOfReciprocal(ImplicitLocOpBuilder &b, Value divisor, Value nearest) {
  Value one = arith::ConstantOp::create(b, b.getF32FloatAttr(1.0f));
  Value lacking = math::FmaOp::create(b, arith::NegFOp::create(b, divisor), nearest, one);
  return arith::MulFOp::create(b, lacking, nearest);
}

Value tilec::quotientForBF16(ImplicitLocOpBuilder &b, Value dividend, Value nearest, Value rest) {
  Value lacking = arith::MulFOp::create(b, dividend, rest);
  return math::FmaOp::create(b, dividend, nearest, lacking);
}

void tilec::populateShareFloatDivisorsPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                               const LoweringContext &lowering) {
  patterns.add<SharedFloatDivisorPattern>(types, lowering, patterns.getContext());
}
