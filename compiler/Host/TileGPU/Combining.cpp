// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/TileGPU/Combining.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <numeric>

using namespace mlir;
using tilec::layout::LinearLayout;
using tilec::layout::Place;

namespace tilec::host {

/// Where the array of the next operand starts in scratch.
static constexpr size_t kArrayAlignment = 16;

CombiningRounds::CombiningRounds(Operation *op, Region &region, Decoder &decoder, ArrayRef<size_t> partSizes)
    : op(op), decoder(decoder), numWarps(decoder.getProgram().warpsOfLayouts),
      sizes(partSizes.begin(), partSizes.end()) {
  uint32_t total = 0;
  for (uint32_t size : sizes) {
    starts.push_back(total);
    total += size;
  }
  total /= numWarps;
  for (Value operand : op->getOperands())
    work.push_back(decoder.temporary(*kindOf(operand.getType()), total));
  combiner = decodeCombiner(region, decoder, total);
}

CombiningRounds::~CombiningRounds() {
  for (Slot slot : work)
    decoder.release(slot);
}

Slot CombiningRounds::part(unsigned operand, unsigned part) const {
  Slot slot = work[operand];
  slot.offset += starts[part] / numWarps * bytesOf(slot.kind);
  slot.shadow += starts[part] / numWarps;
  slot.count = sizes[part] / numWarps;
  return slot;
}

CombiningRounds::OwnNumber CombiningRounds::ownNumber(uint32_t number) const {
  size_t part = size_t(std::upper_bound(starts.begin(), starts.end(), number) - starts.begin()) - 1;
  uint32_t size = sizes[part] / numWarps, inPart = number - starts[part];
  return {inPart / size, starts[part] / numWarps + inPart % size};
}

void CombiningRounds::emit(Pairs pairs) {
  std::vector<Pairs> ofWarps(numWarps);
  for (const Pair &pair : pairs) {
    OwnNumber earlier = ownNumber(pair.earlier), later = ownNumber(pair.later), result = ownNumber(pair.result);
    if (earlier.warp != result.warp || later.warp != result.warp)
      llvm::report_fatal_error("a register of another warp cannot be read");
    ofWarps[result.warp].push_back({earlier.number, later.number, result.number});
  }
  decoder.emit([work = work, combiner = combiner, ofWarps = std::move(ofWarps)](Frame &frame) {
    const Pairs &own = ofWarps[frame.position];
    combineRuns(frame, combiner, work, own.size(), [&](size_t lane) {
      const Pair &pair = own[lane];
      return Piece{lane, pair.earlier, pair.later, pair.result, 1};
    });
  });
}

ScratchMoves CombiningRounds::withOwnNumbers(const ScratchMoves &moves) const {
  auto own = std::make_shared<std::vector<ScratchMove>>(*moves);
  for (ScratchMove &move : *own)
    move.index = ownNumber(move.index).number;
  return own;
}

std::vector<ScratchArray> CombiningRounds::arrays(size_t count) {
  std::vector<ScratchArray> arrays;
  size_t offset = 0;
  for (const Slot &slot : work) {
    arrays.emplace_back(cast<tile_gpu::ScratchInterface>(op), decoder, slot.kind, offset);
    offset += llvm::alignTo(count * bytesOf(slot.kind), kArrayAlignment);
  }
  return arrays;
}

void CombiningRounds::emitWrite(ScratchMoves moves, size_t count) {
  for (auto [array, slot] : llvm::zip(arrays(count), work))
    array.emitWrite(slot, withOwnNumbers(moves));
}

void CombiningRounds::emitRead(ScratchMoves moves, size_t count) {
  for (auto [array, slot] : llvm::zip(arrays(count), work))
    array.emitRead(slot, withOwnNumbers(moves));
}

uint32_t warpPosition(const LinearLayout &layout, unsigned axis, uint32_t thread) {
  uint32_t along = layout.bitsAlong(Place::Warp, axis), warp = thread / layout::kLanesPerWarp, position = 0;
  for (unsigned bit = 0, next = 0; bit < layout.bits(Place::Warp).count; ++bit)
    if (along >> bit & 1)
      position |= (warp >> bit & 1) << next++;
  return position;
}

bool decodeCombinerYield(Operation *op, Decoder &decoder) {
  if (!isa<tile_gpu::YieldOp>(op))
    return false;
  llvm::SmallVector<Slot> values;
  for (Value value : op->getOperands())
    values.push_back(decoder.operand(value));
  decoder.emitParallelCopy(decoder.yieldTargets, values);
  return true;
}

} // namespace tilec::host
