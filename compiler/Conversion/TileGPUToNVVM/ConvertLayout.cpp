// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A change of layout by what `layout::planConversion` says is enough.
///
/// Shuffles: destination register r of lane l is source register A(r) ^ B(l) of lane C(r) ^ D(l). A shuffle names one
/// register for all lanes, so where B is not zero, one shuffle is made for each value that B takes, and each lane
/// selects its own.
#include "compiler/Conversion/TileGPUToNVVM/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "compiler/Conversion/TileGPUToNVVM/SharedMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/Shuffles.h"
#include "compiler/Layout/LayoutConversion.h"

using namespace mlir;
using namespace tilec;
using layout::LayoutConversion;
using layout::LinearLayout;
using layout::Place;

namespace {

/// Emits one conversion by shuffles (of which those within one's own lane are none).
class ShuffleConversion {
public:
  ShuffleConversion(ImplicitLocOpBuilder &builder, ValueRange source, const LinearLayout &from, const LinearLayout &to,
                    const LayoutConversion &plan)
      : builder(builder), source(source), from(from), to(to), plan(plan) {
    for (Place place : {Place::Lane, Place::Warp})
      for (unsigned bit = 0; bit < to.bits(place).count; ++bit) {
        uint64_t found = plan.sourceOf.column(to.bits(place).first + bit);
        layout::PlaceIndices indices = from.unpack(found);
        registerColumns.push_back(indices.registerIndex);
        laneColumns.push_back(indices.lane);
      }
    movesLanes = false;
    for (auto [bit, column] : llvm::enumerate(laneColumns))
      movesLanes |= column != (bit < 5 ? uint64_t(1) << bit : 0);
    for (uint64_t column : registerColumns)
      if (column && llvm::none_of(variations, [&](uint64_t v) { return v == column; }))
        addVariation(column);
  }

  SmallVector<Value> run() {
    SmallVector<Value> result;
    for (unsigned i = 0; i < to.size(Place::Register); ++i) {
      layout::PlaceIndices place = from.unpack(plan.sourceOf.apply(to.pack({.registerIndex = i})));
      result.push_back(select(place.registerIndex, place.lane));
    }
    return result;
  }

private:
  /// Adds what `column` XOR the values so far gives.
  void addVariation(uint64_t column) {
    for (size_t i = 0, end = variations.size(); i < end; ++i)
      if (llvm::none_of(variations, [&](uint64_t v) { return v == (variations[i] ^ column); }))
        variations.push_back(variations[i] ^ column);
  }

  /// The value of source register `index` (varied by lane) from the lane that differs by `laneConstant`.
  Value select(uint32_t index, uint32_t laneConstant) {
    Value result = fetch(index, laneConstant);
    if (variations.size() == 1)
      return result;
    if (!variation)
      variation = combine(builder, applyColumns(builder, threadIndex(builder), registerColumns), 0);
    for (uint64_t v : ArrayRef(variations).drop_front()) {
      Value isMine = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, variation, constant32(builder, v));
      result = arith::SelectOp::create(builder, isMine, fetch(index ^ v, laneConstant), result);
    }
    return result;
  }

  Value fetch(uint32_t index, uint32_t laneConstant) {
    if (!movesLanes && laneConstant == 0)
      return source[index];
    Value &known = fetched[{index, laneConstant}];
    if (known)
      return known;
    if (!movesLanes)
      return known = shuffleXor(builder, source[index], laneConstant);
    if (!lane.base && !laneIsComputed)
      lane = applyColumns(builder, threadIndex(builder), laneColumns);
    laneIsComputed = true;
    return known = shuffleFrom(builder, source[index], combine(builder, lane, laneConstant));
  }

  ImplicitLocOpBuilder &builder;
  ValueRange source;
  const LinearLayout &from, &to;
  const LayoutConversion &plan;
  SmallVector<uint64_t> registerColumns, laneColumns; ///< for each lane and warp bit of the reader
  SmallVector<uint64_t> variations = {0};             ///< values that B takes
  bool movesLanes, laneIsComputed = false;
  LinearIndex lane;
  Value variation;
  std::map<std::pair<uint32_t, uint32_t>, Value> fetched;
};

class ConvertLayoutPattern : public RegisterPattern<tile_gpu::ConvertLayoutOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::ConvertLayoutOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    LinearLayout from = tile_gpu::LayoutAttr::of(op.getSource().getType());
    LinearLayout to = tile_gpu::LayoutAttr::of(op.getType());
    LayoutConversion plan = layout::planConversion(from, to);
    if (plan.kind != LayoutConversion::Kind::SharedMemory) {
      replace(op, ShuffleConversion(builder, adaptor.getSource(), from, to, plan).run(), rewriter);
      return success();
    }
    FailureOr<Value> address = sharedAddress(op, op.getScratchOffset(), builder);
    if (failed(address))
      return failure();
    SharedArray scratch(builder, *address, getElementTypeOrSelf(op.getType()));
    scratch.storeTile(adaptor.getSource(), from);
    emitCtaBarrier(builder, tile_gpu::numWarpsOf(op));
    replace(op, scratch.loadTile(to), rewriter);
    return success();
  }
};

} // namespace

void tilec::populateConvertLayoutPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                          const LoweringContext &lowering) {
  patterns.add<ConvertLayoutPattern>(types, lowering, patterns.getContext());
}
