// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Arithmetic in a rounding or subnormal mode: NVVM intrinsics that name the PTX instruction.
///
/// | mode                        | f32                          | f64              | f16, bf16                   |
/// |-----------------------------|------------------------------|------------------|-----------------------------|
/// | ties_to_even, toward_...    | `add.rz.ftz.f32`             | `add.rz.f64`     | in f32, rounded once more   |
/// | approximate                 | `div.approx.f32`, `ex2.approx` | none           | in f32                      |
/// | full                        | `div.full.f32`               | none             | none                        |
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"

using namespace mlir;
using namespace tilec;
using tile::RoundingMode;

namespace {

llvm::StringRef modeName(RoundingMode mode) {
  switch (mode) {
  case RoundingMode::TiesToEven:
    return "rn";
  case RoundingMode::TowardZero:
    return "rz";
  case RoundingMode::TowardNegative:
    return "rm";
  case RoundingMode::TowardPositive:
    return "rp";
  case RoundingMode::Approximate:
    return "approx";
  case RoundingMode::Full:
    return "full";
  }
  llvm_unreachable("six modes");
}

/// What one op asks for.
struct Mode {
  RoundingMode rounding;
  bool flush;
};

/// Emits one instruction on f32 or f64.
struct Instructions {
  ImplicitLocOpBuilder &b;
  Mode mode;

  Value call(const std::string &name, ValueRange operands) {
    return LLVM::CallIntrinsicOp::create(b, operands.front().getType(), b.getStringAttr("llvm.nvvm." + name), operands)
        .getResult(0);
  }
  /// `llvm.nvvm.add.rz.ftz.f`
  Value modal(llvm::StringRef base, ValueRange operands) {
    std::string name = (base + "." + modeName(mode.rounding)).str() + (mode.flush ? ".ftz" : "");
    if (mode.rounding != RoundingMode::Full)
      name += operands.front().getType().isF64() ? ".d" : ".f";
    return call(name, operands);
  }
  Value exp2(Value x) {
    if (mode.flush)
      return call("ex2.approx.ftz.f32", x);
    return LLVM::Exp2Op::create(b, x);
  }
  Value exp(Value x) {
    Value log2e = arith::ConstantOp::create(b, b.getF32FloatAttr(1.4426950408889634f));
    return exp2(arith::MulFOp::create(b, x, log2e));
  }
  Value tanh(Value x) {
    return LLVM::TanhOp::create(b, x.getType(), x, LLVM::FastmathFlags::afn);
  }
  Value rsqrt(Value x) {
    return call(mode.flush ? "rsqrt.approx.ftz.f" : "rsqrt.approx.f", x);
  }
};

Value lowerOp(tile::AddFOp, Instructions code, ValueRange x) {
  return code.modal("add", x);
}
Value lowerOp(tile::SubFOp, Instructions code, ValueRange x) {
  Value negated = arith::NegFOp::create(code.b, x[1]);
  return code.modal("add", {x[0], negated});
}
Value lowerOp(tile::MulFOp, Instructions code, ValueRange x) {
  return code.modal("mul", x);
}
Value lowerOp(tile::DivFOp, Instructions code, ValueRange x) {
  return code.modal("div", x);
}
Value lowerOp(tile::FmaOp, Instructions code, ValueRange x) {
  return code.modal("fma", x);
}
Value lowerOp(tile::SqrtOp, Instructions code, ValueRange x) {
  return code.modal("sqrt", x);
}
Value lowerOp(tile::RsqrtOp, Instructions code, ValueRange x) {
  return code.rsqrt(x[0]);
}
Value lowerOp(tile::ExpOp, Instructions code, ValueRange x) {
  return code.exp(x[0]);
}
Value lowerOp(tile::Exp2Op, Instructions code, ValueRange x) {
  return code.exp2(x[0]);
}
Value lowerOp(tile::TanhOp, Instructions code, ValueRange x) {
  return code.tanh(x[0]);
}

template <typename Op> class ModalPattern : public RegisterPattern<Op> {
public:
  using Base = RegisterPattern<Op>;
  using Base::Base;

  LogicalResult lower(Op op, typename Base::Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    Type element = getElementTypeOrSelf(op.getType());
    Instructions code{builder, {op.getRounding(), op.getFlush()}};
    typename Base::Registers registers;
    for (unsigned i = 0; i < numRegisters(op.getType()); ++i) {
      SmallVector<Value> values;
      for (ValueRange operand : adaptor.getOperands())
        values.push_back(widened(builder, registerOf(operand, i)));
      Value result = lowerOp(op, code, values);
      registers.push_back(result.getType() == element ? result
                                                      : arith::TruncFOp::create(builder, element, result).getResult());
    }
    this->replace(op, registers, rewriter);
    return success();
  }

private:
  static Value widened(ImplicitLocOpBuilder &builder, Value value) {
    if (!isa<Float16Type, BFloat16Type>(value.getType()))
      return value;
    return arith::ExtFOp::create(builder, builder.getF32Type(), value);
  }
};

} // namespace

void tilec::populateRoundedArithmeticPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                              const LoweringContext &lowering) {
  patterns.add<ModalPattern<tile::AddFOp>, ModalPattern<tile::SubFOp>, ModalPattern<tile::MulFOp>,
               ModalPattern<tile::DivFOp>, ModalPattern<tile::FmaOp>, ModalPattern<tile::SqrtOp>,
               ModalPattern<tile::RsqrtOp>, ModalPattern<tile::ExpOp>, ModalPattern<tile::Exp2Op>,
               ModalPattern<tile::TanhOp>>(types, lowering, patterns.getContext());
}
