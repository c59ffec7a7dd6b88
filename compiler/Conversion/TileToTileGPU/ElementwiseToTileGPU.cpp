// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that every lane does for itself: the same op on types with layouts.
#include "compiler/Conversion/TileToTileGPU/Patterns.h"

using namespace mlir;
using namespace tilec;

namespace {

/// `arith.constant dense<...>`: the value's type changes with the result's.
struct ConvertConstant : OpConversionPattern<arith::ConstantOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(arith::ConstantOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    auto value = dyn_cast<DenseElementsAttr>(op.getValue());
    if (!value)
      return rewriter.notifyMatchFailure(op, "not a tile constant");
    auto type = cast<RankedTensorType>(getTypeConverter()->convertType(op.getType()));
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, type, value.reshape(type));
    return success();
  }
};

/// Any other op without regions of the elementwise dialects, rebuilt with converted operands and results.
struct ConvertElementwise : ConversionPattern {
  ConvertElementwise(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                                ConversionPatternRewriter &rewriter) const override {
    if (op->getNumRegions() != 0 || !isElementwise(op))
      return rewriter.notifyMatchFailure(op, "not an elementwise op");
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op->getResultTypes(), types)))
      return failure();
    OperationState state(op->getLoc(), op->getName(), operands, types, op->getAttrs());
    rewriter.replaceOp(op, rewriter.create(state));
    return success();
  }

private:
  static bool isElementwise(Operation *op) {
    if (isa<tile::TileDialect>(op->getDialect()))
      return op->hasTrait<OpTrait::Elementwise>() ||
             isa<tile::IotaOp, tile::SplatOp, tile::ToScalarOp, tile::AssumeOp>(op);
    return isa<arith::ArithDialect, math::MathDialect, ub::UBDialect>(op->getDialect());
  }
};

} // namespace

void tilec::populateElementwisePatterns(const LayoutTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<ConvertConstant, ConvertElementwise>(converter, patterns.getContext());
}
