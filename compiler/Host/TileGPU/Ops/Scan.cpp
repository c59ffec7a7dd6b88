// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An inclusive scan by the steps of its lowering: along the registers of each lane's run, then the lanes' totals (in
// step k each takes what the lane 2^k before it has so far), then from one stretch of a warp to the next, then the
// warps' totals through scratch. What comes before a run is then combined into all of its registers. With `reverse`
// positions count from the end.
#include "compiler/Host/TileGPU/Assembly.h"
#include "compiler/Host/TileGPU/Combining.h"
#include "compiler/Host/TileGPU/Families.h"
#include "dialects/Layout/ScanBits.h"
#include <algorithm>
#include <bit>
#include <map>

using namespace mlir;
using tilec::layout::LinearLayout;
using tilec::layout::Place;

namespace tilec::host {

namespace {

class Scan {
public:
  Scan(tile_gpu::ScanOp op, Decoder &decoder)
      : op(op), decoder(decoder), axis(unsigned(op.getAxis())), reverse(op.getReverse()),
        places(*placesOf(op.getSources().front().getType())), reduced(places.layout.reduced(axis)),
        bits(*layout::scanBits(places.layout, axis)), laneMask(bits.lanes), numWarps(1u << std::popcount(bits.warps)),
        runs(findRuns()),
        rounds(op, op.getCombiner(), decoder, {places.count(), numTotals(), numTotals(), numTotals(), numTotals()}) {}

  void emit() {
    for (auto [i, operand] : llvm::enumerate(op.getSources()))
      decoder.emitCopy(rounds.part(unsigned(i), Values), decoder.operand(operand));
    emitRegisters();
    emitLanes();
    emitStretches();
    emitWhatIsBefore();
    if (numWarps > 1)
      emitWarps();
    emitBefore();
    for (auto [i, value] : llvm::enumerate(op.getResults()))
      emitGather(decoder, decoder.define(value), rounds.part(unsigned(i), Values), firstCopies());
  }

private:
  /// Parts of the working tiles. All but the values have one element for each thread and run.
  enum Part : unsigned {
    Values,
    Totals,     ///< of a lane; then inclusive over the lanes up to it, then over the stretches up to it
    Before,     ///< what comes before a lane, in its warp and then of all warps
    WarpTotals, ///< read from scratch
    WarpsBefore ///< the sum of the warps before this one
  };

  /// Registers of one lane that lie on one stretch of a line along the axis, in scan order, copies left out.
  struct Run {
    std::vector<uint32_t> registers;
    uint64_t line;    ///< element of the other dimensions, in lane 0
    unsigned stretch; ///< number in the line
  };

  /// Registers in scan order, copies left out.
  std::vector<uint32_t> orderedRegisters() const {
    std::vector<std::pair<int64_t, uint32_t>> order;
    for (uint32_t i = 0; i < places.at(1, 0); ++i)
      if (firstCopy(i) == i)
        order.push_back({places.layout.coordinatesOf(places.element[i])[axis], i});
    std::sort(order.begin(), order.end());
    if (reverse)
      std::reverse(order.begin(), order.end());
    std::vector<uint32_t> registers;
    for (auto [coordinate, i] : order)
      registers.push_back(i);
    return registers;
  }
  /// Line by line.
  std::vector<Run> findRuns() const {
    std::map<uint64_t, std::vector<Run>> lines; // by element of the other dimensions
    for (uint32_t i : orderedRegisters()) {
      std::vector<int64_t> coordinates = places.layout.coordinatesOf(places.element[i]);
      coordinates[axis] = 0;
      uint64_t element = reduced.elementOf(coordinates);
      std::vector<Run> &line = lines[element];
      if (line.empty() || (line.back().registers.back() ^ i) & bits.farRegisters)
        line.push_back({{}, element, unsigned(line.size())});
      line.back().registers.push_back(i);
    }
    std::vector<Run> all;
    for (auto &[element, line] : lines)
      all.insert(all.end(), line.begin(), line.end());
    return all;
  }
  /// The first register of a lane that holds the same element.
  uint32_t firstCopy(uint32_t index) const {
    for (uint32_t i = 0; i < index; ++i)
      if (places.element[i] == places.element[index])
        return i;
    return index;
  }
  Indices firstCopies() const {
    std::vector<uint32_t> first;
    for (uint32_t i = 0; i < places.at(1, 0); ++i)
      first.push_back(firstCopy(i));
    auto indices = std::make_shared<std::vector<uint32_t>>();
    for (uint32_t thread = 0; thread < places.numThreads(); ++thread)
      for (uint32_t i : first)
        indices->push_back(uint32_t(places.at(thread, i)));
    return indices;
  }

