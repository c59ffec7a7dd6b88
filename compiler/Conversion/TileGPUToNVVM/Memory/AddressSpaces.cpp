// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// LLVM infers address spaces too, but not through inline PTX, and not for pointers in many registers as cheaply. Here
/// pointers are followed back through everything that hands them on, loops included; whatever is met once is not
/// followed again, so a cycle alone adds nothing.
#include "compiler/Conversion/TileGPUToNVVM/Memory/AddressSpaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace tilec;

namespace {

class PointerSources {
public:
  explicit PointerSources(Value pointer) {
    pending.push_back(pointer);
    while (!pending.empty() && isKnown) {
      Value value = pending.pop_back_val();
      isKnown = !seen.insert(value).second || follow(value);
    }
  }

  /// True when every source is a global address.
  bool areGlobal() const {
    return isKnown && !anyLocal;
  }
  /// True when every source is a local object.
  bool areLocal() const {
    return isKnown && !anyGlobal;
  }

private:
  /// Queues where `value` comes from; false if it may be any address.
  bool follow(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return followArgument(argument);
    Operation *op = value.getDefiningOp();
    if (isa<tile::AddressOfOp>(op))
      return anyGlobal = true;
    if (isa<tile_gpu::AllocaOp>(op))
      return anyLocal = true;
    if (isa<tile::OffsetOp, tile::SplatOp, tile::ToScalarOp, tile::AssumeOp, tile_gpu::BroadcastOp, tile_gpu::ReshapeOp,
            tile_gpu::PermuteOp, tile_gpu::ConvertLayoutOp, tile_gpu::CatOp, tile_gpu::ExtractOp, tile_gpu::InsertOp,
            arith::SelectOp>(op)) {
      followPointers(op->getOperands());
      return true;
    }
    if (auto cast = dyn_cast<tile::BitcastOp>(op); cast && isPointer(cast.getSource())) {
      pending.push_back(cast.getSource());
      return true;
    }
    if (auto branch = dyn_cast<RegionBranchOpInterface>(op))
      return followBranches(branch);
    return false;
  }

  bool followArgument(BlockArgument argument) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (isa<FunctionOpInterface>(parent))
      return anyGlobal = true;
    auto branch = dyn_cast<RegionBranchOpInterface>(parent);
    return branch && followBranches(branch);
  }

  /// Everything that any branch of `op` may hand to anything of pointer type in it: coarse and cheap.
  bool followBranches(RegionBranchOpInterface op) {
    followPointers(op->getOperands());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        followPointers(block.getTerminator()->getOperands());
    return true;
  }

  static bool isPointer(Value value) {
    return isa<tile::PtrType>(getElementTypeOrSelf(value.getType()));
  }
  void followPointers(ValueRange values) {
    for (Value value : values)
      if (isPointer(value))
        pending.push_back(value);
  }

  bool isKnown = true, anyGlobal = false, anyLocal = false;
  llvm::DenseSet<Value> seen;
  SmallVector<Value> pending;
};

/// The pointer operand of a memory access; null for other ops.
Value accessedPointer(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<tile_gpu::LoadOp, tile_gpu::LoadStructsOp, tile_gpu::StoreOp, tile_gpu::AtomicLoadOp,
            tile_gpu::AtomicStoreOp, tile_gpu::AtomicRmwOp, tile_gpu::AtomicCasOp>(
          [](auto access) { return access.getPointer(); })
      .Default([](Operation *) { return Value(); });
}

} // namespace

KnownSpaces tilec::findKnownSpaces(Operation *root) {
  KnownSpaces spaces;
  root->walk([&](Operation *op) {
    Value pointer = accessedPointer(op);
    if (!pointer)
      return;
    PointerSources sources(pointer);
    if (sources.areGlobal())
      spaces.global.insert(op);
    else if (sources.areLocal())
      spaces.shared.insert(op);
  });
  return spaces;
}
