// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/Tanh.h"
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/Extremes.h"
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/SlowPaths.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"

using namespace mlir;
using namespace tilec;

namespace {

/// Where the polynomial ends.
constexpr float kSmall = 0.6f;
/// Registers that are looked at together: fewer do not pay for it, with more of them a lane holds the magnitudes too
/// long.
constexpr size_t kFewestRegisters = 8, kTogether = 16;

Value real(ImplicitLocOpBuilder &b, float value) {
  return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
}

Value tanhOfSmall(ImplicitLocOpBuilder &b, Value x) {
  constexpr float kCoefficients[] = {0x1.ff9814p-7f, -0x1.abb810p-5f, 0x1.10a712p-3f, -0x1.555368p-2f};
  Value square = arith::MulFOp::create(b, x, x), polynomial = real(b, kCoefficients[0]);
  for (float coefficient : llvm::drop_begin(kCoefficients))
    polynomial = math::FmaOp::create(b, polynomial, square, real(b, coefficient));
  return math::FmaOp::create(b, arith::MulFOp::create(b, polynomial, square), x, x);
}

SmallVector<Value> tanhOf(ImplicitLocOpBuilder &b, ArrayRef<Value> all) {
  auto magnitudes = llvm::map_to_vector(all, [&](Value x) -> Value { return math::AbsFOp::create(b, x); });
  // A NaN beside numbers is not seen, and need not be: a polynomial of NaN is NaN.
  Value areSmall =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, extremeOf<arith::MaxNumFOp>(b, magnitudes), real(b, kSmall));
  auto eachBy = [&](auto make) {
    return [&b, make](ArrayRef<Value> some) {
      return llvm::map_to_vector(some, [&](Value x) -> Value { return make(b, x); });
    };
  };
  return choosePath(b, areSmall, all, eachBy(tanhOfSmall), eachBy(tanhOfAny), SlowPath::Straight);
}

/// An exponential is made of the result, element by element: a softmax of scores that it caps.
bool becomesExponent(Operation *op) {
  constexpr size_t kMostOps = 32;
  SmallVector<Operation *> pending = {op};
  llvm::SmallPtrSet<Operation *, 16> seen;
  while (!pending.empty() && seen.size() < kMostOps)
    for (Operation *user : pending.pop_back_val()->getUsers()) {
      if (isa<math::ExpOp, math::Exp2Op>(user))
        return true;
      if (user->hasTrait<OpTrait::Elementwise>() && seen.insert(user).second)
        pending.push_back(user);
    }
  return false;
}

class TanhPattern : public RegisterPattern<math::TanhOp> {
public:
  TanhPattern(const TypeConverter &types, const LoweringContext &lowering, MLIRContext *context)
      : RegisterPattern(types, lowering, context, /*benefit=*/2) {} // over the plain elementwise lowering

  LogicalResult lower(math::TanhOp op, Adaptor adaptor, ImplicitLocOpBuilder &b,
                      ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> all(adaptor.getOperand());
    bool mayApproximate = arith::bitEnumContainsAny(op.getFastmath(), arith::FastMathFlags::afn);
    if (!getElementTypeOrSelf(op.getType()).isF32() || all.size() < kFewestRegisters || mayApproximate ||
        !lowering.isMultiplying(op) || !becomesExponent(op))
      return failure();
    SmallVector<Value> results;
    for (ArrayRef<Value> rest = all; !rest.empty(); rest = rest.drop_front(std::min(kTogether, rest.size())))
      llvm::append_range(results, tanhOf(b, rest.take_front(kTogether)));
    replace(op, results, rewriter);
    return success();
  }
};

} // namespace

Value tilec::tanhOfAny(ImplicitLocOpBuilder &b, Value x) {
  auto approximate = [&](llvm::StringRef intrinsic, Value operand) -> Value {
    return LLVM::CallIntrinsicOp::create(b, b.getF32Type(), b.getStringAttr(intrinsic), operand).getResult(0);
  };
  constexpr float kTwoLog2E = 2.88539008f;
  Value one = real(b, 1.0f), magnitude = math::AbsFOp::create(b, x);
  Value power = approximate("llvm.nvvm.ex2.approx.ftz.f", arith::MulFOp::create(b, magnitude, real(b, kTwoLog2E)));
  Value reciprocal = approximate("llvm.nvvm.rcp.approx.ftz.f", arith::AddFOp::create(b, power, one));
  Value distant = math::CopySignOp::create(b, math::FmaOp::create(b, reciprocal, real(b, -2.0f), one), x);
  Value near = tanhOfSmall(b, x);
  Value isDistant = arith::CmpFOp::create(b, arith::CmpFPredicate::OGE, magnitude, real(b, kSmall));
  return arith::SelectOp::create(b, isDistant, distant, near);
}

void tilec::populateTanhPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                 const LoweringContext &lowering) {
  patterns.add<TanhPattern>(types, lowering, patterns.getContext());
}
