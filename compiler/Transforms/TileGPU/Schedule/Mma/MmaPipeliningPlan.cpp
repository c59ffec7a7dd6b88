// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Schedule/Mma/MmaPipeliningPlan.h"
#include "compiler/Transforms/TileGPU/Loops/LoopOrder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

bool tile_gpu::isScalarArithmetic(Operation *op) {
  return isa<arith::ArithDialect>(op->getDialect()) && !isa<RankedTensorType>(op->getResult(0).getType());
}

/// What the producer waits for before it fills stages of which `full` tells.
static Value emptyOf(WarpRolesOp roles, Value full) {
  Value empty;
  roles.getProducer().walk([&](MbarrierExpectTxOp expect) {
    if (expect.getBarriers() != full)
      return;
    for (Operation *op = expect->getPrevNode(); op; op = op->getPrevNode())
      if (auto wait = dyn_cast<MbarrierWaitOp>(op)) {
        empty = wait.getBarriers();
        return;
      }
  });
  return empty;
}

SmallVector<MbarrierArriveOp> tile_gpu::arrivalsFor(Block &block, WarpRolesOp roles, Value full) {
  SmallVector<MbarrierArriveOp> arrivals;
  Value empty = emptyOf(roles, full);
  for (auto arrive : block.getOps<MbarrierArriveOp>())
    if (empty && arrive.getBarriers() == empty)
      arrivals.push_back(arrive);
  return arrivals;
}

namespace {

class Planner {
public:
  Planner(scf::ForOp loop, WarpRolesOp roles, bool sharesStages)
      : loop(loop), roles(roles), sharesStages(sharesStages) {}

  MmaPipelining run() {
    findMma();
    if (!plan.mma)
      return plan;
    if (loop.getUnsignedCmp())
      plan.decline("it counts without sign");
    for (Value operand : plan.mma->getOperands())
      addToHead(operand);
    for (size_t i = 0; i < plan.counters.size(); ++i)
      addToAdvance(loop.getYieldedValues()[plan.counters[i]]);
    for (Operation *op : plan.head)
      checkHead(op);
    if (sharesStages)
      checkOtherStageBuffers();
    plan.head.insert(plan.mma);
    return plan;
  }

private:
  void findMma() {
    for (auto mma : loop.getBody()->getOps<WarpgroupMmaOp>()) {
      if (mma.getAccumulator() || !mma.getResult().hasOneUse())
        continue;
      auto wait = dyn_cast<WarpgroupWaitOp>(*mma->user_begin());
      if (!wait || wait->getBlock() != loop.getBody() || wait.getPending() != 0 || wait.getAccumulators().size() != 1)
        continue;
      plan.mma = mma;
      plan.wait = wait;
      return;
    }
  }

  /// A carried value by its number; none for other values, declined for the loop's counter.
  bool addCarried(Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != loop.getBody())
      return false;
    if (argument.getArgNumber() == 0)
      plan.decline("its stage depends on the loop's counter");
    else
      plan.counters.insert(argument.getArgNumber() - 1);
    return true;
  }

  void addToHead(Value value) {
    if (loop.isDefinedOutsideOfLoop(value) || addCarried(value))
      return;
    Operation *op = value.getDefiningOp();
    if (auto wait = dyn_cast<AsyncWaitOp>(op); wait && !roles && op->getBlock() == loop.getBody())
      return addCopied(wait);
    if (op->getBlock() != loop.getBody() ||
        (!isa<BufferStageOp, BufferViewOp, MbarrierWaitOp>(op) && !isScalarArithmetic(op)))
      return plan.decline("it multiplies what the iteration computes");
    for (Value operand : op->getOperands())
      addToHead(operand);
    plan.head.insert(op);
  }

  /// The groups stay those of the iteration: they are no counters.
  void addCopied(AsyncWaitOp wait) {
    plan.copied = wait;
    for (Operation *op = wait; op == wait || isa<ProxyFenceOp, MemoryBarrierOp>(op); op = op->getNextNode())
      plan.head.insert(op);
  }

  void addToAdvance(Value value) {
    if (loop.isDefinedOutsideOfLoop(value) || addCarried(value))
      return;
    Operation *op = value.getDefiningOp();
    if (op->getBlock() != loop.getBody() || !isScalarArithmetic(op))
      return plan.decline("its stage buffer is not counted by arithmetic alone");
    for (Value operand : op->getOperands())
      addToAdvance(operand);
    plan.advance.insert(op);
  }

