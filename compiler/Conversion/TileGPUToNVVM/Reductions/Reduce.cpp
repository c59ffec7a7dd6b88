// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A reduction along an axis, from near to far:
///
///   registers  a balanced tree for each result, of extremes in pairs where they were widened (Extremes.h)
///   lanes      LaneReduction.h; results may end up scattered over the lanes
///   warps      a transfer through scratch in which warps become registers, then a tree again; it spreads what was
///              scattered, too. Without warps a transfer by shuffles does that.
///
/// Every lane that took part ends with the same bits: it computes the same, or gets the result from one lane. Values of
/// lower registers, lanes and warps come first where the combiner may tell.
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/Extremes.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/Transfers.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/SharedMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/Reductions/Combiner.h"
#include "compiler/Conversion/TileGPUToNVVM/Reductions/LaneReduction.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "dialects/Tile/IR/ElementTypes.h"
#include <bit>

using namespace mlir;
using namespace tilec;
using layout::LinearLayout;
using layout::Place;

namespace {

using Values = Combiner::Values;

/// Emits one reduction. Partial results are kept as `partials[register of the result][operand]`.
class Reduction {
public:
  Reduction(tile_gpu::ReduceOp op, ArrayRef<ValueRange> sources, ImplicitLocOpBuilder &builder, const Target &target)
      : op(op), sources(sources), builder(builder), target(target), combiner(builder, op.getCombiner().front()),
        axis(op.getAxis()), source(tile_gpu::LayoutAttr::of(op.getSources().front().getType())),
        result(source.reduced(axis)), laneMask(source.bitsAlong(Place::Lane, axis)),
        warpMask(source.bitsAlong(Place::Warp, axis)) {}

  LogicalResult run() {
    reduceRegisters();
    scattered = LaneReduction(builder, combiner, target, laneMask).run(partials, /*spreadAnyway=*/warpMask != 0);
    if (warpMask)
      return reduceWarps();
    if (!scattered.empty())
      gatherScattered();
    return success();
  }

  SmallVector<SmallVector<Value>> results() const {
    return byOperand();
  }

private:
  /// The element of the result that register `index` of the source contributes to, in lane 0.
  uint64_t reducedElement(unsigned index) const {
    std::vector<int64_t> coordinates = source.coordinatesOf(source.elementAt({.registerIndex = index}));
    coordinates[axis] = 0;
    return result.elementOf(coordinates);
  }

  void reduceRegisters() {
    std::map<uint64_t, SmallVector<Values>> valuesOf;
    for (unsigned i = 0; i < source.size(Place::Register); ++i)
      if (isOwningRegister(source, i))
        valuesOf[reducedElement(i)].push_back(
            llvm::map_to_vector(sources, [&](ValueRange registers) { return registers[i]; }));
    for (unsigned i = 0; i < result.size(Place::Register); ++i)
      partials.push_back(combine(valuesOf.at(result.elementAt({.registerIndex = i}))));
  }

  Values combine(ArrayRef<Values> values) {
    auto ofFirst = llvm::map_to_vector(values, [](const Values &value) { return value.front(); });
    Operation *op = combiner.onlyOp();
    if (!op || narrowSources(ofFirst).size() < kFewestPairedRegisters)
      return combiner.applyToAll(values);
    return TypeSwitch<Operation *, Values>(op)
        .Case<arith::MaxNumFOp, arith::MinNumFOp, arith::MaximumFOp, arith::MinimumFOp>(
            [&](auto extreme) { return Values{extremeOf<decltype(extreme)>(builder, ofFirst)}; })
        .Default([&](Operation *) { return combiner.applyToAll(values); });
  }

  /// Partial results as the tile [warps along the axis, elements of the result] that they are now.
  LinearLayout partialLayout() const {
    LinearLayout::Bases bases = result.bases();
    auto &[registers, lanes, warps, ctas] = bases;
    for (auto [i, lane] : llvm::enumerate(scattered))
      lanes[lane] = registers[i];
    registers.erase(registers.begin(), registers.begin() + scattered.size());
    unsigned next = 0;
    for (unsigned bit = 0; bit < warps.size(); ++bit)
      if (warpMask >> bit & 1)
        warps[bit] = uint64_t(result.numElements()) << next++;
    return LinearLayout(partialShape(), bases);
  }

