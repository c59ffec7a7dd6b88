// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/SharedMemory/ClusterSynchronization.h"
#include "dialects/Tile/Analysis/Alias.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

struct Access {
  Operation *op;
  Value address;
  bool isWrite;
};

SmallVector<Access> accessesOf(func::FuncOp kernel) {
  SmallVector<Access> accesses;
  kernel.walk([&](Operation *op) {
    TypeSwitch<Operation *>(op)
        .Case<LoadOp, StoreOp, AtomicLoadOp, AtomicStoreOp, AtomicRmwOp, AtomicCasOp>(
            [&](auto access) { accesses.push_back({op, access.getPointer(), !isa<LoadOp>(op)}); })
        .Case<LoadViewOp, StoreViewOp, AtomicLoadViewOp, AtomicStoreViewOp, AtomicReduceViewOp>(
            [&](auto access) { accesses.push_back({op, access.getView(), !isa<LoadViewOp>(op)}); });
  });
  return accesses;
}

/// Whether the op is executed once in each tile block.
bool isOnce(Operation *op) {
  auto loop = op->getParentOfType<LoopLikeOpInterface>();
  return !loop || tile::isBlockLoop(loop);
}

/// Whether one CTA may access in the same tile block what another one writes. A plain store conflicts with itself in
/// the same CTA only, since no two elements have one address.
bool mayMeet(const Access &write, const Access &other) {
  if (write.op == other.op)
    return !isa<StoreOp, StoreViewOp>(write.op) || !isOnce(write.op);
  return tile::mayAlias(write.address, 0, other.address, 0);
}

} // namespace

Operation *tile_gpu::findClusterSynchronization(func::FuncOp kernel) {
  if (tile::numCtasOf(kernel) <= 1)
    return nullptr;
  Operation *found = nullptr;
  kernel.walk([&](Operation *op) {
    if (!found && (isa<ClusterGatherOp, LoadStructsOp>(op) || tile::isForFirstCta(op)))
      found = op;
  });
  SmallVector<Access> accesses = accessesOf(kernel);
  for (const Access &write : accesses)
    if (!found && write.isWrite && llvm::any_of(accesses, [&](const Access &other) { return mayMeet(write, other); }))
      found = write.op;
  return found;
}

bool tile_gpu::hasClusterBarrierBefore(Operation *op) {
  for (; !isa<func::FuncOp>(op); op = op->getParentOp())
    for (Operation *earlier = op->getPrevNode(); earlier; earlier = earlier->getPrevNode())
      if (auto barrier = dyn_cast<MemoryBarrierOp>(earlier))
        if (barrier.getScope() == BarrierScope::Cluster)
          return true;
  return false;
}
