// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// An inclusive scan along an axis, in three steps from near to far:
///
///   registers: each lane scans its own elements; the last one is its total
///   lanes:     totals are scanned across the lanes along the axis (Sklansky: for each lane bit, rising, lanes
///              with it take the last prefix of the half below), then each takes its left neighbour's prefix
///   warps:     each warp's total goes to scratch; each warp combines those of the warps before it
///
/// What comes before a lane is then combined into all of its registers; the combiner's identity, where it is known,
/// stands for nothing before, so that no register needs a select. With `reverse` everything counts from the end:
/// register, lane and warp positions are complemented.
#include "compiler/Conversion/TileGPUToNVVM/Combiner.h"
#include "compiler/Conversion/TileGPUToNVVM/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "compiler/Conversion/TileGPUToNVVM/Shuffles.h"
#include "compiler/Conversion/TileGPUToNVVM/WarpPartials.h"
#include <bit>

using namespace mlir;
using namespace tilec;
using layout::LinearLayout;
using layout::Place;

namespace {

using Values = Combiner::Values;

/// One line along the axis as far as a lane holds it: its registers in scan order.
struct Line {
  SmallVector<unsigned> registers;
  uint64_t element = 0; ///< number among the elements of the other dimensions, in lane 0
  Values total;         ///< of this lane; then inclusive over lanes
  Values before;        ///< what precedes this lane; valid where `hasBefore`
};

class Scan {
public:
  Scan(tile_gpu::ScanOp op, ArrayRef<ValueRange> sources, ImplicitLocOpBuilder &builder)
      : op(op), builder(builder), combiner(builder, op.getCombiner().front()), axis(op.getAxis()),
        layout(tile_gpu::LayoutAttr::of(op.getSources().front().getType())), reduced(layout.reduced(axis)),
        laneMask(layout.bitsAlong(Place::Lane, axis)) {
    for (unsigned i = 0; i < layout.size(Place::Register); ++i)
      values.push_back(llvm::map_to_vector(sources, [&](ValueRange registers) { return registers[i]; }));
    findLines();
  }

  LogicalResult run() {
    for (Line &line : lines)
      scanRegisters(line);
    if (laneMask)
      for (Line &line : lines)
        scanLanes(line);
    if (layout.bitsAlong(Place::Warp, axis) && failed(scanWarps()))
      return failure();
    if (hasBefore)
      for (Line &line : lines)
        applyBefore(line);
    return success();
  }

  SmallVector<SmallVector<Value>> results() const {
    SmallVector<SmallVector<Value>> perOperand(values.front().size());
    for (unsigned i = 0; i < values.size(); ++i)
      for (auto [operand, value] : llvm::zip(perOperand, values[owner.at(layout.elementAt({.registerIndex = i}))]))
        operand.push_back(value);
    return perOperand;
  }

private:
  void findLines() {
    std::map<uint64_t, Line> byElement;
    SmallVector<std::pair<int64_t, unsigned>> order;
    for (unsigned i = 0; i < values.size(); ++i)
      if (owner.try_emplace(layout.elementAt({.registerIndex = i}), i).second)
        order.push_back({layout.coordinatesOf(layout.elementAt({.registerIndex = i}))[axis], i});
    llvm::sort(order);
    if (op.getReverse())
      std::reverse(order.begin(), order.end());
    for (auto [coordinate, i] : order) {
      std::vector<int64_t> coordinates = layout.coordinatesOf(layout.elementAt({.registerIndex = i}));
      coordinates[axis] = 0;
      uint64_t element = reduced.elementOf(coordinates);
      byElement[element].registers.push_back(i);
      byElement[element].element = element;
    }
    for (auto &[element, line] : byElement)
      lines.push_back(std::move(line));
  }

  void scanRegisters(Line &line) {
    for (unsigned k = 1; k < line.registers.size(); ++k)
      values[line.registers[k]] = combiner.apply(values[line.registers[k - 1]], values[line.registers[k]]);
    line.total = values[line.registers.back()];
  }

  /// Lane number with the bits along the axis counting in scan order.
  Value orderedLane() {
    if (!lane) {
      lane = laneIndex(builder);
      if (op.getReverse())
        lane = arith::XOrIOp::create(builder, lane, constant32(builder, laneMask));
    }
    return lane;
  }
  /// The values of `ordered`, a lane number of that kind.
  Values fetch(const Values &mine, Value ordered) {
    if (op.getReverse())
      ordered = arith::XOrIOp::create(builder, ordered, constant32(builder, laneMask));
    return llvm::map_to_vector(mine, [&](Value value) { return shuffleFrom(builder, value, ordered); });
  }
  Value isNonZero(Value value, uint32_t mask) {
    Value bits = arith::AndIOp::create(builder, value, constant32(builder, mask));
    return arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, bits, constant32(builder, 0));
  }

  void scanLanes(Line &line) {
    uint32_t below = 0;
    for (uint32_t bit = 1; bit < Target::kLanesPerWarp; bit <<= 1) {
      if (!(laneMask & bit))
        continue;
      // The last lane of the half below: this bit clear, those under it set.
      Value cleared = arith::AndIOp::create(builder, orderedLane(), constant32(builder, ~(bit | below)));
      Value last = arith::OrIOp::create(builder, cleared, constant32(builder, below));
      line.total = combiner.applyIf(isNonZero(orderedLane(), bit), fetch(line.total, last), line.total);
      below |= bit;
    }
    // One less, counted in the bits along the axis alone.
    Value own = arith::AndIOp::create(builder, orderedLane(), constant32(builder, laneMask));
    Value less = arith::SubIOp::create(builder, own, constant32(builder, 1));
    less = arith::AndIOp::create(builder, less, constant32(builder, laneMask));
    Value rest = arith::AndIOp::create(builder, orderedLane(), constant32(builder, ~laneMask));
    line.before = fetch(line.total, arith::OrIOp::create(builder, rest, less));
    hasBefore = isNonZero(orderedLane(), laneMask);
  }