  /// The result's layout with all partial results of an element in registers.
  LinearLayout gatheredLayout() const {
    LinearLayout::Bases bases = result.bases();
    for (unsigned bit = 0; bit < unsigned(std::popcount(warpMask)); ++bit)
      bases[0].push_back(uint64_t(result.numElements()) << bit);
    return LinearLayout(partialShape(), bases);
  }
  std::vector<int64_t> partialShape() const {
    return {int64_t(1) << std::popcount(warpMask), result.numElements()};
  }

  layout::LayoutConversion planFor(unsigned operand) {
    unsigned bits = 8 * tile::storageBytes(getElementTypeOrSelf(op.getSources()[operand].getType()));
    return layout::planTransfer({partialLayout(), gatheredLayout(), bits});
  }

  SmallVector<SmallVector<Value>> byOperand() const {
    SmallVector<SmallVector<Value>> values(sources.size());
    for (const Values &partial : partials)
      for (auto [operand, value] : llvm::zip(values, partial))
        operand.push_back(value);
    return values;
  }

  void gatherScattered() {
    SmallVector<SmallVector<Value>> gathered;
    for (auto [operand, registers] : llvm::enumerate(byOperand()))
      gathered.push_back(emitShuffles(builder, planFor(operand).shuffles, registers, {}));
    partials.clear();
    for (unsigned i = 0; i < result.size(Place::Register); ++i)
      partials.push_back(llvm::map_to_vector(gathered, [&](ArrayRef<Value> registers) { return registers[i]; }));
  }

  LogicalResult reduceWarps() {
    SmallVector<SmallVector<Value>> values = byOperand();
    std::vector<layout::LayoutConversion> plans;
    SmallVector<Value> addresses;
    std::optional<int64_t> offset = op.getScratchOffset();
    for (unsigned operand = 0; operand < sources.size(); ++operand) {
      FailureOr<Value> address = sharedAddress(op, offset, builder);
      if (failed(address))
        return failure();
      addresses.push_back(*address);
      plans.push_back(planFor(operand));
      *offset += llvm::alignTo(plans.back().sharedMemory.bytes, 16);
    }
    SmallVector<SharedTransfer> transfers;
    for (auto [plan, registers, address] : llvm::zip(plans, values, addresses))
      transfers.push_back({plan.sharedMemory, registers, address});
    combineWarps(emitTogether(builder, transfers, tile_gpu::numWarpsOf(op)));
    return success();
  }

  /// `gathered[operand]`: for each warp along the axis the registers of the result.
  void combineWarps(ArrayRef<SmallVector<Value>> gathered) {
    unsigned count = result.size(Place::Register), warps = 1u << std::popcount(warpMask);
    partials.clear();
    for (unsigned i = 0; i < count; ++i) {
      SmallVector<Values> ofWarps;
      for (unsigned warp = 0; warp < warps; ++warp)
        ofWarps.push_back(
            llvm::map_to_vector(gathered, [&](ArrayRef<Value> registers) { return registers[warp * count + i]; }));
      partials.push_back(combiner.applyToAll(ofWarps));
    }
  }

  tile_gpu::ReduceOp op;
  ArrayRef<ValueRange> sources;
  ImplicitLocOpBuilder &builder;
  const Target &target;
  Combiner combiner;
  unsigned axis;
  LinearLayout source, result;
  uint32_t laneMask, warpMask; ///< along the axis
  SmallVector<Values> partials;
  SmallVector<unsigned> scattered; ///< lane bits that stand for the lowest bits of a result's register
};

class ReducePattern : public RegisterPattern<tile_gpu::ReduceOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::ReduceOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    Reduction reduction(op, adaptor.getSources(), builder, lowering.target);
    if (failed(reduction.run()))
      return failure();
    rewriter.replaceOpWithMultiple(op, reduction.results());
    return success();
  }
};

} // namespace

void tilec::populateReducePatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                   const LoweringContext &lowering) {
  patterns.add<ReducePattern>(types, lowering, patterns.getContext());
}
