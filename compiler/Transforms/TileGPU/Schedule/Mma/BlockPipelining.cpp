// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Schedule/Mma/BlockPipelining.h"
#include "compiler/Transforms/TileGPU/Occupancy.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

bool isCarriable(Type type) {
  return isDistributed(type) ? getElementTypeOrSelf(type).isIntOrFloat() : type.isIntOrIndexOrFloat();
}

/// Uses in `op` of values from elsewhere.
void forEachOperand(Operation *op, function_ref<void(Value)> visit) {
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (!op->isAncestor(operand.getParentBlock()->getParentOp()))
        visit(operand);
  });
}

class Planner {
public:
  explicit Planner(Operation *blocks) : blocks(blocks), body(bodyOfBlocks(blocks)) {}

  BlockPipelining run() {
    findMmas();
    if (!plan.around)
      return {};
    hoistScalars();
    collectHead();
    collectTail();
    collectEnd();
    checkEnd();
    capture();
    countRegisters();
    return std::move(plan);
  }

private:
  /// An MMA in front of the only loop, and one behind it that adds to what the loop gives.
  void findMmas() {
    for (auto around : body->getOps<scf::IfOp>()) {
      if (!around.elseBlock() || !isEmpty(around.elseBlock()))
        continue;
      auto mmas = llvm::to_vector(around.thenBlock()->getOps<WarpgroupMmaOp>());
      auto loops = llvm::to_vector(around.thenBlock()->getOps<scf::ForOp>());
      if (mmas.size() != 2 || loops.size() != 1)
        continue;
      plan.loop = loops.front(), plan.first = mmas.front(), plan.last = mmas.back();
      bool isInOrder = plan.first->isBeforeInBlock(plan.loop) && plan.loop->isBeforeInBlock(plan.last);
      plan.firstWait = waitOf(plan.first), plan.lastWait = waitOf(plan.last);
      if (isInOrder && plan.firstWait && plan.lastWait && plan.firstWait->isBeforeInBlock(plan.loop) && yieldsLast()) {
        plan.around = around;
        return;
      }
    }
  }

  /// Its own wait; null if there is none.
  static WarpgroupWaitOp waitOf(WarpgroupMmaOp mma) {
    if (!mma.getResult().hasOneUse())
      return {};
    auto wait = dyn_cast<WarpgroupWaitOp>(*mma->user_begin());
    bool isOwn =
        wait && wait->getBlock() == mma->getBlock() && wait.getPending() == 0 && wait.getAccumulators().size() == 1;
    return isOwn ? wait : WarpgroupWaitOp();
  }

  bool yieldsLast() {
    Value accumulators = plan.lastWait.getResult(0);
    if (!accumulators.hasOneUse() || *accumulators.user_begin() != plan.lastWait->getBlock()->getTerminator())
      return false;
    plan.accumulators = accumulators.use_begin()->getOperandNumber();
    return plan.last.getAccumulator() && plan.last.hasAInRegisters() && !plan.first.getAccumulator();
  }

  Block *mmas() {
    return plan.around.thenBlock();
  }

  /// Constants leave the loop, and counters and conditions that need nothing of the head come before it.
  void hoistScalars() {
    SmallVector<Operation *> constants;
    blocks->walk([&](Operation *op) {
      if (op->hasTrait<OpTrait::ConstantLike>())
        constants.push_back(op);
    });
    for (Operation *op : constants)
      op->moveBefore(blocks);
    for (Operation &op : llvm::make_early_inc_range(*mmas())) {
      bool isScalar = op.getNumRegions() == 0 && isPure(&op) &&
                      llvm::all_of(op.getResultTypes(), [](Type type) { return type.isIntOrIndexOrFloat(); });
      bool isFromOutside =
          llvm::none_of(op.getOperands(), [&](Value value) { return value.getParentBlock() == mmas(); });
      if (isScalar && isFromOutside && op.isBeforeInBlock(plan.loop))
        op.moveBefore(plan.around);
    }
  }

  void collectHead() {
    bool isBehind = false;
    for (Operation &op : llvm::make_range(mmas()->begin(), plan.loop->getIterator())) {
      plan.head.push_back(&op);
      isBehind |= &op == plan.firstWait;
      auto branch = dyn_cast<scf::IfOp>(op);
      if (isBehind && branch)
        addBranch(branch);
      if (isBehind && &op != plan.firstWait && !isMemoryEffectFree(&op) && !isa<MbarrierArriveOp>(op))
        plan.decline("work on the first one's accumulators touches memory");
      for (Value result : op.getResults())
        if (isUsedFrom(plan.loop, result) && !isCarriable(result.getType()))
          plan.decline("its loop uses more of what comes before than tiles and numbers");
    }
  }

  void addBranch(scf::IfOp branch) {
    bool isKnown = branch.getCondition().getParentBlock() != mmas();
    if (isKnown && branch.elseBlock() && (isEmpty(branch.thenBlock()) || isEmpty(branch.elseBlock())))
      plan.branches.push_back(branch);
    else
      plan.decline("its first iteration branches");
  }

  void collectTail() {
    for (Operation &op :
         llvm::make_range(std::next(plan.loop->getIterator()), mmas()->getTerminator()->getIterator())) {
      plan.tail.push_back(&op);
      if (!isa<BufferStageOp, BufferViewOp, MbarrierWaitOp, MbarrierArriveOp, PingPongWaitOp, PingPongArriveOp>(op) &&
          &op != plan.last && &op != plan.lastWait)
        plan.decline("more than an MMA stands behind its loop");
    }
  }