  LogicalResult scanWarps() {
    FailureOr<std::vector<SharedArray>> arrays = warpPartials(op, op.getSources(), axis, builder);
    if (failed(arrays))
      return failure();
    unsigned count = 1u << std::popcount(layout.bitsAlong(Place::Warp, axis));
    Value position = warpPosition(builder, layout, axis);
    if (op.getReverse())
      position = arith::XOrIOp::create(builder, position, constant32(builder, count - 1));
    writeTotals(*arrays, position, count);
    emitCtaBarrier(builder, tile_gpu::numWarpsOf(op));
    Value isLater = arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, position, constant32(builder, 0));
    for (Line &line : lines)
      addWarpsBefore(line, *arrays, position, isLater, count);
    hasBefore = hasBefore ? arith::OrIOp::create(builder, hasBefore, isLater).getResult() : isLater;
    return success();
  }

  Value firstIndex(const Line &line, unsigned count) {
    Value number = combine(builder, laneElement(builder, reduced), line.element);
    return arith::MulIOp::create(builder, number, constant32(builder, count));
  }

  /// The last lane of each warp along the axis holds the warp's total.
  void writeTotals(std::vector<SharedArray> &arrays, Value position, unsigned count) {
    Value owned = isOwner(builder, layout);
    Value along = arith::AndIOp::create(builder, orderedLane(), constant32(builder, laneMask));
    Value isLast = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, along, constant32(builder, laneMask));
    Value writes = conjunction(builder, owned, isLast);
    for (Line &line : lines) {
      Value index = arith::AddIOp::create(builder, firstIndex(line, count), position);
      for (auto [array, value] : llvm::zip(arrays, line.total))
        array.store(index, value, writes);
    }
  }

  /// What came before, combined into every register. With an identity one select is enough for all of them.
  void applyBefore(Line &line) {
    Value identity = combiner.identity();
    Values before = identity ? selected(hasBefore, line.before, identity) : line.before;
    for (unsigned i : line.registers)
      values[i] = identity ? combiner.apply(before, values[i]) : combiner.applyIf(hasBefore, before, values[i]);
  }

  /// The only operand's value where `condition` holds, else `identity`.
  Values selected(Value condition, const Values &value, Value identity) {
    return {arith::SelectOp::create(builder, condition, value.front(), identity)};
  }

  /// Totals of the warps along the axis for one line, in scan order.
  SmallVector<Values> loadTotals(const Line &line, std::vector<SharedArray> &arrays, unsigned count) {
    Value first = firstIndex(line, count);
    SmallVector<Values> totals(count);
    for (SharedArray &array : arrays)
      for (auto [total, value] : llvm::zip(totals, array.loadRun(first, count)))
        total.push_back(value);
    return totals;
  }

  /// Sum of the first totals, as many as there are warps before this one; of the first where there are none.
  Values combineTotals(ArrayRef<Values> totals, Value position) {
    auto counts = [&](unsigned warp) {
      return arith::CmpIOp::create(builder, arith::CmpIPredicate::ugt, position, constant32(builder, warp));
    };
    if (Value identity = combiner.identity()) {
      SmallVector<Values> counted;
      for (auto [warp, total] : llvm::enumerate(totals))
        counted.push_back(selected(counts(warp), total, identity));
      return combiner.applyToAll(counted);
    }
    Values before = totals.front();
    for (unsigned warp = 1; warp < totals.size(); ++warp) {
      Values both = combiner.apply(before, totals[warp]);
      Value isBefore = counts(warp);
      for (auto [old, extended] : llvm::zip(before, both))
        old = arith::SelectOp::create(builder, isBefore, extended, old);
    }
    return before;
  }

  void addWarpsBefore(Line &line, std::vector<SharedArray> &arrays, Value position, Value isLater, unsigned count) {
    SmallVector<Values> totals = loadTotals(line, arrays, count);
    Values before = combineTotals(ArrayRef(totals).drop_back(), position);
    if (!hasBefore) {
      line.before = before;
      return;
    }
    // Lanes before this one, themselves after the warps before.
    Values both = combiner.apply(before, line.before);
    for (auto [mine, warps, combined] : llvm::zip(line.before, before, both)) {
      Value inLater = arith::SelectOp::create(builder, hasBefore, combined, warps);
      mine = arith::SelectOp::create(builder, isLater, inLater, mine);
    }
  }

  tile_gpu::ScanOp op;
  ImplicitLocOpBuilder &builder;
  Combiner combiner;
  unsigned axis;
  LinearLayout layout, reduced;
  uint32_t laneMask;
  SmallVector<Values> values;         ///< of each register
  std::map<uint64_t, unsigned> owner; ///< first register of each element, among copies in one lane
  SmallVector<Line> lines;
  Value lane, hasBefore;
};

} // namespace

void tilec::populateScanPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                 const LoweringContext &lowering) {
  patterns.add<EmitterPattern<tile_gpu::ScanOp, Scan>>(types, lowering, patterns.getContext());
}
