// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/WarpSpecialization/ProducerSlice.h"
#include "dialects/Tile/Analysis/Alias.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

std::optional<ProducerObstacle> ProducerSlice::add(TmaLoadOp copy) {
  llvm::DenseSet<Operation *> oldOps = ops;
  llvm::DenseSet<Value> oldValues = values;
  SmallVector<Draw> oldDraws = draws;
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

/// Numbers that come from another CTA are known too late for arithmetic of this iteration.
static bool isArithmetic(Operation *op, Block *block) {
  auto isNumber = [](Type type) { return type.isIntOrIndex(); };
  return op->getBlock() == block && op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperandTypes(), isNumber) && llvm::all_of(op->getResultTypes(), isNumber) &&
         tile::numCtasOf(op) <= 1;
}

/// Nothing where more than the next iteration needs the number.
static std::optional<Draw> planDraw(NextBlockOp op) {
  Draw draw{op, {}, {}};
  Block *block = op->getBlock();
  SmallVector<Value> sources = {op};
  while (!sources.empty()) {
    Value source = sources.pop_back_val();
    for (Operation *user : source.getUsers()) {
      if (user == block->getTerminator() && source.getType().isInteger(32))
        draw.handedOn.insert(source);
      else if (user == block->getTerminator() || !isArithmetic(user, block))
        return std::nullopt;
      else if (draw.arithmetic.insert(user))
        llvm::append_range(sources, user->getResults());
    }
  }
  return draw;
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

/// With all that the others have to be told.
void ProducerSlice::needDraw(const Draw &draw) {
  ops.insert(draw.op);
  draws.push_back(draw);
  need(NextBlockOp(draw.op).getDraws());
  needRange(draw.handedOn.getArrayRef());
  needAround(draw.op);
}

void ProducerSlice::needOp(Operation *op) {
  if (auto build = dyn_cast<BuildTensorMapOp>(op))
    return needMap(build);
  if (auto next = dyn_cast<NextBlockOp>(op))
    if (std::optional<Draw> draw = planDraw(next))
      return needDraw(*draw);
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
