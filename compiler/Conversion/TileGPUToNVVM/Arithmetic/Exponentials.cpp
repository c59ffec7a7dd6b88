// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Exponentials of many registers of f32. The library's function keeps argument and result in range and its error small
/// for the largest arguments, at each one's expense: 8 instructions. Here the range is looked at once for all
/// registers, and between -32 and 32 four do:
///
///     h = x log2 e, rounded
///     r = fma(h, -ln 2, x)                        what h lacks: ln 2 as a float is off by 2.8e-9 of itself
///     p = ex2.approx(h), and fma(p, r, p) is p e^r
///
/// Off by 2.44 ulp at most (on an H200, all floats; the library's by 1.93), within the bound. Elsewhere it is the
/// library's turn (SlowPaths.h).
///
/// Of differences x = a - s with one s, as in a softmax, the extremes of a decide, less s: rounding keeps order. They
/// are cheap where a was widened (Extremes.h), and the largest is often there already. A NaN goes through either way.
///
/// Who uses such exponentials may ask which way they went: they are neither tiny nor huge then (Exponentials.h).
///
/// In kernels that multiply matrices the library's turn is no loop (SlowPaths.h).
///
/// Exponentials that may be approximate (`fastmath<afn>`) take three or four instructions and no test. The power of
/// half the exponent is never subnormal where its square is not zero, so it may flush:
///
///     h = x / 2, for exp x log2 e / 2             one fma for x = a - s, if many registers share s
///     p = ex2.approx.ftz(h), and p p is 2^x
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/Exponentials.h"
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/Extremes.h"
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/Pairs.h"
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/SlowPaths.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"

using namespace mlir;
using namespace tilec;

namespace {

/// Registers from which on they pay for the test.
constexpr size_t kFewestRegisters = 8;
constexpr float kLimit = 32.0f;
constexpr float kLog2E = 0x1.715476p+0f, kLn2 = 0x1.62e43p-1f;

class ExponentialBuilder {
public:
  ExponentialBuilder(ImplicitLocOpBuilder &b, math::ExpOp op, SlowPath form) : b(b), op(op), form(form) {}

  SmallVector<Value> build(ArrayRef<Value> arguments) {
    SmallVector<Value> powers = choosePath(
        b, areInRange(arguments), arguments,
        [&](ArrayRef<Value> all) { return llvm::map_to_vector(all, [&](Value x) { return inRange(x); }); },
        [&](ArrayRef<Value> some) {
          return llvm::map_to_vector(some,
                                     [&](Value x) -> Value { return math::ExpOp::create(b, x, op.getFastmathAttr()); });
        },
        form);
    powers.front().getDefiningOp()->setAttr(tile_gpu::kBoundedAttr, b.getUnitAttr());
    return powers;
  }

private:
  Value real(float value) {
    return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
  }

  /// What all arguments are less, where that is one value; `minuends` gets what it is taken from.
  static Value commonSubtrahend(ArrayRef<Value> arguments, SmallVectorImpl<Value> &minuends) {
    Value common;
    for (Value argument : arguments) {
      auto difference = argument.getDefiningOp<arith::SubFOp>();
      if (!difference || (common && difference.getRhs() != common))
        return {};
      common = difference.getRhs();
      minuends.push_back(difference.getLhs());
    }
    return common;
  }

  Value compare(arith::CmpFPredicate predicate, Value extreme, float limit) {
    return arith::CmpFOp::create(b, predicate, extreme, real(limit));
  }

  Value areInRange(ArrayRef<Value> arguments) {
    SmallVector<Value> minuends;
    Value common = commonSubtrahend(arguments, minuends);
    if (!common && narrowSources(arguments).empty())
      return areSmall(arguments);
    ArrayRef<Value> from = common ? ArrayRef<Value>(minuends) : arguments;
    auto less = [&](Value extreme) -> Value { return common ? arith::SubFOp::create(b, extreme, common) : extreme; };
    Value least = less(extremeOf<arith::MinNumFOp>(b, from)), most = less(extremeOf<arith::MaxNumFOp>(b, from));
    return arith::AndIOp::create(b, compare(arith::CmpFPredicate::OGT, least, -kLimit),
                                 compare(arith::CmpFPredicate::OLT, most, kLimit));
  }

  /// One extreme instead of two.
  Value areSmall(ArrayRef<Value> arguments) {
    auto magnitudes = llvm::map_to_vector(arguments, [&](Value x) -> Value { return math::AbsFOp::create(b, x); });
    return compare(arith::CmpFPredicate::OLT, extremeOf<arith::MaxNumFOp>(b, magnitudes), kLimit);
  }

  Value inRange(Value x) {
    Value power = arith::MulFOp::create(b, x, real(kLog2E));
    Value rest = math::FmaOp::create(b, power, real(-kLn2), x);
    Value rough = LLVM::CallIntrinsicOp::create(b, b.getF32Type(), b.getStringAttr("llvm.nvvm.ex2.approx.ftz.f"),
                                                ValueRange{power})
                      .getResult(0);
    return math::FmaOp::create(b, rough, rest, rough);
  }

  ImplicitLocOpBuilder &b;
  math::ExpOp op;
  SlowPath form;
};

class ExponentialPattern : public RegisterPattern<math::ExpOp> {
public:
  ExponentialPattern(const TypeConverter &types, const LoweringContext &lowering, MLIRContext *context)
      : RegisterPattern(types, lowering, context, /*benefit=*/2) {} // over the plain elementwise lowering

