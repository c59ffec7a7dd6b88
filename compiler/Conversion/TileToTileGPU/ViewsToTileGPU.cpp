// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses through views: they stay views here; `tile-gpu-assign-layouts` chooses their layouts, and
// `tile-gpu-select-memory-paths` how they reach memory.
#include "compiler/Conversion/TileToTileGPU/Patterns.h"

using namespace mlir;
using namespace tilec;

namespace {

struct ConvertLoadView : PlannedPattern<tile::LoadViewOp> {
  using PlannedPattern::PlannedPattern;
  LogicalResult matchAndRewrite(tile::LoadViewOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tile_gpu::LoadViewOp>(op, converter.distribute(op.getType()), adaptor.getView(),
                                                      adaptor.getIndices(), op.getInBounds(), /*vector=*/1,
                                                      op.getHintsAttr());
    return success();
  }
};

struct ConvertStoreView : PlannedPattern<tile::StoreViewOp> {
  using PlannedPattern::PlannedPattern;
  LogicalResult matchAndRewrite(tile::StoreViewOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tile_gpu::StoreViewOp>(op, adaptor.getView(), adaptor.getIndices(), adaptor.getValue(),
                                                       op.getInBounds(), /*vector=*/1, op.getHintsAttr());
    return success();
  }
};

struct ConvertAtomicLoadView : PlannedPattern<tile::AtomicLoadViewOp> {
  using PlannedPattern::PlannedPattern;
  LogicalResult matchAndRewrite(tile::AtomicLoadViewOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tile_gpu::AtomicLoadViewOp>(op, converter.distribute(op.getType()), adaptor.getView(),
                                                            adaptor.getIndices(), op.getOrder(), op.getScope(),
                                                            op.getInBounds());
    return success();
  }
};

struct ConvertAtomicStoreView : PlannedPattern<tile::AtomicStoreViewOp> {
  using PlannedPattern::PlannedPattern;
  LogicalResult matchAndRewrite(tile::AtomicStoreViewOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tile_gpu::AtomicStoreViewOp>(op, adaptor.getView(), adaptor.getIndices(),
                                                             adaptor.getValue(), op.getOrder(), op.getScope(),
                                                             op.getInBounds());
    return success();
  }
};

struct ConvertAtomicReduceView : PlannedPattern<tile::AtomicReduceViewOp> {
  using PlannedPattern::PlannedPattern;
  LogicalResult matchAndRewrite(tile::AtomicReduceViewOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tile_gpu::AtomicReduceViewOp>(op, op.getKind(), adaptor.getView(), adaptor.getIndices(),
                                                              adaptor.getValue(), op.getOrder(), op.getScope(),
                                                              op.getInBounds());
    return success();
  }
};

} // namespace

void tilec::populateViewPatterns(const LayoutTypeConverter &converter, RewritePatternSet &patterns) {
  patterns
      .add<ConvertLoadView, ConvertStoreView, ConvertAtomicLoadView, ConvertAtomicStoreView, ConvertAtomicReduceView>(
          converter, patterns.getContext());
}
