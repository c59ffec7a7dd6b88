// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Tile/Analysis/BlockIndependence.h"
#include "dialects/Tile/Analysis/Alias.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tilec::tile;

namespace {

/// Calls `found` with everything that decides a value, through loops and branches: ops and arguments of functions.
class Deciders {
public:
  /// Ops outside of `scope` are not looked into.
  Deciders(Operation *scope, function_ref<void(Operation *)> found) : scope(scope), found(found) {}

  void add(Value value) {
    if (!seen.insert(value).second)
      return;
    if (auto argument = dyn_cast<BlockArgument>(value))
      return addArgument(argument);
    auto result = cast<OpResult>(value);
    if (scope->isProperAncestor(result.getOwner()))
      addResult(result);
  }

private:
  void addAll(ValueRange values) {
    for (Value value : values)
      add(value);
  }

  void addArgument(BlockArgument argument) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (!scope->isAncestor(parent) || isa<func::FuncOp>(parent))
      return;
    if (auto loop = dyn_cast<scf::ForOp>(parent)) {
      if (argument == loop.getInductionVar())
        return addAll({loop.getLowerBound(), loop.getUpperBound(), loop.getStep()});
      return addCarried(loop, argument.getArgNumber() - 1);
    }
    if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
      bool isBefore = argument.getOwner() == loop.getBeforeBody();
      return isBefore ? addCarried(loop, argument.getArgNumber()) : addPassed(loop, argument.getArgNumber());
    }
    addAll(parent->getOperands());
  }

  /// What a counted loop carries: it begins with one value and goes on with another.
  void addCarried(scf::ForOp loop, unsigned number) {
    add(loop.getInitArgs()[number]);
    add(loop.getYieldedValues()[number]);
  }
  void addCarried(scf::WhileOp loop, unsigned number) {
    add(loop.getInits()[number]);
    add(loop.getYieldOp().getOperand(number));
  }
  void addPassed(scf::WhileOp loop, unsigned number) {
    add(loop.getConditionOp().getArgs()[number]);
    add(loop.getConditionOp().getCondition());
  }

  void addResult(OpResult result) {
    Operation *op = result.getOwner();
    found(op);
    unsigned number = result.getResultNumber();
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      addAll({loop.getLowerBound(), loop.getUpperBound(), loop.getStep()});
      return addCarried(loop, number);
    }
    if (auto loop = dyn_cast<scf::WhileOp>(op))
      return addPassed(loop, number);
    addAll(op->getOperands());
    if (isa<scf::IfOp, scf::IndexSwitchOp>(op))
      for (Region &region : op->getRegions())
        if (!region.empty())
          add(region.front().getTerminator()->getOperand(number));
  }

  Operation *scope;
  function_ref<void(Operation *)> found;
  DenseSet<Value> seen;
};

/// Reads what other blocks may write.
bool readsSharedMemory(Operation *op) {
  if (op->getNumRegions() > 0) // what decides their results is looked at itself
    return false;
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects)
    return true;
  if (!effects.hasEffect<MemoryEffects::Read>() || op->getNumOperands() == 0)
    return false;
  AddressRoots roots = findAddressRoots(op->getOperand(0));
  return roots.unknown || !llvm::all_of(roots.values, [](Value root) { return root.getDefiningOp<AllocaOp>(); });
}

/// The loop may go round until another block has written something.
bool mayWait(scf::WhileOp loop) {
  bool waits = false;
  auto look = [&](Operation *op) { waits |= readsSharedMemory(op); };
  Deciders(loop, look).add(loop.getConditionOp().getCondition());
  return waits;
}

} // namespace

std::optional<BlockObstacle> tilec::tile::findBlockObstacle(func::FuncOp kernel) {
  std::optional<BlockObstacle> obstacle;
  kernel.walk([&](Operation *op) {
    bool isStructured =
        llvm::all_of(op->getRegions(), [](Region &region) { return region.empty() || region.hasOneBlock(); });
    if (!isStructured)
      obstacle = {op, "its control flow is not structured"};
    else if (auto loop = dyn_cast<scf::WhileOp>(op); loop && mayWait(loop))
      obstacle = {op, "this loop may wait for another block: whether it goes on depends on memory that it reads"};
    return obstacle ? WalkResult::interrupt() : WalkResult::advance();
  });
  return obstacle;
}

static void lookAtDeciders(Value value, function_ref<void(Operation *)> look) {
  Operation *kernel = value.getParentRegion()->getParentOfType<func::FuncOp>();
  Deciders(kernel, look).add(value);
}

unsigned tilec::tile::blockDimensionsOf(Value value) {
  unsigned dimensions = 0;
  lookAtDeciders(value, [&](Operation *op) {
    if (auto id = dyn_cast<BlockIdOp>(op))
      dimensions |= 1u << unsigned(id.getDimension());
  });
  return dimensions;
}

bool tilec::tile::comesOfTables(Value value) {
  bool isLoaded = false, isOther = false;
  lookAtDeciders(value, [&](Operation *op) {
    if (!isa<LoadOp, LoadViewOp>(op))
      return;
    bool isOne = elementCount(op->getResultTypes().front()) == 1;
    (isOne ? isLoaded : isOther) = true;
  });
  return isLoaded && !isOther;
}
