// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A reduction along an axis: first the registers of a lane, then lanes by a butterfly of shuffles, then warps through
/// scratch. Every lane that took part ends with the same bits: where the combiner does not promise that by itself, the
/// lower lane's value always comes first.
#include "compiler/Conversion/TileGPUToNVVM/Combiner.h"
#include "compiler/Conversion/TileGPUToNVVM/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "compiler/Conversion/TileGPUToNVVM/SharedMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/Shuffles.h"
#include "compiler/Conversion/TileGPUToNVVM/WarpPartials.h"
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
  Reduction(tile_gpu::ReduceOp op, ArrayRef<ValueRange> sources, ImplicitLocOpBuilder &builder)
      : op(op), sources(sources), builder(builder), combiner(builder, op.getCombiner().front()), axis(op.getAxis()),
        source(tile_gpu::LayoutAttr::of(op.getSources().front().getType())), result(source.reduced(axis)) {}

  LogicalResult run() {
    reduceRegisters();
    reduceLanes();
    return source.bitsAlong(Place::Warp, axis) ? reduceWarps() : success();
  }

  SmallVector<SmallVector<Value>> results() const {
    SmallVector<SmallVector<Value>> values(sources.size());
    for (const Values &partial : partials)
      for (auto [operand, value] : llvm::zip(values, partial))
        operand.push_back(value);
    return values;
  }

private:
  /// The element of the result that register `index` of the source contributes to, in lane 0.
  uint64_t reducedElement(unsigned index) const {
    std::vector<int64_t> coordinates = source.coordinatesOf(source.elementAt({.registerIndex = index}));
    coordinates[axis] = 0;
    return result.elementOf(coordinates);
  }

  void reduceRegisters() {
    std::map<uint64_t, Values> partialOf;
    for (unsigned i = 0; i < source.size(Place::Register); ++i) {
      if (!isOwningRegister(source, i))
        continue;
      Values values = llvm::map_to_vector(sources, [&](ValueRange registers) { return registers[i]; });
      auto [known, isFirst] = partialOf.try_emplace(reducedElement(i), values);
      if (!isFirst)
        known->second = combiner.apply(known->second, values);
    }
    for (unsigned i = 0; i < result.size(Place::Register); ++i)
      partials.push_back(partialOf.at(result.elementAt({.registerIndex = i})));
  }

  void reduceLanes() {
    uint32_t lanes = source.bitsAlong(Place::Lane, axis);
    bool ordered = !combiner.isCommutative();
    for (uint32_t mask = 1; mask < Target::kLanesPerWarp; mask <<= 1) {
      if (!(lanes & mask))
        continue;
      Value isUpper;
      if (ordered) {
        Value bit = arith::AndIOp::create(builder, threadIndex(builder), constant32(builder, mask));
        isUpper = arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, bit, constant32(builder, 0));
      }
      for (Values &mine : partials)
        mine = combineWithLane(mine, mask, isUpper);
    }
  }

  Values combineWithLane(const Values &mine, uint32_t mask, Value isUpper) {
    Values other = llvm::map_to_vector(mine, [&](Value value) { return shuffleXor(builder, value, mask); });
    if (!isUpper)
      return combiner.apply(mine, other);
    Values lower, upper;
    for (auto [a, b] : llvm::zip(mine, other)) {
      lower.push_back(arith::SelectOp::create(builder, isUpper, b, a));
      upper.push_back(arith::SelectOp::create(builder, isUpper, a, b));
    }
    return combiner.apply(lower, upper);
  }

  LogicalResult reduceWarps() {
    FailureOr<std::vector<SharedArray>> arrays = warpPartials(op, op.getSources(), axis, builder);
    if (failed(arrays))
      return failure();
    unsigned numPartials = 1u << std::popcount(source.bitsAlong(Place::Warp, axis));
    LinearIndex element = laneElement(builder, result);
    Value writes = writer();
    Value warp = warpPosition(builder, source, axis);
    for (auto [i, values] : llvm::enumerate(partials)) {
      Value first = firstIndex(element, i, numPartials);
      Value index = arith::AddIOp::create(builder, first, warp);
      for (auto [array, value] : llvm::zip(*arrays, values))
        array.store(index, value, writes);
    }
    emitCtaBarrier(builder, tile_gpu::numWarpsOf(op));
    for (auto [i, values] : llvm::enumerate(partials))
      values = combineWarps(*arrays, firstIndex(element, i, numPartials), numPartials);
    return success();
  }

  Values combineWarps(std::vector<SharedArray> &arrays, Value first, unsigned count) {
    Values total;
    for (unsigned warp = 0; warp < count; ++warp) {
      Value index = warp ? arith::AddIOp::create(builder, first, constant32(builder, warp)).getResult() : first;
      Values values;
      for (SharedArray &array : arrays)
        values.push_back(array.load(index));
      total = warp ? combiner.apply(total, values) : values;
    }
    return total;
  }

  /// Index of the partial result of warp 0 for register `i`: partials of one element lie side by side.
  Value firstIndex(const LinearIndex &element, unsigned i, unsigned count) {
    Value number = combine(builder, element, result.elementAt({.registerIndex = i}));
    return arith::MulIOp::create(builder, number, constant32(builder, count));
  }

  /// One lane of each warp along the axis writes each partial.
  Value writer() {
    uint32_t mask = source.bitsAlong(Place::Lane, axis) | source.replicatedBits(Place::Lane) |
                    source.replicatedBits(Place::Warp) << layout::log2OfExtent(Target::kLanesPerWarp);
    if (mask == 0)
      return {};
    Value bits = arith::AndIOp::create(builder, threadIndex(builder), constant32(builder, mask));
    return arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, bits, constant32(builder, 0));
  }

  tile_gpu::ReduceOp op;
  ArrayRef<ValueRange> sources;
  ImplicitLocOpBuilder &builder;
  Combiner combiner;
  unsigned axis;
  LinearLayout source, result;
  SmallVector<Values> partials;
};

} // namespace

void tilec::populateReducePatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                   const LoweringContext &lowering) {
  patterns.add<EmitterPattern<tile_gpu::ReduceOp, Reduction>>(types, lowering, patterns.getContext());
}
