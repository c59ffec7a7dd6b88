// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// An inclusive scan along an axis, from near to far (layout::ScanBits):
///
///   registers: each lane scans its run of each stretch; the last one is its total
///   lanes:     totals are scanned across the lanes along the axis (LaneScan.h); what is before a lane follows
///   stretches: the whole of each stretch goes before the next ones of its warp
///   warps:     each warp's total goes to scratch; each warp combines those of the warps before it
///
/// What comes before a run is then combined into all of its registers. Where the combiner has an identity, it stands
/// for nothing before, and no register needs a select. With `reverse` everything counts from the end: register, lane
/// and warp positions are complemented.
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/Shuffles.h"
#include "compiler/Conversion/TileGPUToNVVM/Reductions/LaneScan.h"
#include "compiler/Conversion/TileGPUToNVVM/Reductions/WarpPartials.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include <bit>
#include <map>

using namespace mlir;
using namespace tilec;
using layout::LinearLayout;
using layout::Place;

namespace {

using Values = Combiner::Values;
/// With more warps than this, lanes share the work of combining their totals.
constexpr unsigned kFewWarps = 4;

/// What a lane holds of one stretch.
struct Run {
  SmallVector<unsigned> registers; ///< in scan order
  Values total;                    ///< of this lane
  OptionalValues before;           ///< what precedes the lane in its warp, then in all; none without values
};

/// One line along the axis as far as a lane holds it.
struct Line {
  uint64_t element = 0; ///< number among the elements of the other dimensions, in lane 0
  SmallVector<Run> runs;
  Values total; ///< of the warp: in its last lane, at least
};

class Scan {
public:
  Scan(tile_gpu::ScanOp op, ArrayRef<ValueRange> sources, ImplicitLocOpBuilder &builder)
      : op(op), builder(builder), combiner(builder, op.getCombiner().front()), axis(op.getAxis()),
        layout(tile_gpu::LayoutAttr::of(op.getSources().front().getType())), reduced(layout.reduced(axis)),
        bits(*layout::scanBits(layout, axis)), lanes(builder, combiner, bits, op.getReverse()) {
    for (unsigned i = 0; i < layout.size(Place::Register); ++i)
      values.push_back(llvm::map_to_vector(sources, [&](ValueRange registers) { return registers[i]; }));
    findLines();
  }

