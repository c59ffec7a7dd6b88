// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Conversion/TileGPUToNVVM/Atomics/ChooseJoinedAtomics.h"
#include "dialects/Tile/Analysis/Divisibility.h"

using namespace mlir;
using namespace tilec;

namespace {

/// Each register of a tile gets a loop of its own.
constexpr unsigned kMaxRegisters = 16;

/// Does a tile that was loaded decide over `pointers`? Block arguments are not followed: that only misses some. Cells
/// that the place in the tile gives (`i / 8`) are no case: neighbours that share one are joined by the hardware, on an
/// H200 three times faster than by lanes.
bool comesFromLoads(Value pointers) {
  SmallVector<Value> pending{pointers};
  llvm::DenseSet<Value> seen;
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val().getDefiningOp();
    if (!op)
      continue;
    if (isa<tile_gpu::LoadOp, tile_gpu::BufferLoadOp, tile_gpu::AtomicLoadOp>(op))
      return true;
    for (Value operand : op->getOperands())
      if (tile_gpu::isDistributed(operand.getType()) && seen.insert(operand).second)
        pending.push_back(operand);
  }
  return false;
}

bool isJoinable(tile_gpu::AtomicRmwOp update) {
  Type type = update.getValue().getType();
  unsigned bits = registerBits(registerType(getElementTypeOrSelf(type)));
  return tile_gpu::isDistributed(type) && !update.getResult() && update.getVector() == 1 &&
         update.getOrder() == tile::MemoryOrder::Relaxed && update.getKind() != tile::AtomicKind::Exchange &&
         bits >= 16 && numRegisters(type) <= kMaxRegisters;
}

/// Neighbours in memory belong to lanes next to each other: these differ.
bool hasRuns(Value pointers) {
  tile::Divisibility facts;
  return facts.of(pointers, facts.contiguousDimension(pointers)).contiguity > 1;
}

/// Integers that meet in a cell of shared memory are added up by the hardware. Of floats one lane after another
/// compares and exchanges, and all others try again.
bool isJoinedByHardware(tile_gpu::AtomicRmwOp update, const KnownSpaces &spaces) {
  return spaces.shared.contains(update) && !isa<FloatType>(getElementTypeOrSelf(update.getValue().getType()));
}

} // namespace

llvm::DenseSet<Operation *> tilec::findScatteredUpdates(Operation *root, const KnownSpaces &spaces) {
  llvm::DenseSet<Operation *> scattered;
  root->walk([&](tile_gpu::AtomicRmwOp update) {
    if (isJoinable(update) && !isJoinedByHardware(update, spaces) && !hasRuns(update.getPointer()) &&
        comesFromLoads(update.getPointer()))
      scattered.insert(update);
  });
  return scattered;
}
