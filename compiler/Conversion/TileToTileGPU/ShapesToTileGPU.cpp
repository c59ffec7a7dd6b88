// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that rearrange tiles. broadcast, reshape, permute and cat only rename registers between layouts that fit each
// other: the operand or the result is converted so that they do.
#include "compiler/Conversion/TileToTileGPU/Patterns.h"

using namespace mlir;
using namespace tilec;

namespace {

std::vector<int64_t> shapeVector(Type type) {
  ArrayRef<int64_t> shape = tile::shapeOf(type);
  return std::vector<int64_t>(shape.begin(), shape.end());
}

layout::LinearLayout layoutOf(Value tile) {
  return tile_gpu::LayoutAttr::of(tile.getType());
}

struct ConvertBroadcast : PlannedPattern<tile::BroadcastOp> {
  using PlannedPattern::PlannedPattern;
  LogicalResult matchAndRewrite(tile::BroadcastOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = converter.distribute(op.getType());
    auto operandLayout = tile_gpu::LayoutAttr::of(type).broadcastOperand(shapeVector(op.getSource().getType()));
    Value source = convertLayout(rewriter, op.getLoc(), adaptor.getSource(), operandLayout);
    rewriter.replaceOpWithNewOp<tile_gpu::BroadcastOp>(op, type, source);
    return success();
  }
};

/// Replaces `op` by `value`, brought into the layout of its shape.
void replaceInPlan(Operation *op, Value value, const LayoutTypeConverter &converter,
                   ConversionPatternRewriter &rewriter) {
  RankedTensorType type = converter.distribute(op->getResult(0).getType());
  rewriter.replaceOp(op, convertLayout(rewriter, op->getLoc(), value, tile_gpu::LayoutAttr::of(type)));
}

struct ConvertReshape : PlannedPattern<tile::ReshapeOp> {
  using PlannedPattern::PlannedPattern;
  LogicalResult matchAndRewrite(tile::ReshapeOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto layout = layoutOf(adaptor.getSource()).reshaped(shapeVector(op.getType()));
    auto type = tile_gpu::withLayout(cast<RankedTensorType>(op.getType()), layout);
    Value result = tile_gpu::ReshapeOp::create(rewriter, op.getLoc(), type, adaptor.getSource());
    replaceInPlan(op, result, converter, rewriter);
    return success();
  }
};

struct ConvertPermute : PlannedPattern<tile::PermuteOp> {
  using PlannedPattern::PlannedPattern;
  LogicalResult matchAndRewrite(tile::PermuteOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    ArrayRef<int64_t> permutation = op.getPermutation();
    auto layout = layoutOf(adaptor.getSource()).permuted({permutation.begin(), permutation.end()});
    auto type = tile_gpu::withLayout(cast<RankedTensorType>(op.getType()), layout);
    Value result = tile_gpu::PermuteOp::create(rewriter, op.getLoc(), type, adaptor.getSource(), permutation);
    replaceInPlan(op, result, converter, rewriter);
    return success();
  }
};

struct ConvertCat : PlannedPattern<tile::CatOp> {
  using PlannedPattern::PlannedPattern;
  LogicalResult matchAndRewrite(tile::CatOp op, OpAdaptor adaptor, ConversionPatternRewriter &rewriter) const override {
    unsigned axis = op.getAxis();
    // The halves have to lie in different registers: the result's own layout, or the operands' with one register bit
    // more.
    layout::LinearLayout whole = tile_gpu::LayoutAttr::of(converter.distribute(op.getType()));
    if (!whole.canSplit(axis))
      whole = layoutOf(adaptor.getFirst()).doubled(axis);
    Value first = convertLayout(rewriter, op.getLoc(), adaptor.getFirst(), whole.half(axis));
    Value second = convertLayout(rewriter, op.getLoc(), adaptor.getSecond(), whole.half(axis));
    auto type = tile_gpu::withLayout(cast<RankedTensorType>(op.getType()), whole);
    Value result = tile_gpu::CatOp::create(rewriter, op.getLoc(), type, first, second, op.getAxis());
    replaceInPlan(op, result, converter, rewriter);
    return success();
  }
};

struct ConvertExtract : PlannedPattern<tile::ExtractOp> {
  using PlannedPattern::PlannedPattern;
  LogicalResult matchAndRewrite(tile::ExtractOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tile_gpu::ExtractOp>(op, converter.distribute(op.getType()), adaptor.getSource(),
                                                     adaptor.getIndices(), IntegerAttr());
    return success();
  }
};

struct ConvertInsert : PlannedPattern<tile::InsertOp> {
  using PlannedPattern::PlannedPattern;
  LogicalResult matchAndRewrite(tile::InsertOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tile_gpu::InsertOp>(op, converter.distribute(op.getType()), adaptor.getSource(),
                                                    adaptor.getDestination(), adaptor.getIndices(), IntegerAttr());
    return success();
  }
};

} // namespace

void tilec::populateShapePatterns(const LayoutTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<ConvertBroadcast, ConvertReshape, ConvertPermute, ConvertCat, ConvertExtract, ConvertInsert>(
      converter, patterns.getContext());
}