  LogicalResult lower(math::ExpOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    ValueRange arguments = adaptor.getOperand();
    if (!getElementTypeOrSelf(op.getType()).isF32() || arguments.size() < kFewestRegisters)
      return failure();
    SlowPath form = lowering.isMultiplying(op) ? SlowPath::Straight : SlowPath::LoopOfMany;
    replace(op, ExponentialBuilder(builder, op, form).build(SmallVector<Value>(arguments)), rewriter);
    return success();
  }
};

class CoarseExponentialBuilder {
public:
  CoarseExponentialBuilder(ImplicitLocOpBuilder &b, ArrayRef<Value> arguments, bool isNatural, bool inPairs)
      : b(b), arguments(arguments), isNatural(isNatural), inPairs(inPairs) {}

  SmallVector<Value> build() {
    SmallVector<Exponent> exponents = llvm::map_to_vector(arguments, [&](Value x) { return exponentOf(x); });
    SmallVector<Value> powers;
    for (size_t i = 0; i < exponents.size();) {
      bool isPair = inPairs && i + 1 < exponents.size() && !exponents[i].c == !exponents[i + 1].c;
      if (isPair)
        llvm::append_range(powers, buildPair(exponents[i], exponents[i + 1]));
      else
        powers.push_back(squared(root(create(exponents[i]))));
      i += isPair ? 2 : 1;
    }
    return powers;
  }

private:
  /// At least so many registers share an operand that a multiplication of its own is worth it.
  static constexpr size_t kSharers = 4;

  /// a b + c, without `c` a b.
  struct Exponent {
    Value a, b, c;
  };

  std::array<Value, 2> buildPair(const Exponent &one, const Exponent &other) {
    std::array<Value, 2> exponents = unpackPair(b, create({packPair(b, one.a, other.a), packPair(b, one.b, other.b),
                                                           one.c ? packPair(b, one.c, other.c) : Value()}));
    return unpackPair(b, squared(packPair(b, root(exponents[0]), root(exponents[1]))));
  }

  Value create(const Exponent &exponent) {
    if (!exponent.c)
      return arith::MulFOp::create(b, exponent.a, exponent.b);
    return math::FmaOp::create(b, exponent.a, exponent.b, exponent.c);
  }

  Value root(Value exponent) {
    return LLVM::CallIntrinsicOp::create(b, b.getF32Type(), b.getStringAttr("llvm.nvvm.ex2.approx.ftz.f"),
                                         ValueRange{exponent})
        .getResult(0);
  }

  Value squared(Value root) {
    return arith::MulFOp::create(b, root, root);
  }

  Exponent exponentOf(Value x) {
    return isNatural ? Exponent{x, real(kLog2E / 2), {}} : halved(x);
  }

  /// Half of `x`, by the instruction that makes `x` where that is a difference or a fused multiply-add.
  Exponent halved(Value x) {
    if (auto difference = x.getDefiningOp<arith::SubFOp>(); difference && isShared<arith::SubFOp>(difference, 1))
      return {difference.getLhs(), real(0.5f), scaled(difference.getRhs(), -0.5f)};
    if (auto fma = x.getDefiningOp<math::FmaOp>();
        fma && isShared<math::FmaOp>(fma, 1) && isShared<math::FmaOp>(fma, 2))
      return {fma.getA(), scaled(fma.getB(), 0.5f), scaled(fma.getC(), 0.5f)};
    return {x, real(0.5f), {}};
  }

  Value real(float value) {
    return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
  }

  /// Once for all registers that share it.
  Value scaled(Value shared, float scale) {
    Value &product = products[shared];
    if (!product)
      product = arith::MulFOp::create(b, shared, real(scale));
    return product;
  }

  /// Operand number `index` of `op` is that of several arguments.
  template <typename Op> bool isShared(Op op, unsigned index) {
    return llvm::count_if(arguments, [&](Value argument) {
             auto other = argument.getDefiningOp<Op>();
             return other && other->getOperand(index) == op->getOperand(index);
           }) >= ptrdiff_t(kSharers);
  }

  ImplicitLocOpBuilder &b;
  ArrayRef<Value> arguments;
  bool isNatural, inPairs;
  llvm::DenseMap<Value, Value> products;
};

/// Exponentials that may be approximate.
template <typename Op> class CoarseExponentialPattern : public RegisterPattern<Op> {
public:
  CoarseExponentialPattern(const TypeConverter &types, const LoweringContext &lowering, MLIRContext *context)
      : RegisterPattern<Op>(types, lowering, context, /*benefit=*/3) {} // over the precise ones

  LogicalResult lower(Op op, typename RegisterPattern<Op>::Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getType()).isF32() ||
        !arith::bitEnumContainsAny(op.getFastmath(), arith::FastMathFlags::afn))
      return failure();
    SmallVector<Value> arguments(adaptor.getOperand());
    bool inPairs = this->lowering.target.has(Capability::PackedF32);
    this->replace(op, CoarseExponentialBuilder(builder, arguments, isa<math::ExpOp>(op), inPairs).build(), rewriter);
    return success();
  }
};

} // namespace

Value tilec::conditionOfFastPath(Value value) {
  auto choice = value.getDefiningOp<scf::IfOp>();
  return choice && choice->hasAttr(tile_gpu::kBoundedAttr) ? choice.getCondition() : Value();
}

void tilec::populateExponentialPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                        const LoweringContext &lowering) {
  patterns.add<CoarseExponentialPattern<math::ExpOp>, CoarseExponentialPattern<math::Exp2Op>>(types, lowering,
                                                                                              patterns.getContext());
  patterns.add<ExponentialPattern>(types, lowering, patterns.getContext());
}
