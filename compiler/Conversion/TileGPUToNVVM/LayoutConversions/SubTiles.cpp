// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// `extract` and `insert` as transfers: a sub-tile's elements are wanted at an offset that indices say. Constant
/// indices choose registers now, others by selects, in the lane number of a shuffle, or in the address of a load.
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/Transfers.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"

using namespace mlir;
using namespace tilec;
using layout::LinearLayout;
using layout::Place;

namespace {

Value asI32(ImplicitLocOpBuilder &builder, Value index) {
  unsigned width = index.getType().getIntOrFloatBitWidth();
  if (width == 32)
    return index;
  if (width < 32)
    return arith::ExtUIOp::create(builder, builder.getI32Type(), index);
  return arith::TruncIOp::create(builder, builder.getI32Type(), index);
}

/// Element number in `large` where the sub-tile with these indices starts, as far as it is not known now; null if it
/// is.
Value varyingStart(ImplicitLocOpBuilder &builder, const LinearLayout &large, ArrayRef<int64_t> small,
                   OperandRange indices, ArrayRef<ValueRange> registers) {
  Value start;
  for (unsigned d = 0; d < large.rank(); ++d) {
    if (matchPattern(indices[d], m_Constant()) || large.shape()[d] == small[d])
      continue;
    unsigned shift = large.dimensionBits(d).first + layout::log2OfExtent(small[d]);
    Value moved = arith::ShLIOp::create(builder, asI32(builder, registers[d].front()), constant32(builder, shift));
    start = start ? arith::AddIOp::create(builder, start, moved).getResult() : moved;
  }
  return start;
}

class ExtractPattern : public RegisterPattern<tile_gpu::ExtractOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::ExtractOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    LinearLayout large = tile_gpu::LayoutAttr::of(op.getSource().getType());
    Value start = varyingStart(builder, large, tile::shapeOf(op.getType()), op.getIndices(), adaptor.getIndices());
    FailureOr<Registers> registers = emitTransfer(builder, op, op.plan(), adaptor.getSource(), start);
    if (failed(registers))
      return failure();
    replace(op, *registers, rewriter);
    return success();
  }
};

/// Decides for each register of the large tile whether it lies in the sub-tile that is replaced.
class Inside {
public:
  Inside(ImplicitLocOpBuilder &builder, tile_gpu::InsertOp op, Value varying)
      : builder(builder), large(tile_gpu::LayoutAttr::of(op.getType())), varying(varying),
        outsideBits(op.outsideBits()), known(op.knownStart()) {
    SmallVector<uint64_t> columns;
    for (Place place : {Place::Lane, Place::Warp})
      for (unsigned bit = 0; bit < large.bits(place).count; ++bit)
        columns.push_back(large.basis(place, bit) & outsideBits);
    if (llvm::any_of(columns, [](uint64_t column) { return column != 0; }))
      lane = applyColumns(builder, threadIndex(builder), columns);
    wanted = varying ? arith::AddIOp::create(builder, varying, constant32(builder, known)).getResult()
                     : constant32(builder, known);
  }

  /// `inserted` where register `index` lies inside, else `old`.
  Value select(unsigned index, Value inserted, Value old) {
    uint64_t element = large.elementAt({.registerIndex = index}) & outsideBits;
    if (!varying && ((element ^ known) & ~lane.baseBits))
      return old; // in no lane
    if (!varying && !lane.base)
      return inserted; // in every lane
    Value isInside = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, combine(builder, lane, element), wanted);
    return arith::SelectOp::create(builder, isInside, inserted, old);
  }

private:
  ImplicitLocOpBuilder &builder;
  LinearLayout large;
  Value varying;
  uint64_t outsideBits; ///< bits of element numbers that say which sub-tile
  uint64_t known;       ///< those of the one to replace, as far as they are known
  LinearIndex lane;
  Value wanted;
};

class InsertPattern : public RegisterPattern<tile_gpu::InsertOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::InsertOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    FailureOr<Registers> inserted = emitTransfer(builder, op, op.plan(), adaptor.getSource());
    if (failed(inserted))
      return failure();
    LinearLayout large = tile_gpu::LayoutAttr::of(op.getType());
    Value start =
        varyingStart(builder, large, tile::shapeOf(op.getSource().getType()), op.getIndices(), adaptor.getIndices());
    Inside inside(builder, op, start);
    Registers registers;
    for (auto [i, old] : llvm::enumerate(adaptor.getDestination()))
      registers.push_back(inside.select(i, (*inserted)[i], old));
    replace(op, registers, rewriter);
    return success();
  }
};

} // namespace

void tilec::populateSubTilePatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                    const LoweringContext &lowering) {
  patterns.add<ExtractPattern, InsertPattern>(types, lowering, patterns.getContext());
}
