// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Arithmetic in a rounding or subnormal mode: NVVM intrinsics that name the PTX instruction.
///
/// | mode                        | f32                          | f64              | f16, bf16                   |
/// |-----------------------------|------------------------------|------------------|-----------------------------|
/// | ties_to_even, toward_...    | `add.rz.ftz.f32`             | `add.rz.f64`     | in f32, then narrowed       |
/// | approximate                 | `div.approx.f32`, `ex2.approx` | none           | in f32                      |
/// | full                        | `div.full.f32`               | none             | none                        |
///
/// 16-bit types round twice, in one direction: f16 and bf16 are subsets of f32, so a directed rounding to f32 and the
/// same to 16 bits is that of the exact result. To nearest, f32 has more than twice their bits and two more, which is
/// enough for all but fused multiply-adds; those have an instruction of their own.
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

/// f32 to f16 in one of IEEE's directions.
Value narrowToF16(ImplicitLocOpBuilder &b, Value value, RoundingMode mode) {
  std::string text = ("cvt." + modeName(mode) + ".f16.f32 $0, $1;").str();
  return LLVM::InlineAsmOp::create(b, b.getF16Type(), value, text, "=h,f", /*has_side_effects=*/false,
                                   /*is_align_stack=*/false, LLVM::TailCallKind::None, LLVM::AsmDialectAttr(),
                                   ArrayAttr())
      .getRes();
}

/// f32 to bf16, its upper half, in one of IEEE's directions other than to nearest: where the magnitude grows,
/// everything below the last place is added before it is dropped.
Value narrowToBF16(ImplicitLocOpBuilder &b, Value value, RoundingMode mode) {
  Type i32 = b.getI32Type();
  auto integer = [&](int64_t n) -> Value { return arith::ConstantOp::create(b, b.getI32IntegerAttr(int32_t(n))); };
  Value bits = arith::BitcastOp::create(b, i32, value);
  Value rounded = bits;
  if (mode != RoundingMode::TowardZero) {
    auto growing = mode == RoundingMode::TowardPositive ? arith::CmpIPredicate::sge : arith::CmpIPredicate::slt;
    Value grows = arith::CmpIOp::create(b, growing, bits, integer(0));
    rounded = arith::SelectOp::create(b, grows, arith::AddIOp::create(b, bits, integer(0xFFFF)), bits);
  }
  Value upper = arith::TruncIOp::create(b, b.getI16Type(), arith::ShRUIOp::create(b, rounded, integer(16)));
  Value isNaN = arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, value, value);
  Value nan = arith::ConstantOp::create(b, b.getI16IntegerAttr(0x7FFF));
  return arith::BitcastOp::create(b, b.getBF16Type(), arith::SelectOp::create(b, isNaN, nan, upper));
}

/// The result of an f32 instruction as `type`, rounded in the mode of the operation.
Value narrowed(ImplicitLocOpBuilder &b, Value value, Type type, RoundingMode mode) {
  if (value.getType() == type)
    return value;
  bool isDirected =
      mode == RoundingMode::TowardZero || mode == RoundingMode::TowardNegative || mode == RoundingMode::TowardPositive;
  if (!isDirected)
    return arith::TruncFOp::create(b, type, value);
  return type.isF16() ? narrowToF16(b, value, mode) : narrowToBF16(b, value, mode);
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
        values.push_back(registerOf(operand, i));
      registers.push_back(lowerOne(op, code, values, element));
    }
    this->replace(op, registers, rewriter);
    return success();
  }

private:
  static Value lowerOne(Op op, Instructions code, ArrayRef<Value> values, Type element) {
    bool isNarrow = isa<Float16Type, BFloat16Type>(element);
    if (isNarrow && isa<tile::FmaOp>(op) && op.getRounding() == RoundingMode::TiesToEven)
      return math::FmaOp::create(code.b, values[0], values[1], values[2]);
    SmallVector<Value> wide;
    for (Value value : values)
      wide.push_back(widened(code.b, value));
    return narrowed(code.b, lowerOp(op, code, wide), element, op.getRounding());
  }

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
