// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Schedule/AheadSlice.h"
#include "compiler/Transforms/TileGPU/Schedule/CarriedAddresses.h"
#include "dialects/Tile/Analysis/Alias.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

/// The pointer through which `op` writes memory of the program; null if it writes none.
static Value writtenPointer(Operation *op) {
  return TypeSwitch<Operation *, Value>(op)
      .Case<StoreOp, AtomicStoreOp, AtomicRmwOp, AtomicCasOp>([](auto write) { return write.getPointer(); })
      .Default([](Operation *) { return Value(); });
}

static bool isWrittenIn(scf::ForOp loop, Value pointer) {
  return loop.getBody()
      ->walk([&](Operation *op) {
        Value written = writtenPointer(op);
        return written && tile::mayAlias(pointer, 0, written, 0) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

static bool isTrue(Value value) {
  return matchPattern(value, m_One());
}

/// The flag of a `break`: an iteration that finds it set does nothing but leave it set.
static bool isBreakFlag(scf::ForOp loop, Value value) {
  auto flag = dyn_cast<BlockArgument>(value);
  if (!flag || flag.getOwner() != loop.getBody() || flag == loop.getInductionVar())
    return false;
  Value yielded = loop.getBody()->getTerminator()->getOperand(flag.getArgNumber() - loop.getNumInductionVars());
  auto branch = yielded.getDefiningOp<scf::IfOp>();
  if (!branch || branch.getCondition() != flag)
    return false;
  unsigned number = cast<OpResult>(yielded).getResultNumber();
  return isTrue(branch.thenYield().getOperand(number));
}

bool tile_gpu::isBehindBreak(Operation *op) {
  auto loop = op->getParentOfType<scf::ForOp>();
  for (; loop && op->getParentOp() != loop; op = op->getParentOp())
    if (auto branch = dyn_cast<scf::IfOp>(op->getParentOp()); branch && isBreakFlag(loop, branch.getCondition()))
      return true;
  return false;
}

std::string AheadSlice::add(LoadOp load) {
  if (isWrittenIn(loop, load.getPointer()))
    return "the loop may write what it reads; __restrict__ on pointers of their own memory would help";
  if (std::string reason = addAround(load, conditions); !reason.empty())
    return reason;
  for (Value value : {load.getPointer(), load.getMask()})
    if (value)
      if (std::string reason = addValue(value); !reason.empty())
        return reason;
  // What lanes cannot do ahead the copy engine does not either.
  for (Value coordinate : load.getCoordinates())
    if (std::string reason = addValue(coordinate); !reason.empty())
      return reason;
  if (isBehindBreak && !load.getInView())
    return "a break may end the loop before it, and memory is only known to be there if it is loaded by load_masked of "
           "a view";
  if (isBehindBreak && !indices.empty())
    return "its address is loaded in a loop that a break may end; a loop without break would help";
  return "";
}

std::string AheadSlice::addAround(LoadOp load, SmallVectorImpl<AheadCondition> &around) {
  for (Operation *op = load; op->getParentOp() != loop; op = op->getParentOp()) {
    auto branch = dyn_cast<scf::IfOp>(op->getParentOp());
    if (!branch)
      return "it is inside of '" + op->getParentOp()->getName().getStringRef().str() + "'";
    around.insert(around.begin(), {branch.getCondition(), op->getParentRegion() == &branch.getThenRegion()});
  }
  for (const AheadCondition &condition : around) {
    if (isBreakFlag(loop, condition.value) && !condition.expected) {
      isBehindBreak = true;
      continue;
    }
    if (std::string reason = addValue(condition.value); !reason.empty())
      return "it is conditional, and of the condition holds: " + reason;
  }
  return "";
}

std::string AheadSlice::addValue(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    bool isCarried = argument.getOwner() == loop.getBody() && argument != loop.getInductionVar();
    return isCarried && !movesEvenly(loop, argument) ? "its address is carried by the loop" : "";
  }
  Operation *op = value.getDefiningOp();
  if (!loop->isAncestor(op) || !(isOfIndex ? opsOfIndices : ops).insert(op))
    return "";
  if (auto load = dyn_cast<LoadOp>(op))
    return addIndex(load);
  auto scratch = dyn_cast<ScratchInterface>(op);
  // Behind a break it is computed for iterations that there may not be.
  if (op->getNumRegions() > 0 || !isMemoryEffectFree(op) || (scratch && scratch.getScratchBytes() > 0) ||
      (isBehindBreak && !isSpeculatable(op)))
    return "its address is computed by '" + op->getName().getStringRef().str() + "'";
  for (Value operand : op->getOperands())
    if (std::string reason = addValue(operand); !reason.empty())
      return reason;
  return "";
}

std::string AheadSlice::addIndex(LoadOp load) {
  if (std::exchange(isOfIndex, true))
    return "its address is loaded in the loop from where another load says; one index instead of two would help";
  IndexLoad index{load, {}};
  std::string reason = isWrittenIn(loop, load.getPointer()) ? "its address is loaded from what the loop may write"
                                                            : addAround(load, index.conditions);
  for (Value value : {load.getPointer(), load.getMask(), load.getPadding()})
    if (reason.empty() && value)
      reason = addValue(value);
  isOfIndex = false;
  indices.push_back(index);
  return reason;
}

Value tile_gpu::computeAhead(OpBuilder &builder, scf::ForOp loop, Value value, IRMapping &map) {
  if (Value known = map.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  if (!op || !loop->isAncestor(op))
    return value;
  for (Value operand : op->getOperands())
    map.map(operand, computeAhead(builder, loop, operand, map));
  return builder.clone(*op, map)->getResult(cast<OpResult>(value).getResultNumber());
}

void tile_gpu::eraseUnused(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        eraseUnused(inner);
    if (isOpTriviallyDead(&op))
      op.erase();
  }
}
