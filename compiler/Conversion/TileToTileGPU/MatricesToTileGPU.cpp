// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix products. The target decides what multiplies (compiler/Strategy/ProductStrategy.h); factors that it does not
// take are converted first. Operands of `mma.sync` get the layouts of the instruction's fragments; all others are read
// from shared memory and have any layout.
#include "compiler/Conversion/TileToTileGPU/Patterns.h"
#include "compiler/Strategy/ProductStrategy.h"

using namespace mlir;
using namespace tilec;
using layout::LinearLayout;
using layout::MatrixProduct;
using layout::MmaOperand;

namespace {

struct ConvertMma : PlannedPattern<tile::MmaOp> {
  ConvertMma(const LayoutTypeConverter &converter, MLIRContext *context, const Target &compiledFor)
      : PlannedPattern(converter, context), compiledFor(compiledFor) {}

  LogicalResult matchAndRewrite(tile::MmaOp op, OpAdaptor adaptor, ConversionPatternRewriter &rewriter) const override {
    strategy::ProductPlan plan = strategy::planProduct(op, converter.getPlan(), compiledFor);
    Value a = converted(rewriter, op.getLoc(), adaptor.getA(), plan.factor);
    Value b = converted(rewriter, op.getLoc(), adaptor.getB(), plan.factor);
    MatrixProduct whole = productOf(op, plan);
    LinearLayout sumLayout = layout::accumulatorLayouts(whole, converter.getPlan().numWarps).front();
    Value sum = multiply(rewriter, op, whole, plan, a, b,
                         convertLayout(rewriter, op.getLoc(), adaptor.getAccumulator(), sumLayout));
    rewriter.replaceOp(
        op, convertLayout(rewriter, op.getLoc(), sum, tile_gpu::LayoutAttr::of(converter.distribute(op.getType()))));
    return success();
  }

private:
  static MatrixProduct productOf(tile::MmaOp op, const strategy::ProductPlan &plan) {
    ArrayRef<int64_t> a = tile::shapeOf(op.getA().getType()), sum = tile::shapeOf(op.getType());
    unsigned bits = 8 * tile::storageBytes(plan.factor);
    std::optional<int64_t> batch = sum.size() == 3 ? std::optional(sum.front()) : std::nullopt;
    return {plan.instruction, bits, batch, sum[sum.size() - 2], sum.back(), a.back(), plan.rows};
  }

  static Value converted(OpBuilder &builder, Location loc, Value factor, Type element) {
    auto type = cast<RankedTensorType>(factor.getType());
    if (type.getElementType() == element)
      return factor;
    return tile::FToFOp::create(builder, loc, type.clone(element), factor);
  }

  static Value multiply(OpBuilder &builder, tile::MmaOp op, const MatrixProduct &product,
                        const strategy::ProductPlan &plan, Value a, Value b, Value sum) {
    LinearLayout sumLayout = tile_gpu::LayoutAttr::of(sum.getType());
    bool isOfWarps = plan.instruction == layout::ProductInstruction::MmaSync;
    if (isOfWarps || plan.hasAInRegisters)
      a = convertLayout(builder, op.getLoc(), a, *layout::operandLayout(product, MmaOperand::A, sumLayout));
    if (isOfWarps)
      b = convertLayout(builder, op.getLoc(), b, *layout::operandLayout(product, MmaOperand::B, sumLayout));
    auto instruction = plan.instruction == layout::ProductInstruction::Tcgen05 ? tile_gpu::ProductInstruction::Tcgen05
                       : plan.instruction == layout::ProductInstruction::Wgmma ? tile_gpu::ProductInstruction::Wgmma
                       : isOfWarps                                             ? tile_gpu::ProductInstruction::MmaSync
                                                                               : tile_gpu::ProductInstruction::Fma;
    return tile_gpu::MmaOp::create(builder, op.getLoc(), sum.getType(), instruction, a, b, sum, op.getUnsignedA(),
                                   op.getUnsignedB(), plan.hasAInRegisters);
  }

  const Target &compiledFor;
};

/// Those that the target has an instruction for; all others have become plain ones.
struct ConvertScaledMma : PlannedPattern<tile::ScaledMmaOp> {
  ConvertScaledMma(const LayoutTypeConverter &converter, MLIRContext *context, const Target &compiledFor)
      : PlannedPattern(converter, context), compiledFor(compiledFor) {}

  LogicalResult matchAndRewrite(tile::ScaledMmaOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    ArrayRef<int64_t> a = tile::shapeOf(op.getA().getType()), sum = tile::shapeOf(op.getType());
    constexpr unsigned kFp4Bits = 4, kFp8Bits = 8;
    unsigned bits = isa<Float4E2M1FNType>(getElementTypeOrSelf(op.getA().getType())) ? kFp4Bits : kFp8Bits;
    std::optional<int64_t> batch = sum.size() == 3 ? std::optional(sum.front()) : std::nullopt;
    auto instruction = strategy::planScaledProduct(op, converter.getPlan(), compiledFor);
    assert(instruction && "it would be a plain product");
    MatrixProduct product{*instruction, bits, batch, sum[sum.size() - 2], sum.back(), a.back()};
    bool isTensor = *instruction == layout::ProductInstruction::Tcgen05;
    int64_t scales = tile::shapeOf(op.getAScale().getType()).back();
    LinearLayout own = layout::accumulatorLayouts(product, converter.getPlan().numWarps).front();
    auto factor = [&](Value tile, MmaOperand operand) {
      return isTensor ? tile
                      : convertLayout(rewriter, op.getLoc(), tile, *layout::operandLayout(product, operand, own));
    };
    auto scale = [&](Value tile, MmaOperand operand) {
      return isTensor ? tile
                      : convertLayout(rewriter, op.getLoc(), tile, *layout::scaleLayout(product, operand, scales, own));
    };
    Value start = convertLayout(rewriter, op.getLoc(), adaptor.getAccumulator(), own);
    Value result = tile_gpu::ScaledMmaOp::create(
        rewriter, op.getLoc(), start.getType(), isTensor, factor(adaptor.getA(), MmaOperand::A),
        scale(adaptor.getAScale(), MmaOperand::A), factor(adaptor.getB(), MmaOperand::B),
        scale(adaptor.getBScale(), MmaOperand::B), start);
    rewriter.replaceOp(
        op, convertLayout(rewriter, op.getLoc(), result, tile_gpu::LayoutAttr::of(converter.distribute(op.getType()))));
    return success();
  }

private:
  const Target &compiledFor;
};

} // namespace

void tilec::populateMatrixPatterns(const LayoutTypeConverter &converter, const Target &compiledFor,
                                   RewritePatternSet &patterns) {
  patterns.add<ConvertMma, ConvertScaledMma>(converter, patterns.getContext(), compiledFor);
}
