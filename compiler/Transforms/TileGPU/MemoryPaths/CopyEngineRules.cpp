// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/MemoryPaths/CopyEngineRules.h"

#include "dialects/Tile/Analysis/Alias.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

static bool forbidsTensorMaps(ArrayAttr hints) {
  return hints && llvm::any_of(hints.getAsRange<tile::HintsAttr>(), [](tile::HintsAttr hint) {
           return hint.getAllowTma() && !hint.getAllowTma().getValue();
         });
}

static bool ordersMemory(Operation *op) {
  return TypeSwitch<Operation *, bool>(op)
      .Case<AtomicLoadOp, AtomicStoreOp, AtomicRmwOp, AtomicCasOp, AtomicLoadViewOp, AtomicStoreViewOp,
            AtomicReduceViewOp>([](auto atomic) { return atomic.getOrder() != tile::MemoryOrder::Relaxed; })
      .Default(false);
}

CopyEngineRules::CopyEngineRules(func::FuncOp kernel, const Target &target) : kernel(kernel), target(target) {
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    numbers.insert({op, numbers.size()});
    TypeSwitch<Operation *>(op)
        .Case<LoadOp, StoreOp, AtomicLoadOp, AtomicStoreOp, AtomicRmwOp, AtomicCasOp>(
            [&](auto access) { accesses.push_back({op, access.getPointer(), !isa<LoadOp>(op)}); })
        .Case<LoadViewOp, StoreViewOp, AtomicLoadViewOp, AtomicStoreViewOp, AtomicReduceViewOp>(
            [&](auto access) { accesses.push_back({op, access.getView(), !isa<LoadViewOp>(op)}); });
    synchronizes |= ordersMemory(op);
  });
}

std::string CopyEngineRules::whyNever(Operation *op, Value address, bool isLoad) const {
  if (forbidsTensorMaps(op->getAttrOfType<ArrayAttr>("hints")))
    return "the hint allow_tma = false forbids it; allow_tma = true would help";
  if (!target.has(Capability::BulkCopy))
    return target.name() + " has no copy engine";
  if (synchronizes)
    return "the kernel orders memory by atomics, which the copy engine does not see; relaxed atomics would help";
  if (llvm::any_of(accesses, [&](const Access &other) { return collides(op, address, isLoad, other); }))
    return "other accesses of this kernel may touch the same memory; say __restrict__ where they do not";
  return "";
}

std::string CopyEngineRules::whyNoRows(Value view) const {
  if (!isa<tile::GatherScatterViewType>(view.getType()) || target.has(Capability::GatherRows))
    return "";
  return "the rows of a gather are not one box, and " + target.name() + " copies nothing else";
}

bool CopyEngineRules::collides(Operation *op, Value address, bool isLoad, const Access &other) const {
  if (other.op == op)
    return false;
  bool isBefore = other.isWrite && mayPrecede(other.op, op), isBehind = !isLoad && mayPrecede(op, other.op);
  return (isBefore || isBehind) && tile::mayAlias(address, 0, other.address, 0);
}

bool CopyEngineRules::mayPrecede(Operation *first, Operation *second) const {
  for (auto loop = first->getParentOfType<LoopLikeOpInterface>(); loop && !tile::isBlockLoop(loop);
       loop = loop->getParentOfType<LoopLikeOpInterface>())
    if (loop->isAncestor(second))
      return true;
  return numbers.lookup(first) < numbers.lookup(second);
}

bool CopyEngineRules::takesHiddenParameters() const {
  auto variant = kernel->getAttrOfType<tile::VariantAttr>(tile::kVariantAttr);
  return variant && variant.getKernel().getValue() != func::FuncOp(kernel).getName();
}
