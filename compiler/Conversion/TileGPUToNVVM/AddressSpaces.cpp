// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// LLVM infers address spaces too, but not through inline PTX, and not for pointers in many registers as cheaply. Here
/// pointers are followed back through everything that hands them on, loops included; whatever is met once is not
/// followed again, so a cycle alone adds nothing.
#include "compiler/Conversion/TileGPUToNVVM/AddressSpaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace tilec;

namespace {

class PointerSources {
public:
  /// True when every source of `pointer` is a global address.
  bool areGlobal(Value pointer) {
    pending.push_back(pointer);
    while (!pending.empty()) {
      Value value = pending.pop_back_val();
      if (seen.insert(value).second && !follow(value))
        return false;
    }
    return true;
  }

private:
  /// Queues where `value` comes from; false if it may not be a global address.
  bool follow(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return followArgument(argument);
    Operation *op = value.getDefiningOp();
    if (isa<tile::AddressOfOp>(op))
      return true;
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
      return true;
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

  llvm::DenseSet<Value> seen;
  SmallVector<Value> pending;
};

/// The pointer operand of a memory access; null for other ops.
Value accessedPointer(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<tile_gpu::LoadOp, tile_gpu::StoreOp, tile_gpu::AtomicLoadOp, tile_gpu::AtomicStoreOp, tile_gpu::AtomicRmwOp,
            tile_gpu::AtomicCasOp>([](auto access) { return access.getPointer(); })
      .Default([](Operation *) { return Value(); });
}

} // namespace

GlobalAccesses tilec::findGlobalAccesses(Operation *root) {
  GlobalAccesses accesses;
  root->walk([&](Operation *op) {
    Value pointer = accessedPointer(op);
    if (pointer && PointerSources().areGlobal(pointer))
      accesses.insert(op);
  });
  return accesses;
}