  void checkHead(Operation *op) {
    if (auto stage = dyn_cast<BufferStageOp>(op); stage && stage.getBuffer().getType().getStages() < 2)
      plan.decline("its stage buffer has one stage");
    auto wait = dyn_cast<MbarrierWaitOp>(op);
    if (!wait || sharesStages)
      return;
    if (llvm::any_of(wait->getUsers(), [&](Operation *user) { return user != plan.mma; }))
      plan.decline("its stage has other readers");
    SmallVector<MbarrierArriveOp> arrivals = arrivalsFor(*loop.getBody(), roles, wait.getBarriers());
    if (arrivals.size() != 1 || !isOfCounters(arrivals.front().getIndex()))
      plan.decline("its stage is not released once in each iteration");
    llvm::append_range(plan.arrivals, arrivals);
  }

  /// The producer has to get on to the head's stage before those of this iteration are released.
  void checkOtherStageBuffers() {
    loop.getBody()->walk([&](MbarrierArriveOp arrive) {
      if (arrive.getBarriers().getType().getCount() < 2)
        plan.decline("a stage buffer beside its own has one stage");
    });
  }

  bool isOfCounters(Value value) {
    if (loop.isDefinedOutsideOfLoop(value))
      return true;
    auto argument = dyn_cast<BlockArgument>(value);
    return argument ? argument.getArgNumber() > 0 && plan.counters.contains(argument.getArgNumber() - 1)
                    : plan.head.contains(value.getDefiningOp());
  }

  scf::ForOp loop;
  WarpRolesOp roles;
  bool sharesStages;
  MmaPipelining plan;
};

} // namespace

MmaPipelining tile_gpu::planPipelining(scf::ForOp loop, WarpRolesOp roles, bool sharesStages) {
  return Planner(loop, roles, sharesStages).run();
}

Value tile_gpu::createLastOf(ImplicitLocOpBuilder &builder, scf::ForOp loop) {
  Value last = arith::SubIOp::create(builder, loop.getUpperBound(), loop.getLowerBound());
  Value one = arith::ConstantOp::create(builder, builder.getIntegerAttr(last.getType(), 1));
  last = arith::SubIOp::create(builder, last, one);
  last = arith::DivUIOp::create(builder, last, loop.getStep());
  last = arith::MulIOp::create(builder, last, loop.getStep());
  return arith::AddIOp::create(builder, last, loop.getLowerBound());
}

scf::IfOp tile_gpu::createWhereItRuns(ImplicitLocOpBuilder &builder, scf::ForOp loop) {
  Value any = arith::CmpIOp::create(builder, lessOf(loop), loop.getLowerBound(), loop.getUpperBound());
  auto around = scf::IfOp::create(builder, loop.getResultTypes(), any, /*withElseRegion=*/true);
  builder.setInsertionPointToStart(around.elseBlock());
  scf::YieldOp::create(builder, loop.getInitArgs());
  builder.setInsertionPointToStart(around.thenBlock());
  return around;
}

bool MmaPipelining::mayArriveAhead() const {
  AsyncWaitOp wait = copied;
  auto last = dyn_cast<BlockArgument>(wait.getGroups().back());
  WarpgroupMmaOp started = mma;
  bool isOwn = llvm::all_of(wait->getUsers(), [&](Operation *user) { return user == started; });
  return isOwn && wait.getPending() > 0 && last && last.getArgNumber() + 1 < last.getOwner()->getNumArguments() &&
         isa<TokenType>(last.getOwner()->getArgument(last.getArgNumber() + 1).getType());
}

void MmaPipelining::arriveAhead() {
  auto last = cast<BlockArgument>(copied.getGroups().back());
  copied.getGroupsMutable().append(last.getOwner()->getArgument(last.getArgNumber() + 1));
  copied.setPending(copied.getPending() - 1);
}

SmallVector<scf::ForOp> tile_gpu::loopsOfCopies(func::FuncOp kernel) {
  SmallVector<scf::ForOp> loops;
  if (!WarpRolesOp::of(kernel))
    kernel.walk([&](scf::ForOp loop) {
      if (llvm::any_of(*loop.getBody(), llvm::IsaPred<AsyncCopyOp>))
        loops.push_back(loop);
    });
  return loops;
}

bool tile_gpu::isOfArrival(Operation *op) {
  return isa<MbarrierWaitOp, AsyncWaitOp, ProxyFenceOp, MemoryBarrierOp>(op);
}
