// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An inclusive scan in the order of its lowering: along the registers of each lane, then the lanes' totals (for each
// lane bit, rising, lanes that have it take the last prefix of the half below), then the warps' totals through scratch.
// What comes before a lane is then combined into all of its registers. With `reverse` positions count from the end.
#include "compiler/Host/TileGPU/Combining.h"
#include "compiler/Host/TileGPU/Families.h"
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
        laneMask(places.layout.bitsAlong(Place::Lane, axis)),
        numWarps(1u << std::popcount(places.layout.bitsAlong(Place::Warp, axis))), lines(findLines()),
        rounds(op, op.getCombiner(), decoder, {places.count(), numTotals(), numTotals(), numTotals(), numTotals()}) {}

  void emit() {
    for (auto [i, operand] : llvm::enumerate(op.getSources()))
      decoder.emitCopy(rounds.part(unsigned(i), Values), decoder.operand(operand));
    emitRegisters();
    emitLanes();
    if (numWarps > 1)
      emitWarps();
    emitBefore();
    for (auto [i, value] : llvm::enumerate(op.getResults()))
      emitGather(decoder, decoder.define(value), rounds.part(unsigned(i), Values), firstCopies());
  }

private:
  /// Parts of the working tiles. All but the values have one element for each thread and line.
  enum Part : unsigned {
    Values,
    Totals,     ///< of a lane; then inclusive over the lanes up to it
    Before,     ///< what comes before a lane, of all warps
    WarpTotals, ///< read from scratch
    WarpsBefore ///< the sum of the warps before this one
  };

  /// Registers of one lane that lie on a line along the axis, in scan order, copies left out.
  using Line = std::vector<uint32_t>;

  std::map<uint64_t, Line> linesByElement() const {
    std::map<uint64_t, Line> lines; // by element of the other dimensions
    std::vector<std::pair<int64_t, uint32_t>> order;
    for (uint32_t i = 0; i < places.at(1, 0); ++i)
      if (firstCopy(i) == i)
        order.push_back({places.layout.coordinatesOf(places.element[i])[axis], i});
    std::sort(order.begin(), order.end());
    if (reverse)
      std::reverse(order.begin(), order.end());
    for (auto [coordinate, i] : order) {
      std::vector<int64_t> coordinates = places.layout.coordinatesOf(places.element[i]);
      coordinates[axis] = 0;
      lines[reduced.elementOf(coordinates)].push_back(i);
    }
    return lines;
  }
  std::vector<Line> findLines() {
    std::vector<Line> list;
    for (auto &[element, line] : linesByElement()) {
      lineElements.push_back(element);
      list.push_back(line);
    }
    return list;
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
    return size_t(places.numThreads()) * lines.size();
  }
  uint32_t value(uint32_t thread, uint32_t registerIndex) const {
    return rounds.begin(Values) + uint32_t(places.at(thread, registerIndex));
  }
  uint32_t total(Part part, uint32_t thread, size_t line) const {
    return rounds.begin(part) + uint32_t(thread * lines.size() + line);
  }
  /// Thread number with the lane bits along the axis counting in scan order.
  uint32_t ordered(uint32_t thread) const {
    return reverse ? thread ^ laneMask : thread;
  }
  uint32_t warpOf(uint32_t thread) const {
    uint32_t position = warpPosition(places.layout, axis, thread);
    return reverse ? numWarps - 1 - position : position;
  }
  bool hasLanesBefore(uint32_t thread) const {
    return ordered(thread) & laneMask;
  }

  /// A round of the pairs that `add` adds for each thread and line.
  template <class Fn> void emitRound(Fn add) {
    Pairs pairs;
    for (uint32_t thread = 0; thread < places.numThreads(); ++thread)
      for (size_t line = 0; line < lines.size(); ++line)
        add(thread, line, pairs);
    rounds.emit(std::move(pairs));
  }
  /// Elements copied within the working tiles.
  void emitCopy(Part to, unsigned from, Indices indices) {
    for (unsigned operand = 0; operand < rounds.numOperands(); ++operand)
      emitGather(decoder, rounds.part(operand, to), rounds.part(operand, from), indices);
  }

  void emitRegisters() {
    for (size_t k = 1; k < lines.front().size(); ++k)
      emitRound([&](uint32_t thread, size_t line, Pairs &pairs) {
        uint32_t here = value(thread, lines[line][k]);
        pairs.push_back({value(thread, lines[line][k - 1]), here, here});
      });
    auto last = std::make_shared<std::vector<uint32_t>>();
    for (uint32_t thread = 0; thread < places.numThreads(); ++thread)
      for (const Line &line : lines)
        last->push_back(uint32_t(places.at(thread, line.back())));
    emitCopy(Totals, Values, last);
  }

  void emitLanes() {
    for (uint32_t bit = 1, below = 0; bit < layout::kLanesPerWarp; bit <<= 1) {
      if (!(laneMask & bit))
        continue;
      emitRound([&](uint32_t thread, size_t line, Pairs &pairs) {
        if (!(ordered(thread) & bit))
          return;
        uint32_t lastBelow = ordered((ordered(thread) & ~(bit | below)) | below), here = total(Totals, thread, line);
        pairs.push_back({total(Totals, lastBelow, line), here, here});
      });
      below |= bit;
    }
    auto neighbours = std::make_shared<std::vector<uint32_t>>();
    for (uint32_t thread = 0; thread < places.numThreads(); ++thread)
      for (size_t line = 0; line < lines.size(); ++line) {
        uint32_t lane = ordered(thread), before = (lane & ~laneMask) | (((lane & laneMask) - 1) & laneMask);
        neighbours->push_back(uint32_t(ordered(before) * lines.size() + line));
      }
    emitCopy(Before, Totals, neighbours);
  }

  uint32_t scratchElement(uint32_t thread, size_t line, uint32_t warp) const {
    uint64_t element = reduced.elementAt(
        {.registerIndex = 0, .lane = thread % layout::kLanesPerWarp, .warp = thread / layout::kLanesPerWarp});
    return uint32_t((element ^ lineElements[line]) * numWarps + warp);
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
      for (size_t line = 0; writesTotals(thread) && line < lines.size(); ++line)
        writes->push_back({total(Totals, thread, line), scratchElement(thread, line, warpOf(thread)), thread});
    rounds.emitWrite(writes, arraySize);
    emitBarrier(decoder);
    for (uint32_t warp = 0; warp + 1 < numWarps; ++warp) {
      rounds.emitRead(totalsOf(warp, warp ? WarpTotals : WarpsBefore), arraySize);
      if (warp)
        emitRound([&](uint32_t thread, size_t line, Pairs &pairs) {
          uint32_t sum = total(WarpsBefore, thread, line);
          if (warpOf(thread) > warp)
            pairs.push_back({sum, total(WarpTotals, thread, line), sum});
        });
    }
  }
  ScratchMoves totalsOf(uint32_t warp, Part to) const {
    auto reads = std::make_shared<std::vector<ScratchMove>>();
    for (uint32_t thread = 0; thread < places.numThreads(); ++thread)
      for (size_t line = 0; line < lines.size(); ++line)
        reads->push_back({total(to, thread, line), scratchElement(thread, line, warp), thread});
    return reads;
  }

  /// Warps before, then lanes before, then the lane's own.
  void emitBefore() {
    if (numWarps > 1)
      emitRound([&](uint32_t thread, size_t line, Pairs &pairs) {
        uint32_t before = total(Before, thread, line);
        if (warpOf(thread) && hasLanesBefore(thread))
          pairs.push_back({total(WarpsBefore, thread, line), before, before});
      });
    for (size_t k = 0; k < lines.front().size(); ++k)
      emitRound([&](uint32_t thread, size_t line, Pairs &pairs) {
        uint32_t here = value(thread, lines[line][k]);
        if (hasLanesBefore(thread))
          pairs.push_back({total(Before, thread, line), here, here});
        else if (warpOf(thread))
          pairs.push_back({total(WarpsBefore, thread, line), here, here});
      });
  }

  tile_gpu::ScanOp op;
  Decoder &decoder;
  unsigned axis;
  bool reverse;
  const Places places;
  LinearLayout reduced;
  uint32_t laneMask, numWarps;
  std::vector<uint64_t> lineElements; ///< of the other dimensions, in lane 0
  std::vector<Line> lines;
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
