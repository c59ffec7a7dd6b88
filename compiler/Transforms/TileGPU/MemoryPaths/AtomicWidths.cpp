// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/MemoryPaths/AtomicWidths.h"
#include "compiler/Strategy/TileAccess.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

/// Each register of a tile gets a loop of its own.
constexpr int64_t kMaxRegisters = 16;

/// Whether a loaded tile decides over `pointers`. Block arguments are not followed, which only misses some. Cells that
/// follow from the index in the tile (`i / 8`) do not count: the hardware joins neighbours that share one faster than
/// lanes do (docs/Experiments.md, "Arithmetic").
static bool comesFromLoads(Value pointers) {
  SmallVector<Value> pending{pointers};
  llvm::DenseSet<Value> seen;
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val().getDefiningOp();
    if (!op)
      continue;
    if (isa<LoadOp, BufferLoadOp, AtomicLoadOp>(op))
      return true;
    for (Value operand : op->getOperands())
      if (isDistributed(operand.getType()) && seen.insert(operand).second)
        pending.push_back(operand);
  }
  return false;
}

bool tile_gpu::mayMeet(AtomicRmwOp update) {
  Value pointers = update.getPointer();
  if (!isDistributed(pointers.getType()) || update.getVector() > 1)
    return false;
  tile::Divisibility facts;
  return facts.of(pointers, facts.contiguousDimension(pointers)).contiguity <= 1;
}

std::string tile_gpu::whyNotJoined(AtomicRmwOp update, bool isShared) {
  Type type = update.getValue().getType();
  if (update.getResult())
    return "old values are asked for";
  if (update.getOrder() != tile::MemoryOrder::Relaxed)
    return "each is ordered by itself";
  if (update.getKind() == tile::AtomicKind::Exchange)
    return "an exchange leaves one value";
  if (!mayMeet(update))
    return "each has a cell of its own";
  if (LayoutAttr::of(type).size(layout::Place::Register) > kMaxRegisters)
    return "a lane has more than " + std::to_string(kMaxRegisters) + " elements";
  // Of floats one lane after another compares and exchanges, and all others try again.
  if (isShared && !isa<FloatType>(getElementTypeOrSelf(type)))
    return "shared memory adds up integers that meet";
  if (!comesFromLoads(update.getPointer()))
    return "their places are not loaded";
  return "";
}

void tile_gpu::chooseAtomicWidths(func::FuncOp kernel) {
  tile::Divisibility facts;
  kernel.walk([&](AtomicRmwOp op) {
    if (!op.hasWideForms())
      return;
    if (std::optional<strategy::TileAccess> access = strategy::describeAccess(op, facts))
      op.setVector(access->vectorIn(LayoutAttr::of(op.getValue().getType())));
  });
}
