// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic accesses through pointers: the same ops on distributed tiles and uniform scalars.
#include "compiler/Conversion/TileToTileGPU/Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tilec;

namespace {

struct ConvertAtomicLoad : PlannedPattern<tile::AtomicLoadOp> {
  using PlannedPattern::PlannedPattern;
  LogicalResult matchAndRewrite(tile::AtomicLoadOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tile_gpu::AtomicLoadOp>(op, converter.convertType(op.getType()), adaptor.getPointer(),
                                                        adaptor.getMask(), adaptor.getPadding(), op.getOrder(),
                                                        op.getScope(), IntegerAttr());
    return success();
  }
};

struct ConvertAtomicStore : PlannedPattern<tile::AtomicStoreOp> {
  using PlannedPattern::PlannedPattern;
  LogicalResult matchAndRewrite(tile::AtomicStoreOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tile_gpu::AtomicStoreOp>(op, adaptor.getPointer(), adaptor.getValue(),
                                                         adaptor.getMask(), op.getOrder(), op.getScope());
    return success();
  }
};

/// Result types of an atomic; none if nobody uses the old values.
template <typename Op> SmallVector<Type, 1> oldValueTypes(Op op, const LayoutTypeConverter &converter) {
  SmallVector<Type, 1> types;
  if (Value result = op.getResult(); result && !result.use_empty())
    types.push_back(converter.convertType(result.getType()));
  return types;
}

/// Puts `made`, with or without a result, in the place of `op`.
void replaceAtomic(Operation *op, Operation *made, ConversionPatternRewriter &rewriter) {
  if (op->getNumResults() == made->getNumResults())
    rewriter.replaceOp(op, made);
  else
    rewriter.eraseOp(op);
}

struct ConvertAtomicRmw : PlannedPattern<tile::AtomicRmwOp> {
  using PlannedPattern::PlannedPattern;
  LogicalResult matchAndRewrite(tile::AtomicRmwOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto made = tile_gpu::AtomicRmwOp::create(rewriter, op.getLoc(), oldValueTypes(op, converter), op.getKind(),
                                              adaptor.getPointer(), adaptor.getValue(), adaptor.getMask(),
                                              op.getOrder(), op.getScope(), IntegerAttr(), /*vector=*/1);
    replaceAtomic(op, made, rewriter);
    return success();
  }
};

struct ConvertAtomicCas : PlannedPattern<tile::AtomicCasOp> {
  using PlannedPattern::PlannedPattern;
  LogicalResult matchAndRewrite(tile::AtomicCasOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto made = tile_gpu::AtomicCasOp::create(rewriter, op.getLoc(), oldValueTypes(op, converter), adaptor.getPointer(),
                                              adaptor.getExpected(), adaptor.getDesired(), adaptor.getMask(),
                                              op.getOrder(), op.getScope(), IntegerAttr());
    replaceAtomic(op, made, rewriter);
    return success();
  }
};

struct ConvertNextBlock : PlannedPattern<tile::NextBlockOp> {
  using PlannedPattern::PlannedPattern;
  LogicalResult matchAndRewrite(tile::NextBlockOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    Value draws = blocksOfGrid(rewriter, op.getLoc());
    rewriter.replaceOpWithNewOp<tile_gpu::NextBlockOp>(op, op.getType(), draws, IntegerAttr());
    return success();
  }

private:
  /// Each block that is run draws the next one.
  static Value blocksOfGrid(OpBuilder &builder, Location location) {
    auto extentOf = [&](tile::Dimension dimension) -> Value {
      return tile::NumBlocksOp::create(builder, location, builder.getI32Type(), dimension);
    };
    Value blocks = extentOf(tile::Dimension::X);
    for (auto dimension : {tile::Dimension::Y, tile::Dimension::Z})
      blocks = arith::MulIOp::create(builder, location, blocks, extentOf(dimension));
    return blocks;
  }
};

} // namespace

void tilec::populateAtomicPatterns(const LayoutTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<ConvertAtomicLoad, ConvertAtomicStore, ConvertAtomicRmw, ConvertAtomicCas, ConvertNextBlock>(
      converter, patterns.getContext());
}