  size_t numTotals() const {
    return size_t(places.numThreads()) * runs.size();
  }
  uint32_t value(uint32_t thread, uint32_t registerIndex) const {
    return rounds.begin(Values) + uint32_t(places.at(thread, registerIndex));
  }
  /// Number of a thread's run in a part.
  uint32_t place(uint32_t thread, size_t run) const {
    return uint32_t(thread * runs.size() + run);
  }
  uint32_t total(Part part, uint32_t thread, size_t run) const {
    return rounds.begin(part) + place(thread, run);
  }
  /// Thread number with the lane bits along the axis counting in scan order.
  uint32_t ordered(uint32_t thread) const {
    return reverse ? thread ^ laneMask : thread;
  }
  uint32_t warpOf(uint32_t thread) const {
    uint32_t position = warpPosition(places.layout, axis, thread);
    return reverse ? numWarps - 1 - position : position;
  }
  bool isFirstLane(uint32_t thread) const {
    return !(ordered(thread) & laneMask);
  }
  uint32_t lastLane(uint32_t thread) const {
    return ordered(ordered(thread) | laneMask);
  }
  /// The lane `distance` before this one along the axis; none if there is none.
  std::optional<uint32_t> laneBefore(uint32_t thread, uint32_t distance) const {
    uint32_t position = ordered(thread) & laneMask;
    for (; distance > 0; --distance) {
      if (position == 0)
        return std::nullopt;
      position = (position - 1) & laneMask;
    }
    return ordered((ordered(thread) & ~laneMask) | position);
  }

  /// A round of the pairs that `add` adds for each thread and run.
  template <class Fn> void emitRound(Fn add) {
    Pairs pairs;
    for (uint32_t thread = 0; thread < places.numThreads(); ++thread)
      for (size_t run = 0; run < runs.size(); ++run)
        add(thread, run, pairs);
    rounds.emit(std::move(pairs));
  }
  /// Elements numbered by `number` for each thread and run.
  template <class Fn> Indices indicesOf(Fn number) const {
    auto indices = std::make_shared<std::vector<uint32_t>>();
    for (uint32_t thread = 0; thread < places.numThreads(); ++thread)
      for (size_t run = 0; run < runs.size(); ++run)
        indices->push_back(number(thread, run));
    return indices;
  }
  /// Elements copied within the working tiles.
  void emitCopy(Part to, unsigned from, Indices indices) {
    for (unsigned operand = 0; operand < rounds.numOperands(); ++operand)
      emitGather(decoder, rounds.part(operand, to), rounds.part(operand, from), indices);
  }

  void emitRegisters() {
    for (size_t k = 1; k < runs.front().registers.size(); ++k)
      emitRound([&](uint32_t thread, size_t run, Pairs &pairs) {
        uint32_t here = value(thread, runs[run].registers[k]);
        pairs.push_back({value(thread, runs[run].registers[k - 1]), here, here});
      });
    emitCopy(Totals, Values, indicesOf([&](uint32_t thread, size_t run) {
               return uint32_t(places.at(thread, runs[run].registers.back()));
             }));
  }

  void emitLanes() {
    for (uint32_t distance = 1; distance < 1u << std::popcount(laneMask); distance *= 2) {
      emitCopy(Before, Totals, indicesOf([&](uint32_t thread, size_t run) {
                 return place(laneBefore(thread, distance).value_or(thread), run);
               }));
      emitRound([&](uint32_t thread, size_t run, Pairs &pairs) {
        uint32_t here = total(Totals, thread, run);
        if (laneBefore(thread, distance))
          pairs.push_back({total(Before, thread, run), here, here});
      });
    }
  }

  void emitStretches() {
    for (unsigned stretch = 1; stretch < bits.numStretches(); ++stretch)
      emitRound([&](uint32_t thread, size_t run, Pairs &pairs) {
        uint32_t here = total(Totals, thread, run);
        if (runs[run].stretch == stretch)
          pairs.push_back({total(Totals, lastLane(thread), run - 1), here, here});
      });
  }

