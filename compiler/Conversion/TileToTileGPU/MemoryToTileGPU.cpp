// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads and stores through pointers, local memory, printing and assertions.
#include "compiler/Conversion/TileToTileGPU/Patterns.h"

using namespace mlir;
using namespace tilec;

namespace {

struct ConvertLoad : PlannedPattern<tile::LoadOp> {
  using PlannedPattern::PlannedPattern;
  LogicalResult matchAndRewrite(tile::LoadOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tile_gpu::LoadOp>(op, converter.convertType(op.getType()), adaptor.getPointer(),
                                                  adaptor.getMask(), adaptor.getPadding(), /*vector=*/1,
                                                  op.getHintsAttr());
    return success();
  }
};

struct ConvertStore : PlannedPattern<tile::StoreOp> {
  using PlannedPattern::PlannedPattern;
  LogicalResult matchAndRewrite(tile::StoreOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tile_gpu::StoreOp>(op, adaptor.getPointer(), adaptor.getValue(), adaptor.getMask(),
                                                   /*vector=*/1, op.getHintsAttr());
    return success();
  }
};

struct ConvertAlloca : PlannedPattern<tile::AllocaOp> {
  using PlannedPattern::PlannedPattern;
  LogicalResult matchAndRewrite(tile::AllocaOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tile_gpu::AllocaOp>(op, op.getType(), op.getBytes(), op.getAlignment(), IntegerAttr());
    return success();
  }
};

struct ConvertPrint : PlannedPattern<tile::PrintOp> {
  using PlannedPattern::PlannedPattern;
  LogicalResult matchAndRewrite(tile::PrintOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tile_gpu::PrintOp>(op, op.getFormat(), adaptor.getArguments(), IntegerAttr());
    return success();
  }
};

struct ConvertAssert : PlannedPattern<tile::AssertOp> {
  using PlannedPattern::PlannedPattern;
  LogicalResult matchAndRewrite(tile::AssertOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tile_gpu::AssertOp>(op, adaptor.getCondition(), op.getMessage(), op.getFunction());
    return success();
  }
};

} // namespace

void tilec::populateMemoryPatterns(const LayoutTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<ConvertLoad, ConvertStore, ConvertAlloca, ConvertPrint, ConvertAssert>(converter, patterns.getContext());
}
