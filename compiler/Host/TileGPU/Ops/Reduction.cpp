// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reduction in the order of its lowering: the registers of each lane, then lanes by a butterfly, the lower lane
// first, then warps through scratch. Which registers, lanes and warps lie along the axis is what the layout says.
#include "compiler/Host/TileGPU/Assembly.h"
#include "compiler/Host/TileGPU/Combining.h"
#include "compiler/Host/TileGPU/Families.h"
#include <bit>

using namespace mlir;
using tilec::layout::LinearLayout;
using tilec::layout::Place;

namespace tilec::host {

namespace {

class Reduction {
public:
  Reduction(tile_gpu::ReduceOp op, Decoder &decoder)
      : op(op), decoder(decoder), axis(unsigned(op.getAxis())), source(*placesOf(op.getSources().front().getType())),
        result(*placesOf(op.getResults().front().getType())),
        rounds(op, op.getCombiner(), decoder, {source.count(), result.count(), result.count()}) {}

  void emit() {
    for (auto [i, operand] : llvm::enumerate(op.getSources()))
      decoder.emitCopy(rounds.part(unsigned(i), Source), decoder.operand(operand));
    emitRegisters();
    emitLanes();
    if (source.layout.bitsAlong(Place::Warp, axis))
      emitWarps();
    for (auto [i, value] : llvm::enumerate(op.getResults()))
      decoder.emitCopy(decoder.define(value), rounds.part(unsigned(i), partials));
  }

private:
  /// Parts of the working tiles: the operand, and partial results by places of the result, in two copies of which one
  /// is read while the other is written.
  enum Part : unsigned { Source, PartialsA, PartialsB };
  unsigned other() const {
    return partials == PartialsA ? PartialsB : PartialsA;
  }

  /// The result's element that register `index` of lane 0 contributes to.
  uint64_t reducedElement(uint32_t index) const {
    std::vector<int64_t> coordinates = source.layout.coordinatesOf(source.element[index]);
    coordinates[axis] = 0;
    return result.layout.elementOf(coordinates);
  }

  /// For each register of the result those of the operand that are combined to it.
  std::vector<std::vector<uint32_t>> contributors() const {
    uint32_t copies = source.layout.replicatedBits(Place::Register);
    std::vector<std::vector<uint32_t>> lists(result.at(1, 0));
    for (uint32_t i = 0; i < lists.size(); ++i)
      for (uint32_t from = 0; from < source.at(1, 0); ++from)
        if (!(from & copies) && reducedElement(from) == result.element[i])
          lists[i].push_back(from);
    return lists;
  }

  void emitRegisters() {
    auto lists = contributors();
    auto first = std::make_shared<std::vector<uint32_t>>();
    for (uint32_t thread = 0; thread < result.numThreads(); ++thread)
      for (const auto &list : lists)
        first->push_back(uint32_t(source.at(thread, list.front())));
    for (unsigned operand = 0; operand < rounds.numOperands(); ++operand)
      emitGather(decoder, rounds.part(operand, partials), rounds.part(operand, Source), first);
    for (size_t k = 1; k < lists.front().size(); ++k) {
      Pairs pairs;
      for (uint32_t thread = 0; thread < result.numThreads(); ++thread)
        for (uint32_t i = 0; i < lists.size(); ++i) {
          uint32_t partial = rounds.begin(partials) + uint32_t(result.at(thread, i));
          pairs.push_back({partial, rounds.begin(Source) + uint32_t(source.at(thread, lists[i][k])), partial});
        }
      rounds.emit(std::move(pairs));
    }
  }

  void emitLanes() {
    uint32_t lanes = source.layout.bitsAlong(Place::Lane, axis);
    for (uint32_t mask = 1; mask < layout::kLanesPerWarp; mask <<= 1)
      if (lanes & mask)
        emitExchange(mask);
  }

  /// Every lane combines with the lane whose number differs in `mask`.
  void emitExchange(uint32_t mask) {
    Pairs pairs;
    for (uint32_t thread = 0; thread < result.numThreads(); ++thread)
      for (uint32_t i = 0; i < result.at(1, 0); ++i) {
        uint32_t from = rounds.begin(partials);
        pairs.push_back({from + uint32_t(result.at(thread & ~mask, i)), from + uint32_t(result.at(thread | mask, i)),
                         rounds.begin(other()) + uint32_t(result.at(thread, i))});
      }
    rounds.emit(std::move(pairs));
    partials = Part(other());
  }

  /// Partial results of the warps lie side by side for each element.
  void emitWarps() {
    uint32_t count = 1u << std::popcount(source.layout.bitsAlong(Place::Warp, axis));
    uint32_t silent = source.layout.bitsAlong(Place::Lane, axis) | source.layout.replicatedBits(Place::Lane) |
                      source.layout.replicatedBits(Place::Warp) * layout::kLanesPerWarp;
    auto writes = std::make_shared<std::vector<ScratchMove>>();
    for (size_t place = 0; place < result.count(); ++place) {
      uint32_t thread = result.thread(place);
      if (!(thread & silent))
        writes->push_back({rounds.begin(partials) + uint32_t(place),
                           result.element[place] * count + warpPosition(source.layout, axis, thread), thread});
    }
    size_t arraySize = size_t(result.layout.numElements()) * count;
    rounds.emitWrite(writes, arraySize);
    emitBarrier(op, decoder);
    for (uint32_t warp = 0; warp < count; ++warp) {
      rounds.emitRead(partialsOf(warp, count, warp ? other() : partials), arraySize);
      if (warp)
        emitSum();
    }
  }

  ScratchMoves partialsOf(uint32_t warp, uint32_t count, unsigned to) const {
    auto reads = std::make_shared<std::vector<ScratchMove>>();
    for (size_t place = 0; place < result.count(); ++place)
      reads->push_back(
          {rounds.begin(to) + uint32_t(place), result.element[place] * count + warp, result.thread(place)});
    return reads;
  }

  void emitSum() {
    Pairs pairs;
    for (uint32_t place = 0; place < result.count(); ++place)
      pairs.push_back({rounds.begin(partials) + place, rounds.begin(other()) + place, rounds.begin(partials) + place});
    rounds.emit(std::move(pairs));
  }

  tile_gpu::ReduceOp op;
  Decoder &decoder;
  unsigned axis;
  const Places source, result;
  CombiningRounds rounds;
  Part partials = PartialsA;
};

} // namespace

bool decodeGPUReduction(Operation *op, Decoder &decoder) {
  if (decodeCombinerYield(op, decoder))
    return true;
  auto reduction = dyn_cast<tile_gpu::ReduceOp>(op);
  if (!reduction)
    return false;
  for (Value source : reduction.getSources())
    emitCopiesCheck(op, decoder, decoder.operand(source), placesOf(source.getType()), "operand");
  Reduction(reduction, decoder).emit();
  return true;
}

} // namespace tilec::host
