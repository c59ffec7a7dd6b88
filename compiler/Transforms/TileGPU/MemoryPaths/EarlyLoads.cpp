// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/MemoryPaths/EarlyLoads.h"
#include "compiler/Target/Target.h"
#include "compiler/Transforms/TileGPU/Occupancy.h"
#include "dialects/Tile/Analysis/Alias.h"
#include "dialects/Tile/IR/Remarks.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// Of a lane, where nobody says how many CTAs there have to be.
constexpr int64_t kModestRegisters = 64;
/// Lanes that access less at a time hold addresses and masks besides.
constexpr int64_t kMinAccessBytes = 8;
/// For addresses and what is being computed.
constexpr int64_t kOtherRegisters = 16;

/// Narrow elements are widened to be reduced.
int64_t wordsWhileReduced(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile && isDistributed(type)
             ? std::max<int64_t>(registersOf(type), LayoutAttr::of(tile).size(layout::Place::Register))
             : 0;
}

int64_t bytesOfAccess(LoadOp load) {
  return load.getVector() * tile::storageBytes(getElementTypeOrSelf(load.getType()));
}

bool hasLoop(func::FuncOp kernel) {
  return kernel.walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); }).wasInterrupted();
}

ReduceOp findFirstReduction(func::FuncOp kernel) {
  ReduceOp first;
  kernel.walk([&](ReduceOp reduction) {
    first = reduction;
    return WalkResult::interrupt();
  });
  return first;
}

class EarlyLoads {
public:
  EarlyLoads(func::FuncOp kernel, ReduceOp reduction)
      : reduction(reduction), room(availableRegisters(kernel).value_or(kModestRegisters)) {
    room -= kOtherRegisters;
    for (Operation &op : *reduction->getBlock()) {
      if (&op == reduction)
        break;
      if (!isa<LoadOp>(op))
        continue;
      behind = &op;
      room -= wordsWhileReduced(op.getResult(0).getType());
    }
  }

  void run(bool remarks) {
    SmallVector<LoadOp> loads = behind ? findLoads() : SmallVector<LoadOp>();
    int64_t words = 0;
    for (LoadOp load : loads)
      words += registersOf(load.getType());
    // Where only some of them were early, the row would wait for the others all the same.
    if (words > room)
      return;
    for (LoadOp load : loads) {
      llvm::SetVector<Operation *> makers;
      collect(load, makers);
      for (Operation *maker : makers) {
        maker->moveAfter(behind);
        behind = maker;
      }
      if (remarks)
        tile::Remark(load, "EarlyLoad") << "loaded before the reduction that stands before it";
    }
  }

private:
  /// Loads of tiles behind the reduction that may stand before it.
  SmallVector<LoadOp> findLoads() {
    SmallVector<LoadOp> loads;
    SmallVector<Value> written;
    for (Operation *op = reduction->getNextNode(); op; op = op->getNextNode()) {
      llvm::SetVector<Operation *> makers;
      if (auto load = dyn_cast<LoadOp>(op)) {
        bool mayBeWritten =
            llvm::any_of(written, [&](Value pointer) { return tile::mayAlias(load.getPointer(), 0, pointer, 0); });
        if (isDistributed(load.getType()) && !mayBeWritten && collect(load, makers))
          loads.push_back(load);
        if (isDistributed(load.getType()) && bytesOfAccess(load) < kMinAccessBytes)
          return {};
      } else if (auto store = dyn_cast<StoreOp>(op)) {
        written.push_back(store.getPointer());
      } else if (!isMemoryEffectFree(op)) {
        break;
      }
    }
    return loads;
  }

  /// What stands behind `behind` and `op` needs, and `op` last; false if some of it cannot stand there.
  bool collect(Operation *op, llvm::SetVector<Operation *> &makers) {
    for (Value operand : op->getOperands())
      if (Operation *maker = operand.getDefiningOp(); maker && !isThere(maker) && !makers.contains(maker))
        if (maker->getNumRegions() > 0 || !isMemoryEffectFree(maker) || !collect(maker, makers))
          return false;
    makers.insert(op);
    return true;
  }
  bool isThere(Operation *op) const {
    return op->getBlock() != reduction->getBlock() || op == behind || op->isBeforeInBlock(behind);
  }

  ReduceOp reduction;
  int64_t room; ///< registers of a lane that nothing takes yet
  Operation *behind = nullptr;
};

} // namespace

void tile_gpu::startLoadsEarly(func::FuncOp kernel, bool remarks) {
  ReduceOp reduction = findFirstReduction(kernel);
  if (reduction && !hasLoop(kernel) && tile::numCtasOf(kernel) == 1)
    EarlyLoads(kernel, reduction).run(remarks);
}