  void emitWhatIsBefore() {
    emitCopy(Before, Totals, indicesOf([&](uint32_t thread, size_t run) {
               if (std::optional<uint32_t> lane = laneBefore(thread, 1))
                 return place(*lane, run);
               return runs[run].stretch ? place(lastLane(thread), run - 1) : place(thread, run);
             }));
  }
  bool hasBefore(uint32_t thread, size_t run) const {
    return runs[run].stretch || !isFirstLane(thread);
  }

  uint32_t scratchElement(uint32_t thread, size_t run, uint32_t warp) const {
    uint64_t element = reduced.elementAt(
        {.registerIndex = 0, .lane = thread % layout::kLanesPerWarp, .warp = thread / layout::kLanesPerWarp});
    return uint32_t((element ^ runs[run].line) * numWarps + warp);
  }
  /// The last lane of each warp along the axis, and only one of several copies.
  bool writesTotals(uint32_t thread) const {
    uint32_t copies =
        places.layout.replicatedBits(Place::Lane) | places.layout.replicatedBits(Place::Warp) * layout::kLanesPerWarp;
    return !(thread & copies) && (ordered(thread) & laneMask) == laneMask;
  }

  void emitWarps() {
    size_t arraySize = size_t(reduced.numElements()) * numWarps;
    auto writes = std::make_shared<std::vector<ScratchMove>>();
    for (uint32_t thread = 0; thread < places.numThreads(); ++thread)
      for (size_t run = 0; writesTotals(thread) && run < runs.size(); ++run)
        if (runs[run].stretch + 1 == bits.numStretches())
          writes->push_back({total(Totals, thread, run), scratchElement(thread, run, warpOf(thread)), thread});
    rounds.emitWrite(writes, arraySize);
    emitBarrier(op, decoder);
    for (uint32_t warp = 0; warp + 1 < numWarps; ++warp) {
      rounds.emitRead(totalsOf(warp, warp ? WarpTotals : WarpsBefore), arraySize);
      if (warp)
        emitRound([&](uint32_t thread, size_t run, Pairs &pairs) {
          uint32_t sum = total(WarpsBefore, thread, run);
          if (warpOf(thread) > warp)
            pairs.push_back({sum, total(WarpTotals, thread, run), sum});
        });
    }
  }
  ScratchMoves totalsOf(uint32_t warp, Part to) const {
    auto reads = std::make_shared<std::vector<ScratchMove>>();
    for (uint32_t thread = 0; thread < places.numThreads(); ++thread)
      for (size_t run = 0; run < runs.size(); ++run)
        reads->push_back({total(to, thread, run), scratchElement(thread, run, warp), thread});
    return reads;
  }

  /// Warps before, then what is before in the warp, then the lane's own.
  void emitBefore() {
    if (numWarps > 1)
      emitRound([&](uint32_t thread, size_t run, Pairs &pairs) {
        uint32_t before = total(Before, thread, run);
        if (warpOf(thread) && hasBefore(thread, run))
          pairs.push_back({total(WarpsBefore, thread, run), before, before});
      });
    for (size_t k = 0; k < runs.front().registers.size(); ++k)
      emitRound([&](uint32_t thread, size_t run, Pairs &pairs) {
        uint32_t here = value(thread, runs[run].registers[k]);
        if (hasBefore(thread, run))
          pairs.push_back({total(Before, thread, run), here, here});
        else if (warpOf(thread))
          pairs.push_back({total(WarpsBefore, thread, run), here, here});
      });
  }

  tile_gpu::ScanOp op;
  Decoder &decoder;
  unsigned axis;
  bool reverse;
  const Places places;
  LinearLayout reduced;
  layout::ScanBits bits;
  uint32_t laneMask, numWarps;
  std::vector<Run> runs;
  CombiningRounds rounds;
};

} // namespace

bool decodeGPUScan(Operation *op, Decoder &decoder) {
  auto scan = dyn_cast<tile_gpu::ScanOp>(op);
  if (!scan)
    return false;
  for (Value source : scan.getSources())
    emitCopiesCheck(op, decoder, decoder.operand(source), placesOf(source.getType()), "operand");
  Scan(scan, decoder).emit();
  return true;
}

} // namespace tilec::host