  /// All but what the loop and the producer go on by.
  void collectEnd() {
    llvm::SetVector<Operation *> stays;
    for (Operation &op : llvm::make_range(std::next(plan.around->getIterator()), body->end()))
      if (isa<MbarrierWaitOp, MbarrierArriveOp, BufferGetOp>(op) || &op == body->getTerminator())
        stays.insert(&op);
    for (size_t i = 0; i < stays.size(); ++i)
      forEachOperand(stays[i], [&](Value value) {
        Operation *op = value.getDefiningOp();
        if (op && op->getBlock() == body && plan.around->isBeforeInBlock(op))
          stays.insert(op);
        if (value == plan.around.getResult(plan.accumulators))
          plan.decline("the accumulators are not only stored");
      });
    for (Operation &op : llvm::make_range(std::next(plan.around->getIterator()), body->end()))
      if (!stays.contains(&op))
        plan.end.push_back(&op);
  }

  static bool isWorkOrStore(Operation *op) {
    if (isa<BulkWaitOp, BufferStoreOp, ProxyFenceOp, TmaStoreOp, BulkCommitOp, StoreOp>(op) || isMemoryEffectFree(op))
      return true;
    return isa<scf::IfOp>(op) && llvm::all_of(op->getRegions(), [](Region &region) {
             return region.empty() ||
                    llvm::all_of(region.front(), [](Operation &inner) { return isWorkOrStore(&inner); });
           });
  }

  bool isOfEnd(Operation *op) {
    return llvm::is_contained(plan.end, body->findAncestorOpInBlock(*op));
  }

  void checkEnd() {
    for (Operation *op : plan.end) {
      if (!isWorkOrStore(op))
        plan.decline("blocks end with more than stores");
      op->walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          if (isa<BufferType>(operand.getType()))
            checkBuffer(operand);
      });
    }
    if (llvm::all_of(plan.end, [](Operation *op) { return isMemoryEffectFree(op); }))
      plan.decline("blocks end without a store");
  }

  /// Nothing else of a block touches what its results go through.
  void checkBuffer(Value buffer) {
    auto alloc = buffer.getDefiningOp<AllocBufferOp>();
    bool isElsewhere = !alloc || llvm::any_of(alloc->getUsers(), [&](Operation *user) {
      return blocks->isAncestor(user) && !isOfEnd(user);
    });
    if (isElsewhere)
      plan.decline("blocks use the buffer of their results elsewhere");
  }

  void capture() {
    for (Operation *op : plan.tail)
      forEachOperand(op, [&](Value value) {
        if (!llvm::is_contained(plan.tail, value.getDefiningOp()))
          carry(value);
      });
    SmallVector<Operation *> own = plan.end;
    for (Operation *op : own)
      forEachOperand(op, [&](Value value) { captureForEnd(value); });
    llvm::sort(plan.end, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  }

  void captureForEnd(Value value) {
    Operation *op = value.getDefiningOp();
    if (value == plan.around.getResult(plan.accumulators) || (op && llvm::is_contained(plan.end, op)))
      return;
    // Tiles that numbers make, what is not there yet where a block has no iteration, and what one number gives.
    bool isAgain = op && op->getBlock() == body && op != plan.around && op->getNumRegions() == 0 && isPure(op) &&
                   (!isCarriable(value.getType()) || isDistributed(value.getType()) ||
                    plan.around->isBeforeInBlock(op) || dependsOnOne(op));
    if (!isAgain)
      return carry(value);
    plan.end.push_back(op);
    for (Value operand : op->getOperands())
      captureForEnd(operand);
  }

  /// Whether exactly one operand changes from tile block to tile block.
  bool dependsOnOne(Operation *op) {
    return llvm::count_if(op->getOperands(), [&](Value operand) { return isOfBlocks(operand); }) == 1;
  }

  bool isOfBlocks(Value value) {
    return blocks->isAncestor(value.getParentBlock()->getParentOp());
  }

  void carry(Value value) {
    if (!isOfBlocks(value))
      return;
    Operation *op = value.getDefiningOp();
    if (!isCarriable(value.getType()))
      plan.decline("its end needs more of its block than tiles and numbers");
    if (op && op->getBlock() == body && plan.around->isBeforeInBlock(op))
      plan.decline("its end needs what the next block is known by");
    plan.carried.insert(value);
  }

  void countRegisters() {
    plan.registers = registersOf(plan.first.getType());
    for (Value value : plan.loop.getRegionIterArgs())
      plan.registers += registersOf(value.getType());
    for (Value value : plan.carried)
      plan.registers += value.getDefiningOp() == plan.around ? registersOf(value.getType()) : 0;
  }

  Operation *blocks;
  Block *body;
  BlockPipelining plan;
};

} // namespace

Block *tile_gpu::bodyOfBlocks(Operation *blocks) {
  if (auto loop = dyn_cast<scf::WhileOp>(blocks))
    return loop.getAfterBody();
  return cast<scf::ForOp>(blocks).getBody();
}

BlockPipelining tile_gpu::planBlockPipelining(Operation *blocks) {
  return Planner(blocks).run();
}
