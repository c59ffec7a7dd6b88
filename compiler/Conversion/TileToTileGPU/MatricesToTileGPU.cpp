// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MMAs. The target decides what multiplies (compiler/Strategy/MmaStrategy.h); operands that it does not
// take are converted first. Operands of `mma.sync` get the layouts of the instruction's fragments; all others are read
// from shared memory and have any layout.
#include "compiler/Conversion/TileToTileGPU/Patterns.h"
#include "compiler/Strategy/MmaStrategy.h"

using namespace mlir;
using namespace tilec;
using layout::LinearLayout;
using layout::MmaOperand;
using layout::TileMma;

namespace {

struct ConvertMma : PlannedPattern<tile::MmaOp> {
  ConvertMma(const LayoutTypeConverter &converter, MLIRContext *context, const Target &compiledFor)
      : PlannedPattern(converter, context), compiledFor(compiledFor) {}

  LogicalResult matchAndRewrite(tile::MmaOp op, OpAdaptor adaptor, ConversionPatternRewriter &rewriter) const override {
    strategy::MmaPlan plan = strategy::planMma(op, converter.getPlan(), compiledFor);
    Value a = converted(rewriter, op.getLoc(), adaptor.getA(), plan.operandType);
    Value b = converted(rewriter, op.getLoc(), adaptor.getB(), plan.operandType);
    TileMma whole = mmaOf(op, plan);
    LinearLayout accumulatorLayout = layout::accumulatorLayouts(whole, converter.getPlan().numWarps).front();
    Value sum = multiply(rewriter, op, whole, plan, a, b,
                         convertLayout(rewriter, op.getLoc(), adaptor.getAccumulator(), accumulatorLayout));
    rewriter.replaceOp(
        op, convertLayout(rewriter, op.getLoc(), sum, tile_gpu::LayoutAttr::of(converter.distribute(op.getType()))));
    return success();
  }

private:
  static TileMma mmaOf(tile::MmaOp op, const strategy::MmaPlan &plan) {
    ArrayRef<int64_t> a = tile::shapeOf(op.getA().getType()), sum = tile::shapeOf(op.getType());
    unsigned bits = 8 * tile::storageBytes(plan.operandType);
    std::optional<int64_t> batch = sum.size() == 3 ? std::optional(sum.front()) : std::nullopt;
    return {plan.instruction, bits, batch, sum[sum.size() - 2], sum.back(), a.back(), plan.rows};
  }

  static Value converted(OpBuilder &builder, Location loc, Value operandType, Type element) {
    auto type = cast<RankedTensorType>(operandType.getType());
    if (type.getElementType() == element)
      return operandType;
    return tile::FToFOp::create(builder, loc, type.clone(element), operandType);
  }

  static Value multiply(OpBuilder &builder, tile::MmaOp op, const TileMma &mma, const strategy::MmaPlan &plan, Value a,
                        Value b, Value sum) {
    LinearLayout accumulatorLayout = tile_gpu::LayoutAttr::of(sum.getType());
    bool isOfWarps = plan.instruction == layout::MmaInstruction::MmaSync;
    if (isOfWarps || plan.hasAInRegisters)
      a = convertLayout(builder, op.getLoc(), a, *layout::operandLayout(mma, MmaOperand::A, accumulatorLayout));
    if (isOfWarps)
      b = convertLayout(builder, op.getLoc(), b, *layout::operandLayout(mma, MmaOperand::B, accumulatorLayout));
    auto instruction = plan.instruction == layout::MmaInstruction::Tcgen05 ? tile_gpu::MmaInstruction::Tcgen05
                       : plan.instruction == layout::MmaInstruction::Wgmma ? tile_gpu::MmaInstruction::Wgmma
                       : isOfWarps                                         ? tile_gpu::MmaInstruction::MmaSync
                                                                           : tile_gpu::MmaInstruction::Fma;
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
    auto instruction = strategy::planScaledMma(op, converter.getPlan(), compiledFor);
    assert(instruction && "it would be a plain MMA");
    TileMma mma{*instruction, bits, batch, sum[sum.size() - 2], sum.back(), a.back()};
    bool isTensor = *instruction == layout::MmaInstruction::Tcgen05;
    int64_t scales = tile::shapeOf(op.getAScale().getType()).back();
    LinearLayout own = layout::accumulatorLayouts(mma, converter.getPlan().numWarps).front();
    auto operandType = [&](Value tile, MmaOperand operand) {
      return isTensor ? tile : convertLayout(rewriter, op.getLoc(), tile, *layout::operandLayout(mma, operand, own));
    };
    auto scale = [&](Value tile, MmaOperand operand) {
      return isTensor ? tile
                      : convertLayout(rewriter, op.getLoc(), tile, *layout::scaleLayout(mma, operand, scales, own));
    };
    Value start = convertLayout(rewriter, op.getLoc(), adaptor.getAccumulator(), own);
    Value result = tile_gpu::ScaledMmaOp::create(
        rewriter, op.getLoc(), start.getType(), isTensor, operandType(adaptor.getA(), MmaOperand::A),
        scale(adaptor.getAScale(), MmaOperand::A), operandType(adaptor.getB(), MmaOperand::B),
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
