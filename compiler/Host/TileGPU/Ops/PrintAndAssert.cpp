// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// print and assert by lane 0 of warp 0; tiles reach it through scratch.
#include "compiler/Host/Ops/PrintAndAssert.h"
#include "compiler/Host/TileGPU/Families.h"
#include "compiler/Host/TileGPU/Scratch.h"

using namespace mlir;

namespace tilec::host {

/// Thread 0 reads every element.
static ScratchMoves rowMajorMoves(size_t count) {
  auto moves = std::make_shared<std::vector<ScratchMove>>();
  for (size_t i = 0; i < count; ++i)
    moves->push_back({uint32_t(i), uint32_t(i), 0});
  return moves;
}

static bool print(tile_gpu::PrintOp op, Decoder &decoder) {
  SmallVector<int64_t> offsets = op.getTileOffsets();
  SmallVector<std::pair<ScratchArray, size_t>> tiles; // with the argument's number
  std::vector<PrintedValue> arguments;
  for (auto [i, value] : llvm::enumerate(op.getArguments())) {
    Slot slot = decoder.operand(value);
    arguments.push_back({slot, llvm::to_vector(tile::shapeOf(value.getType()))});
    if (!tile_gpu::isDistributed(value.getType()))
      continue;
    tiles.emplace_back(ScratchArray(op, decoder, slot.kind, size_t(offsets[i])), i);
    tiles.back().first.emitWriteTile(slot, placesOf(value.getType()));
  }
  if (!tiles.empty())
    emitBarrier(op, decoder);
  for (auto &[array, i] : tiles) {
    Slot &slot = arguments[i].slot;
    size_t count = size_t(tile::elementCount(op.getArguments()[i].getType()));
    slot = decoder.temporary(slot.kind, count);
    array.emitRead(slot, rowMajorMoves(count));
  }
  auto steps = decoder.sequenceOf([&] { emitPrint(op, decoder, op.getFormat(), arguments); });
  decoder.emit([=](Frame &frame) {
    if (frame.isFirstWarp())
      steps->run(frame);
  });
  for (auto &[array, i] : tiles)
    decoder.release(arguments[i].slot);
  return true;
}

bool decodeGPUOutput(Operation *op, Decoder &decoder) {
  if (auto output = dyn_cast<tile_gpu::PrintOp>(op))
    return print(output, decoder);
  auto assertion = dyn_cast<tile_gpu::AssertOp>(op);
  if (!assertion)
    return false;
  emitAssertion(op, decoder, assertion.getCondition(), assertion.getMessage(), assertion.getFunction());
  return true;
}

} // namespace tilec::host
