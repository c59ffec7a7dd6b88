// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions and scans with their combining regions, and what the CTAs of a cluster gather.
#include "compiler/Conversion/TileToTileGPU/Patterns.h"
#include "dialects/Layout/NamedLayouts.h"

using namespace mlir;
using namespace tilec;

namespace {

layout::LinearLayout layoutOf(Value tile) {
  return tile_gpu::LayoutAttr::of(tile.getType());
}

SmallVector<Type> withLayouts(TypeRange tiles, const layout::LinearLayout &layout) {
  return llvm::map_to_vector(
      tiles, [&](Type type) -> Type { return tile_gpu::withLayout(cast<RankedTensorType>(type), layout); });
}

/// Replaces `op` by `results`, each brought into the layout of its shape.
void replaceInPlan(Operation *op, ValueRange results, const LayoutTypeConverter &converter,
                   ConversionPatternRewriter &rewriter) {
  SmallVector<Value> converted;
  for (auto [result, old] : llvm::zip(results, op->getResultTypes()))
    converted.push_back(
        convertLayout(rewriter, op->getLoc(), result, tile_gpu::LayoutAttr::of(converter.distribute(old))));
  rewriter.replaceOp(op, converted);
}

struct ConvertReduce : PlannedPattern<tile::ReduceOp> {
  using PlannedPattern::PlannedPattern;
  LogicalResult matchAndRewrite(tile::ReduceOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto layout = layoutOf(adaptor.getSources().front()).reduced(op.getAxis());
    auto reduce = tile_gpu::ReduceOp::create(rewriter, op.getLoc(), withLayouts(op.getResultTypes(), layout),
                                             adaptor.getSources(), op.getAxis(), IntegerAttr());
    rewriter.inlineRegionBefore(op.getCombiner(), reduce.getCombiner(), reduce.getCombiner().end());
    replaceInPlan(op, reduce.getResults(), converter, rewriter);
    return success();
  }
};

struct ConvertScan : PlannedPattern<tile::ScanOp> {
  using PlannedPattern::PlannedPattern;
  LogicalResult matchAndRewrite(tile::ScanOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    layout::LinearLayout planned = layoutOf(adaptor.getSources().front());
    auto layout = layout::scanOrder(planned.shape(), op.getAxis(), converter.getPlan().numWarps);
    SmallVector<Value> sources;
    for (Value source : adaptor.getSources())
      sources.push_back(convertLayout(rewriter, op.getLoc(), source, layout));
    auto scan = tile_gpu::ScanOp::create(rewriter, op.getLoc(), withLayouts(op.getResultTypes(), layout), sources,
                                         op.getAxis(), op.getReverse(), IntegerAttr());
    rewriter.inlineRegionBefore(op.getCombiner(), scan.getCombiner(), scan.getCombiner().end());
    replaceInPlan(op, scan.getResults(), converter, rewriter);
    return success();
  }
};

struct ConvertClusterGather : PlannedPattern<tile::ClusterGatherOp> {
  using PlannedPattern::PlannedPattern;
  LogicalResult matchAndRewrite(tile::ClusterGatherOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    for (Type type : op.getResultTypes())
      types.push_back(converter.distribute(type));
    rewriter.replaceOpWithNewOp<tile_gpu::ClusterGatherOp>(op, types, adaptor.getSources(), IntegerAttr());
    return success();
  }
};

struct ConvertYield : PlannedPattern<tile::YieldOp> {
  using PlannedPattern::PlannedPattern;
  LogicalResult matchAndRewrite(tile::YieldOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tile_gpu::YieldOp>(op, adaptor.getValues());
    return success();
  }
};

} // namespace

void tilec::populateReductionPatterns(const LayoutTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<ConvertReduce, ConvertScan, ConvertClusterGather, ConvertYield>(converter, patterns.getContext());
}
