// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses through views: they stay views here; `tile-gpu-select-memory-paths` chooses how they reach memory. A view of
// a tensor whose contiguous dimension is not the last (`layout_left`, a transposed matrix) is loaded and stored with
// lanes along that dimension, in whole lines, and brought from and to the layout of its shape: a round through shared
// memory costs less than a line for every element.
#include "compiler/Conversion/TileToTileGPU/Patterns.h"
#include "compiler/Layout/NamedLayouts.h"

using namespace mlir;
using namespace tilec;

namespace {

/// Fewer neighbours than this along a dimension are not worth a change of layout: 32 bytes of f32, one sector.
constexpr int64_t kWorthwhileRun = 8;

/// The dimension along which a view's elements are neighbours in memory, if it is not the last and long enough.
std::optional<int64_t> otherContiguousDimension(tile::ViewType view) {
  ArrayRef<int64_t> strides = view.getTensorView().getStrides(), shape = view.getTileShape();
  auto gather = dyn_cast<tile::GatherScatterViewType>(view);
  if (strides.empty() || strides.back() == 1)
    return std::nullopt;
  for (auto [dimension, stride] : llvm::enumerate(strides))
    if (stride == 1 && shape[dimension] >= kWorthwhileRun && !(gather && gather.getDimension() == int64_t(dimension)))
      return dimension;
  return std::nullopt;
}

/// The layout in which a tile of `view` is accessed; `planned` is that of its shape.
layout::LinearLayout accessLayout(tile::ViewType view, const layout::LinearLayout &planned) {
  std::optional<int64_t> fastest = otherContiguousDimension(view);
  if (!fastest)
    return planned;
  std::vector<int64_t> order = {*fastest};
  for (int64_t dimension = planned.rank() - 1; dimension >= 0; --dimension)
    if (dimension != *fastest)
      order.push_back(dimension);
  return layout::blockedInOrder(planned.shape(), order, /*elementsPerLane=*/1, planned.size(layout::Place::Warp));
}

struct ConvertLoadView : PlannedPattern<tile::LoadViewOp> {
  using PlannedPattern::PlannedPattern;
  LogicalResult matchAndRewrite(tile::LoadViewOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    RankedTensorType planned = converter.distribute(op.getType());
    layout::LinearLayout layout = tile_gpu::LayoutAttr::of(planned);
    auto type = tile_gpu::withLayout(planned, accessLayout(cast<tile::ViewType>(op.getView().getType()), layout));
    Value tile = tile_gpu::LoadViewOp::create(rewriter, op.getLoc(), type, adaptor.getView(), adaptor.getIndices(),
                                              op.getInBounds(), op.getHintsAttr());
    rewriter.replaceOp(op, convertLayout(rewriter, op.getLoc(), tile, layout));
    return success();
  }
};

struct ConvertStoreView : PlannedPattern<tile::StoreViewOp> {
  using PlannedPattern::PlannedPattern;
  LogicalResult matchAndRewrite(tile::StoreViewOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    layout::LinearLayout planned = tile_gpu::LayoutAttr::of(adaptor.getValue().getType());
    layout::LinearLayout layout = accessLayout(cast<tile::ViewType>(op.getView().getType()), planned);
    Value tile = convertLayout(rewriter, op.getLoc(), adaptor.getValue(), layout);
    rewriter.replaceOpWithNewOp<tile_gpu::StoreViewOp>(op, adaptor.getView(), adaptor.getIndices(), tile,
                                                       op.getInBounds(), op.getHintsAttr());
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
