// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Conversions between element types, register by register (fp8 two at a time where the hardware does).
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/FloatConversions.h"
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/NarrowFloatConversions.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"

using namespace mlir;
using namespace tilec;

namespace {

class FToFPattern : public RegisterPattern<tile::FToFOp> {
public:
  using RegisterPattern::RegisterPattern;

  LogicalResult lower(tile::FToFOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    Type from = getElementTypeOrSelf(op.getSource().getType()), to = getElementTypeOrSelf(op.getType());
    ValueRange source = adaptor.getSource();
    Registers registers;
    while (registers.size() < source.size()) {
      unsigned i = registers.size();
      if (i + 1 < source.size())
        if (auto [first, second] = convertFloatPair(builder, source[i], source[i + 1], from, to, lowering.target);
            first) {
          llvm::append_values(registers, first, second);
          continue;
        }
      registers.push_back(convertFloat(builder, source[i], from, to, lowering.target));
    }
    replace(op, registers, rewriter);
    return success();
  }
};

class FToIPattern : public RegisterPattern<tile::FToIOp> {
public:
  using RegisterPattern::RegisterPattern;

  LogicalResult lower(tile::FToIOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    Type from = getElementTypeOrSelf(op.getSource().getType()), to = getElementTypeOrSelf(op.getType());
    Registers registers;
    for (Value value : adaptor.getSource())
      registers.push_back(convertFloatToInteger(builder, value, from, to, op.getIsUnsigned(), lowering.target));
    replace(op, registers, rewriter);
    return success();
  }
};

class IToFPattern : public RegisterPattern<tile::IToFOp> {
public:
  using RegisterPattern::RegisterPattern;

  LogicalResult lower(tile::IToFOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    Type to = getElementTypeOrSelf(op.getType());
    Registers registers;
    for (Value value : adaptor.getSource())
      registers.push_back(convertIntegerToFloat(builder, value, to, op.getIsUnsigned(), lowering.target));
    replace(op, registers, rewriter);
    return success();
  }
};

/// Reinterprets the bits of a register as another type.
Value bitcastRegister(ImplicitLocOpBuilder &builder, Value value, Type to) {
  Type from = value.getType();
  if (from == to)
    return value;
  if (isa<LLVM::LLVMPointerType>(from))
    return arith::BitcastOp::create(builder, to, LLVM::PtrToIntOp::create(builder, builder.getI64Type(), value))
        .getResult();
  if (isa<LLVM::LLVMPointerType>(to)) {
    Value integer = arith::BitcastOp::create(builder, builder.getI64Type(), value);
    return LLVM::IntToPtrOp::create(builder, to, integer);
  }
  return arith::BitcastOp::create(builder, to, value);
}

class BitcastPattern : public RegisterPattern<tile::BitcastOp> {
public:
  using RegisterPattern::RegisterPattern;

  LogicalResult lower(tile::BitcastOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    Type to = registerType(getElementTypeOrSelf(op.getType()));
    Registers registers;
    for (Value value : adaptor.getSource())
      registers.push_back(bitcastRegister(builder, value, to));
    replace(op, registers, rewriter);
    return success();
  }
};

} // namespace

void tilec::populateCastPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                 const LoweringContext &lowering) {
  patterns.add<FToFPattern, FToIPattern, IToFPattern, BitcastPattern>(types, lowering, patterns.getContext());
}