  LogicalResult run() {
    for (Line &line : lines) {
      for (Run &run : line.runs)
        scanRegisters(run);
      if (bits.lanes)
        scanLanes(line);
      scanStretches(line);
    }
    if (bits.warps && failed(scanWarps()))
      return failure();
    for (Line &line : lines)
      for (Run &run : line.runs)
        applyBefore(run);
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
  /// Registers in scan order, the first of copies alone.
  SmallVector<unsigned> orderedRegisters() {
    SmallVector<std::pair<int64_t, unsigned>> order;
    for (unsigned i = 0; i < values.size(); ++i)
      if (owner.try_emplace(layout.elementAt({.registerIndex = i}), i).second)
        order.push_back({layout.coordinatesOf(layout.elementAt({.registerIndex = i}))[axis], i});
    llvm::sort(order);
    if (op.getReverse())
      std::reverse(order.begin(), order.end());
    return llvm::map_to_vector(order, [](auto entry) { return entry.second; });
  }

  void findLines() {
    std::map<uint64_t, Line> byElement;
    for (unsigned i : orderedRegisters()) {
      std::vector<int64_t> coordinates = layout.coordinatesOf(layout.elementAt({.registerIndex = i}));
      coordinates[axis] = 0;
      uint64_t element = reduced.elementOf(coordinates);
      Line &line = byElement[element];
      line.element = element;
      if (line.runs.empty() || (line.runs.back().registers.back() ^ i) & bits.farRegisters)
        line.runs.emplace_back();
      line.runs.back().registers.push_back(i);
    }
    for (auto &[element, line] : byElement)
      lines.push_back(std::move(line));
  }

  void scanRegisters(Run &run) {
    for (unsigned k = 1; k < run.registers.size(); ++k)
      values[run.registers[k]] = combiner.apply(values[run.registers[k - 1]], values[run.registers[k]]);
    run.total = values[run.registers.back()];
  }

  /// All stretches together: their shuffles do not wait for each other.
  void scanLanes(Line &line) {
    SmallVector<Values> inclusive;
    for (Run &run : line.runs)
      inclusive.push_back(run.total);
    lanes.inclusive(inclusive);
    for (auto [run, upToHere] : llvm::zip(line.runs, inclusive)) {
      run.before = lanes.exclusive(upToHere, run.total);
      run.total = line.runs.size() > 1 ? lanes.whole(upToHere) : upToHere;
    }
  }

  void scanStretches(Line &line) {
    OptionalValues carried;
    for (Run &run : line.runs) {
      run.before = joined(carried, run.before);
      carried = joined(carried, {run.total, {}});
    }
    line.total = carried.values;
  }

  /// `first`, then `second`, as far as they are there.
  OptionalValues joined(const OptionalValues &first, const OptionalValues &second) {
    if (first.values.empty() || second.values.empty())
      return first.values.empty() ? second : first;
    OptionalValues both{combiner.apply(first.values, second.values), {}};
    for (auto [value, a, b] : llvm::zip(both.values, first.values, second.values)) {
      if (second.valid)
        value = arith::SelectOp::create(builder, second.valid, value, a);
      if (first.valid)
        value = arith::SelectOp::create(builder, first.valid, value, b);
    }
    if (first.valid && second.valid)
      both.valid = arith::OrIOp::create(builder, first.valid, second.valid);
    return both;
  }

  LogicalResult scanWarps() {
    FailureOr<std::vector<SharedArray>> arrays = warpPartials(op, op.getSources(), axis, builder);
    if (failed(arrays))
      return failure();
    warpCount = 1u << std::popcount(bits.warps);
    position = warpPosition(builder, layout, axis);
    if (op.getReverse())
      position = arith::XOrIOp::create(builder, position, constant32(builder, warpCount - 1));
    writeTotals(*arrays);
    emitCtaBarrier(builder, tile_gpu::numWarpsOf(op));
    for (Line &line : lines) {
      OptionalValues before = warpsBefore(line, *arrays);
      for (Run &run : line.runs)
        run.before = joined(before, run.before);
    }
    return success();
  }

  /// Where the warps' totals of a line begin.
  Value firstIndex(const Line &line) {
    Value number = combine(builder, laneElement(builder, reduced), line.element);
    return arith::MulIOp::create(builder, number, constant32(builder, warpCount));
  }

  /// The last lane of each warp along the axis holds the warp's total.
  void writeTotals(std::vector<SharedArray> &arrays) {
    Value writes = conjunction(builder, isOwner(builder, layout), bits.lanes ? lanes.isLast() : Value());
    for (Line &line : lines) {
      Value index = arith::AddIOp::create(builder, firstIndex(line), position);
      for (auto [array, value] : llvm::zip(arrays, line.total))
        array.store(index, value, writes);
    }
  }

  OptionalValues warpsBefore(const Line &line, std::vector<SharedArray> &arrays) {
    return warpCount > kFewWarps && lanesAgree() ? sumByLanes(line, arrays) : sumInLane(line, arrays);
  }

  /// All lanes of a warp are on the same lines.
  bool lanesAgree() const {
    for (unsigned bit = 0; bit < reduced.bits(Place::Lane).count; ++bit)
      if (reduced.basis(Place::Lane, bit))
        return false;
    return true;
  }

  /// Each lane takes the total of one warp; scanned across lanes, all that is needed is in one of them.
  OptionalValues sumByLanes(const Line &line, std::vector<SharedArray> &arrays) {
    layout::ScanBits lowest;
    lowest.lanes = warpCount - 1;
    Value lane = arith::AndIOp::create(builder, laneIndex(builder), constant32(builder, lowest.lanes));
    Value index = arith::AddIOp::create(builder, firstIndex(line), lane);
    SmallVector<Values> totals(1);
    for (SharedArray &array : arrays)
      totals.front().push_back(array.load(index));
    LaneScan(builder, combiner, lowest, /*reverse=*/false).inclusive(totals);
    Value previous = arith::SubIOp::create(builder, position, constant32(builder, 1));
    previous = arith::AndIOp::create(builder, previous, constant32(builder, lowest.lanes));
    return identityIfFirst(
        llvm::map_to_vector(totals.front(), [&](Value value) { return shuffleFrom(builder, value, previous); }));
  }

  /// `before` counts in all warps but the first one.
  OptionalValues identityIfFirst(Values before) {
    Value isLater = isAfter(0);
    if (Value identity = combiner.identity())
      return {selected(isLater, before, identity), {}};
    return {before, isLater};
  }

  Value isAfter(unsigned warp) {
    return arith::CmpIOp::create(builder, arith::CmpIPredicate::ugt, position, constant32(builder, warp));
  }

  /// The only operand's value where `condition` holds, else `identity`.
  Values selected(Value condition, const Values &value, Value identity) {
    return {arith::SelectOp::create(builder, condition, value.front(), identity)};
  }

  /// Totals of the warps along the axis for one line, in scan order.
  SmallVector<Values> loadTotals(const Line &line, std::vector<SharedArray> &arrays) {
    SmallVector<Values> totals(warpCount);
    for (SharedArray &array : arrays)
      for (auto [total, value] : llvm::zip(totals, array.loadRun(firstIndex(line), warpCount)))
        total.push_back(value);
    return totals;
  }

  /// The sum of the first totals, as many as there are warps before this one.
  OptionalValues sumInLane(const Line &line, std::vector<SharedArray> &arrays) {
    SmallVector<Values> totals = loadTotals(line, arrays);
    totals.pop_back();
    if (Value identity = combiner.identity()) {
      for (auto [warp, total] : llvm::enumerate(totals))
        total = selected(isAfter(warp), total, identity);
      return {combiner.applyToAll(totals), {}};
    }
    Values before = totals.front();
    for (unsigned warp = 1; warp < totals.size(); ++warp) {
      Values both = combiner.apply(before, totals[warp]);
      for (auto [old, extended] : llvm::zip(before, both))
        old = arith::SelectOp::create(builder, isAfter(warp), extended, old);
    }
    return {before, isAfter(0)};
  }

  void applyBefore(Run &run) {
    if (run.before.values.empty())
      return;
    for (unsigned i : run.registers)
      values[i] = run.before.valid ? combiner.applyIf(run.before.valid, run.before.values, values[i])
                                   : combiner.apply(run.before.values, values[i]);
  }

  tile_gpu::ScanOp op;
  ImplicitLocOpBuilder &builder;
  Combiner combiner;
  unsigned axis;
  LinearLayout layout, reduced;
  layout::ScanBits bits;
  LaneScan lanes;
  SmallVector<Values> values;         ///< of each register
  std::map<uint64_t, unsigned> owner; ///< first register of each element, among copies in one lane
  std::vector<Line> lines;
  unsigned warpCount = 1; ///< along the axis
  Value position;         ///< of this warp among them, in scan order
};

} // namespace

void tilec::populateScanPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                 const LoweringContext &lowering) {
  patterns.add<EmitterPattern<tile_gpu::ScanOp, Scan>>(types, lowering, patterns.getContext());
}
