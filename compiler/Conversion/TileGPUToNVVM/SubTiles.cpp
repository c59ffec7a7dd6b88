// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// `extract` and `insert`: one tile goes to scratch, and every lane reads what it needs of it.
///
/// Extents are powers of two, so an element number of the large tile splits into bits that say which sub-tile and bits
/// that say where in it. `embed` moves the bits of a sub-tile's element number to where the large tile has them.
#include "compiler/Conversion/TileGPUToNVVM/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "compiler/Conversion/TileGPUToNVVM/SharedMemory.h"

using namespace mlir;
using namespace tilec;
using layout::LinearLayout;
using layout::Place;

namespace {

/// The element number in `large` of `element` of the sub-tile at index zero.
uint64_t embed(const LinearLayout &large, const LinearLayout &small, uint64_t element) {
  return large.elementOf(small.coordinatesOf(element));
}

/// A lane's columns (lane bits, then warp bits) with `rename` applied.
template <typename Rename> SmallVector<uint64_t> laneColumns(const LinearLayout &layout, Rename rename) {
  SmallVector<uint64_t> columns;
  for (Place place : {Place::Lane, Place::Warp})
    for (unsigned bit = 0; bit < layout.bits(place).count; ++bit)
      columns.push_back(rename(layout.basis(place, bit)));
  return columns;
}

Value asI32(ImplicitLocOpBuilder &builder, Value index) {
  unsigned width = index.getType().getIntOrFloatBitWidth();
  if (width == 32)
    return index;
  if (width < 32)
    return arith::ExtUIOp::create(builder, builder.getI32Type(), index);
  return arith::TruncIOp::create(builder, builder.getI32Type(), index);
}

/// Element number in `large` where the sub-tile with these indices starts.
Value startOf(ImplicitLocOpBuilder &builder, const LinearLayout &large, const LinearLayout &small,
              ArrayRef<ValueRange> indices) {
  Value start = constant32(builder, 0);
  for (unsigned d = 0; d < large.rank(); ++d) {
    unsigned shift = large.dimensionBits(d).first + layout::log2OfExtent(small.shape()[d]);
    Value moved = arith::ShLIOp::create(builder, asI32(builder, indices[d].front()), constant32(builder, shift));
    start = arith::AddIOp::create(builder, start, moved);
  }
  return start;
}

class ExtractPattern : public RegisterPattern<tile_gpu::ExtractOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::ExtractOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    FailureOr<Value> address = sharedAddress(op, op.getScratchOffset(), builder);
    if (failed(address))
      return failure();
    LinearLayout large = tile_gpu::LayoutAttr::of(op.getSource().getType());
    LinearLayout small = tile_gpu::LayoutAttr::of(op.getType());
    SharedArray scratch(builder, *address, getElementTypeOrSelf(op.getType()));
    scratch.storeTile(adaptor.getSource(), large);
    emitCtaBarrier(builder, tile_gpu::numWarpsOf(op));

    Value start = startOf(builder, large, small, adaptor.getIndices());
    LinearIndex lane = applyColumns(builder, threadIndex(builder),
                                    laneColumns(small, [&](uint64_t element) { return embed(large, small, element); }));
    Registers registers;
    for (unsigned i = 0; i < small.size(Place::Register); ++i) {
      uint64_t constant = embed(large, small, small.elementAt({.registerIndex = i}));
      registers.push_back(scratch.load(arith::AddIOp::create(builder, start, combine(builder, lane, constant))));
    }
    replace(op, registers, rewriter);
    return success();
  }
};

class InsertPattern : public RegisterPattern<tile_gpu::InsertOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::InsertOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    FailureOr<Value> address = sharedAddress(op, op.getScratchOffset(), builder);
    if (failed(address))
      return failure();
    LinearLayout large = tile_gpu::LayoutAttr::of(op.getType());
    LinearLayout small = tile_gpu::LayoutAttr::of(op.getSource().getType());
    SharedArray scratch(builder, *address, getElementTypeOrSelf(op.getType()));
    scratch.storeTile(adaptor.getSource(), small);
    emitCtaBarrier(builder, tile_gpu::numWarpsOf(op));

    // Bits of the large element number that lie inside a sub-tile.
    uint64_t insideBits = embed(large, small, small.numElements() - 1);
    auto smallElement = [&](uint64_t element) { return small.elementOf(large.coordinatesOf(element & insideBits)); };
    auto subTile = [&](uint64_t element) { return element & ~insideBits; };
    Value start = startOf(builder, large, small, adaptor.getIndices());
    LinearIndex where = applyColumns(builder, threadIndex(builder), laneColumns(large, subTile));
    LinearIndex lane = applyColumns(builder, threadIndex(builder), laneColumns(large, smallElement));
    Registers registers;
    for (unsigned i = 0; i < large.size(Place::Register); ++i) {
      uint64_t element = large.elementAt({.registerIndex = i});
      Value isInside =
          arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, combine(builder, where, subTile(element)), start);
      Value inserted = scratch.load(combine(builder, lane, smallElement(element)));
      registers.push_back(arith::SelectOp::create(builder, isInside, inserted, adaptor.getDestination()[i]));
    }
    replace(op, registers, rewriter);
    return success();
  }
};

} // namespace

void tilec::populateSubTilePatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                    const LoweringContext &lowering) {
  patterns.add<ExtractPattern, InsertPattern>(types, lowering, patterns.getContext());
}
