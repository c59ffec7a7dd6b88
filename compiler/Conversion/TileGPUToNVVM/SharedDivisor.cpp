// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Quotients of many registers by one: `e / sum` of a row.
///
/// A correctly rounded f32 division takes 16 instructions. Where a lane divides several registers by the same value s,
/// most of that work is done once:
///
///     n = 1/s rounded to nearest, z = 1/s rounded towards zero, d = (1 - s z) n       so z + d is 1/s to 48 bits
///     q = fma(x, z, x d)                                                              for each register x: off by an
///     ulp at most quotient = fma(fma(q, s, -x), -n, q)
///
/// The inner residual is exact, and by Markstein's theorem (IBM J. Res. Dev. 34, 1990: n is correctly rounded, q is a
/// neighbour of the quotient) the last step rounds correctly, zeros and their signs included, as long as nothing
/// overflows or becomes subnormal. A lane where that may happen, because s is outside [2^-30, 2^30) or some x is
/// neither zero nor in [2^-90, 2^60), divides one by one.
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

/// Emits the quotients of `dividends` by `divisor`.
class QuotientBuilder {
public:
  QuotientBuilder(ImplicitLocOpBuilder &b, Value divisor, ArrayRef<Value> dividends)
      : b(b), divisor(divisor), dividends(dividends) {}

  SmallVector<Value> build() {
    Value suits = arith::AndIOp::create(b, divisorSuits(), dividendsSuit());
    SmallVector<Type> types(dividends.size(), b.getF32Type());
    auto choice = scf::IfOp::create(b, types, suits, /*withElseRegion=*/true);
    fill(choice.thenBlock(), [&] { return shared(); });
    fill(choice.elseBlock(), [&] { return oneByOne(); });
    return choice.getResults();
  }

private:
  void fill(Block *block, llvm::function_ref<SmallVector<Value>()> quotients) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(block);
    scf::YieldOp::create(b, quotients());
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
  Value dividendsSuit() {
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

  SmallVector<Value> shared() {
    Value one = arith::ConstantOp::create(b, b.getF32FloatAttr(1.0f));
    Value nearest = arith::DivFOp::create(b, one, divisor);
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

  SmallVector<Value> oneByOne() {
    return llvm::map_to_vector(dividends, [&](Value x) -> Value { return arith::DivFOp::create(b, x, divisor); });
  }

  ImplicitLocOpBuilder &b;
  Value divisor;
  ArrayRef<Value> dividends;
};

class SharedDivisorPattern : public RegisterPattern<arith::DivFOp> {
public:
  SharedDivisorPattern(const TypeConverter &types, const LoweringContext &lowering, MLIRContext *context)
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
    Registers quotients(dividends.size());
    for (auto &[divisor, places] : byDivisor) {
      SmallVector<Value> sharing = llvm::map_to_vector(places, [&](unsigned i) -> Value { return dividends[i]; });
      for (auto [place, quotient] : llvm::zip(places, QuotientBuilder(builder, divisor, sharing).build()))
        quotients[place] = quotient;
    }
    replace(op, quotients, rewriter);
    return success();
  }
};

} // namespace

void tilec::populateSharedDivisorPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                          const LoweringContext &lowering) {
  patterns.add<SharedDivisorPattern>(types, lowering, patterns.getContext());
}
