// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TileGPU/Transforms/Roles/ProducerSlice.h"
#include "dialects/Tile/Analysis/Alias.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

std::optional<ProducerObstacle> ProducerSlice::add(TmaLoadOp copy) {
  llvm::DenseSet<Operation *> oldOps = ops;
  llvm::DenseSet<Value> oldValues = values;
  SmallVector<NextBlockOp> oldDraws = draws;
  obstacle.reset();
  need(copy.getMap());
  needRange(copy.getCoordinates());
  needAround(copy);
  if (obstacle) {
    ops = std::move(oldOps);
    values = std::move(oldValues);
    draws = std::move(oldDraws);
  }
  return obstacle;
}

void ProducerSlice::refuse(Operation *op, StringRef reason) {
  if (!obstacle)
    obstacle = ProducerObstacle{reason.str(), op};
}

void ProducerSlice::needRange(ValueRange needed) {
  for (Value value : needed)
    need(value);
}

void ProducerSlice::need(Value value) {
  if (obstacle || !values.insert(value).second)
    return;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return needArgument(argument);
  needResult(cast<OpResult>(value));
}

void ProducerSlice::needArgument(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  if (parent == kernel)
    return;
  needControl(parent);
  unsigned number = argument.getArgNumber();
  if (auto loop = dyn_cast<scf::ForOp>(parent)) {
    if (argument != loop.getInductionVar()) {
      need(loop.getInitArgs()[number - 1]);
      need(loop.getBody()->getTerminator()->getOperand(number - 1));
    }
    return;
  }
  // No others have arguments: `needControl` has refused them.
  auto loop = dyn_cast<scf::WhileOp>(parent);
  if (!loop)
    return;
  if (argument.getOwner() == loop.getAfterBody())
    return need(loop.getConditionOp().getArgs()[number]);
  need(loop.getInits()[number]);
  need(loop.getYieldOp().getOperand(number));
}

void ProducerSlice::needResult(OpResult result) {
  Operation *op = result.getOwner();
  unsigned number = result.getResultNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return need(loop.getRegionIterArg(number));
  if (isa<scf::WhileOp, scf::IfOp, scf::IndexSwitchOp>(op))
    needControl(op);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return need(loop.getConditionOp().getArgs()[number]);
  if (!isa<scf::IfOp, scf::IndexSwitchOp>(op))
    return needOp(op);
  for (Region &region : op->getRegions())
    need(region.front().getTerminator()->getOperand(number));
}

/// Only the end of its block uses the number.
static bool isForNextIteration(NextBlockOp draw) {
  Operation *end = draw->getBlock()->getTerminator();
  return llvm::all_of(draw->getUsers(), [&](Operation *user) { return user == end; });
}

/// A map that the kernel makes, the memory for it, and the fence that ends the making.
void ProducerSlice::needMap(BuildTensorMapOp build) {
  ops.insert(build);
  values.insert(build.getBuffer());
  ops.insert(build.getBuffer().getDefiningOp());
  for (Operation *user : build->getUsers())
    if (isa<TensorMapFenceOp>(user))
      ops.insert(user);
  needRange(build.getValues());
  needAround(build);
}

void ProducerSlice::needOp(Operation *op) {
  if (auto build = dyn_cast<BuildTensorMapOp>(op))
    return needMap(build);
  if (auto draw = dyn_cast<NextBlockOp>(op); draw && isForNextIteration(draw)) {
    ops.insert(op);
    draws.push_back(draw);
    need(draw.getDraws());
    return needAround(op);
  }
  auto scratch = dyn_cast<ScratchInterface>(op);
  auto isTile = [](Type type) { return isa<ShapedType>(type); };
  if (llvm::any_of(op->getOperandTypes(), isTile) || llvm::any_of(op->getResultTypes(), isTile))
    return refuse(op, "where it starts depends on the elements of a tile");
  auto load = dyn_cast<LoadOp>(op);
  if (load && mayBeWritten(load))
    return refuse(op, "where it starts is read from memory that the kernel may write");
  bool isAllowed =
      op->getNumRegions() == 0 && !(scratch && scratch.getScratchBytes() > 0) && (load || isMemoryEffectFree(op));
  if (!isAllowed)
    return refuse(op, "where it starts depends on '" + op->getName().getStringRef().str() + "'");
  ops.insert(op);
  needRange(op->getOperands());
  needAround(op);
}

/// What decides whether and how often `op` is executed.
void ProducerSlice::needAround(Operation *op) {
  for (Operation *parent = op->getParentOp(); parent && parent != kernel; parent = parent->getParentOp())
    needControl(parent);
}

void ProducerSlice::needControl(Operation *op) {
  if (obstacle || !ops.insert(op).second)
    return;
  if (auto loop = dyn_cast<scf::ForOp>(op))
    needRange({loop.getLowerBound(), loop.getUpperBound(), loop.getStep()});
  else if (auto loop = dyn_cast<scf::WhileOp>(op))
    need(loop.getConditionOp().getCondition());
  else if (auto branch = dyn_cast<scf::IfOp>(op))
    need(branch.getCondition());
  else if (auto branch = dyn_cast<scf::IndexSwitchOp>(op))
    need(branch.getArg());
  else
    return refuse(op, "it stands inside of '" + op->getName().getStringRef().str() + "'");
  needAround(op);
}

/// Where the copy engine may write.
static void appendWritten(TensorMapAttr map, func::FuncOp kernel, SmallVectorImpl<Value> &addresses) {
  for (BlockArgument argument : kernel.getArguments())
    if (isa<tile::PtrType>(argument.getType()) && map.getBase().isFunctionOfSymbol(argument.getArgNumber()))
      addresses.push_back(argument);
}

bool ProducerSlice::mayBeWritten(LoadOp load) {
  SmallVector<Value> written;
  kernel.walk([&](Operation *op) {
    TypeSwitch<Operation *>(op)
        .Case<StoreOp, AtomicStoreOp, AtomicRmwOp, AtomicCasOp>(
            [&](auto write) { written.push_back(write.getPointer()); })
        .Case<BulkStoreOp, BulkReduceOp>([&](auto write) { written.push_back(write.getPointer()); })
        .Case<TmaStoreOp, TmaReduceOp>([&](auto write) { appendWritten(write.getDescription(), kernel, written); });
  });
  return llvm::any_of(written, [&](Value address) { return tile::mayAlias(load.getPointer(), 0, address, 0); });
}
