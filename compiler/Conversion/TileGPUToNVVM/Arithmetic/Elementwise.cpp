// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Ops of `arith` and `math` on tiles become the same ops, once for each register:
///
///   %c = arith.addf %a, %b : tensor<256xf32, #layout>     ->  %c0 = arith.addf %a0, %b0 : f32, %c1 = ...
///
/// Types without arithmetic (fp8 and the like, for isnan or `!= 0`) are widened to f32 first. Where the target adds and
/// multiplies two f32 at once, neighbouring registers go in pairs.
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/FloatConversions.h"
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/Pairs.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace tilec;

namespace {

/// A floating-point type that only has conversions.
bool isStorageFloat(Type element) {
  return isa<FloatType>(element) && registerType(element) != element;
}

/// Operations on f32 that some targets do in pairs.
bool hasPackedForm(Operation *op) {
  return isa<arith::AddFOp, arith::MulFOp, math::FmaOp>(op) && getElementTypeOrSelf(op->getResult(0).getType()).isF32();
}

class ElementwisePattern : public ConversionPattern {
public:
  ElementwisePattern(const TypeConverter &types, const LoweringContext &lowering, MLIRContext *context)
      : ConversionPattern(types, MatchAnyOpTypeTag(), /*benefit=*/1, context), lowering(lowering) {}

  LogicalResult matchAndRewrite(Operation *op, ArrayRef<ValueRange> operands,
                                ConversionPatternRewriter &rewriter) const override {
    if (!isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) || op->getNumRegions() != 0 ||
        isa<arith::ConstantOp>(op))
      return failure();
    ImplicitLocOpBuilder builder(op->getLoc(), rewriter);
    SmallVector<SmallVector<Value>> results(op->getNumResults());
    // One token or another.
    if (isa<arith::SelectOp>(op) && operands.back().empty()) {
      rewriter.replaceOpWithMultiple(op, std::move(results));
      return success();
    }
    unsigned count = 1;
    for (Type type : llvm::concat<Type>(llvm::to_vector(op->getOperandTypes()), llvm::to_vector(op->getResultTypes())))
      count = std::max(count, numRegisters(type));
    bool inPairs = lowering.target.has(Capability::PackedF32) && hasPackedForm(op) && count % 2 == 0;
    for (unsigned i = 0; inPairs && i < count; i += 2)
      llvm::append_range(results.front(), lowerPair(op, operands, i, builder));
    for (unsigned i = inPairs ? count : 0; i < count; ++i) {
      Operation *single = lowerOne(op, operands, i, builder);
      for (auto [result, value] : llvm::zip(results, single->getResults()))
        result.push_back(value);
    }
    rewriter.replaceOpWithMultiple(op, std::move(results));
    return success();
  }

private:
  /// Registers `index` and the next, as one vector.
  std::array<Value, 2> lowerPair(Operation *op, ArrayRef<ValueRange> operands, unsigned index,
                                 ImplicitLocOpBuilder &builder) const {
    SmallVector<Value> values;
    for (ValueRange registers : operands)
      values.push_back(packPair(builder, registerOf(registers, index), registerOf(registers, index + 1)));
    Operation *packed = Operation::create(op->getLoc(), op->getName(), values.front().getType(), values,
                                          op->getDiscardableAttrDictionary(), op->getPropertiesStorage(), BlockRange(),
                                          /*numRegions=*/0);
    return unpackPair(builder, builder.insert(packed)->getResult(0));
  }

  Operation *lowerOne(Operation *op, ArrayRef<ValueRange> operands, unsigned index,
                      ImplicitLocOpBuilder &builder) const {
    bool movesOnly = isa<arith::SelectOp>(op);
    SmallVector<Value> values;
    for (auto [operand, registers] : llvm::zip(op->getOperands(), operands)) {
      Value value = registerOf(registers, index);
      Type element = getElementTypeOrSelf(operand.getType());
      if (!movesOnly && isStorageFloat(element))
        value = convertFloat(builder, value, element, builder.getF32Type(), lowering.target);
      values.push_back(value);
    }
    SmallVector<Type> types;
    for (Type type : op->getResultTypes())
      types.push_back(registerType(getElementTypeOrSelf(type)));
    Operation *single =
        Operation::create(op->getLoc(), op->getName(), types, values, op->getDiscardableAttrDictionary(),
                          op->getPropertiesStorage(), BlockRange(), /*numRegions=*/0);
    return builder.insert(single);
  }

  const LoweringContext &lowering;
};

/// Values that nothing defines stay so.
class PoisonPattern : public RegisterPattern<ub::PoisonOp> {
public:
  using RegisterPattern::RegisterPattern;

  LogicalResult lower(ub::PoisonOp op, Adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    Value poison = ub::PoisonOp::create(builder, registerType(getElementTypeOrSelf(op.getType())), op.getValueAttr());
    replace(op, Registers(numRegisters(op.getType()), poison), rewriter);
    return success();
  }
};

} // namespace

void tilec::populateElementwisePatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                        const LoweringContext &lowering) {
  patterns.add<ElementwisePattern, PoisonPattern>(types, lowering, patterns.getContext());
}
