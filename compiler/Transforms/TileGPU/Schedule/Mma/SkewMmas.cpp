// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Schedule/Mma/SkewMmas.h"
#include "compiler/Transforms/TileGPU/Occupancy.h"
#include "compiler/Transforms/TileGPU/SharedMemory/DistinctStages.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

//===- The plan --------------------------------------------------------------------------------------------------===//

namespace {

class Planner {
public:
  Planner(scf::ForOp loop, WarpRolesOp roles, MmaPipelining &pipelining)
      : loop(loop), roles(roles), pipelining(pipelining) {}

  MmaSkew run() {
    findMma();
    if (!plan.mma)
      return plan;
    addToTail(plan.mma.getB());
    for (Value token : plan.mma.getAfter())
      addToTail(token);
    for (Operation *op : plan.tail)
      checkTail(op);
    if (pipelining.copied)
      checkCopies();
    plan.tail.insert(plan.mma);
    findNeeds();
    findLateWork();
    countRegisters();
    return plan;
  }

private:
  /// The only other MMA of the loop.
  void findMma() {
    int64_t count = 0;
    loop.getBody()->walk([&](WarpgroupMmaOp) { ++count; });
    if (count != 2)
      return;
    for (auto mma : loop.getBody()->getOps<WarpgroupMmaOp>())
      if (mma != pipelining.mma && mma.getAccumulator() && mma.hasAInRegisters())
        plan.mma = mma;
    if (plan.mma && !findWait())
      plan.mma = {};
  }

  /// Its accumulators are carried on, and nobody else reads them.
  bool findWait() {
    if (!plan.mma.getResult().hasOneUse())
      return false;
    plan.wait = dyn_cast<WarpgroupWaitOp>(*plan.mma->user_begin());
    if (!plan.wait || plan.wait->getBlock() != loop.getBody() || plan.wait.getPending() != 0 ||
        plan.wait.getAccumulators().size() != 1 || !plan.wait.getResult(0).hasOneUse())
      return false;
    OpOperand &use = *plan.wait.getResult(0).use_begin();
    plan.carried = use.getOperandNumber();
    return use.getOwner() == loop.getBody()->getTerminator();
  }

  bool isInBody(Value value) {
    return value.getDefiningOp() && value.getDefiningOp()->getBlock() == loop.getBody();
  }

  void addToTail(Value value) {
    if (!isInBody(value))
      return;
    Operation *op = value.getDefiningOp();
    if (!isa<BufferStageOp, BufferViewOp, MbarrierWaitOp>(op)) {
      if (isa<BufferType>(value.getType()))
        plan.decline("the second one's operand is stored by the iteration");
      return;
    }
    for (Value operand : op->getOperands())
      addToTail(operand);
    plan.tail.insert(op);
  }

  void checkTail(Operation *op) {
    if (pipelining.head.contains(op))
      return plan.decline("both MMAs share what starts them");
    if (auto stage = dyn_cast<BufferStageOp>(op); stage && stage.getBuffer().getType().getStages() < 2)
      plan.decline("the second one's stage buffer has one stage");
    auto wait = dyn_cast<MbarrierWaitOp>(op);
    if (!wait)
      return;
    if (llvm::any_of(wait->getUsers(), [&](Operation *user) { return user != plan.mma; }))
      plan.decline("the second one's stage has other readers");
    SmallVector<MbarrierArriveOp> arrivals = arrivalsFor(*loop.getBody(), roles, wait.getBarriers());
    if (arrivals.size() > 1)
      plan.decline("the second one's stage is not released once in each iteration");
    llvm::append_range(plan.arrivals, arrivals);
  }

  /// Copies of the next iteration are started while the second MMA reads the stage of this one: those into that
  /// stage come behind the wait for it, and so does their group's end.
  void checkCopies() {
    Value operand = plan.mma.getB();
    while (auto view = operand.getDefiningOp<BufferViewOp>())
      operand = view.getBuffer();
    auto stage = operand.getDefiningOp<BufferStageOp>();
    if (!stage)
      return;
    loop.getBody()->walk([&](AsyncCopyOp copy) {
      auto into = copy.getBuffer().getDefiningOp<BufferStageOp>();
      if (into && into.getBuffer() != stage.getBuffer())
        return;
      std::optional<int64_t> ahead = into ? stagesAhead(into.getIndex(), stage.getIndex()) : std::nullopt;
      if (!ahead || copy->getBlock() != loop.getBody())
        return plan.decline("a copy may write the stage that the second one still reads");
      if ((*ahead + 1) % stage.getBuffer().getType().getStages() == 0)
        plan.late.insert(copy);
    });
    if (!plan.late.empty())
      for (auto commit : loop.getBody()->getOps<AsyncCommitOp>())
        plan.late.insert(commit);
  }

  void addNeeds(Operation *op) {
    for (Value operand : op->getOperands())
      if (!loop.isDefinedOutsideOfLoop(operand) && !plan.tail.contains(operand.getDefiningOp()))
        plan.needs.insert(operand);
  }

  void findNeeds() {
    for (Operation *op : plan.tail)
      addNeeds(op);
    for (MbarrierArriveOp arrive : plan.arrivals)
      addNeeds(arrive);
    if (plan.needs.contains(loop.getInductionVar()))
      plan.decline("the second one's stage depends on the loop's counter");
  }

  /// What depends on the accumulators, and narrows the first operand.
  void findLateWork() {
    Operation *narrowing = plan.mma.getA().getDefiningOp();
    for (Operation &op : loop.getBody()->without_terminator()) {
      bool isNarrowing = &op == narrowing && op.hasOneUse() && isMemoryEffectFree(&op) && op.getNumOperands() == 1;
      if (!plan.tail.contains(&op) && &op != plan.wait && (isNarrowing || isLate(op)))
        plan.late.insert(&op);
    }
    for (Operation *op : plan.late)
      if (!isa<AsyncCopyOp, AsyncCommitOp>(op) && (op->getNumRegions() != 0 ? !isMemoryEffectFree(op) : !isPure(op)))
        plan.decline("work on the second one's accumulators touches memory");
  }

  bool isLate(Operation &op) {
    bool late = false;
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        late |= operand == loop.getRegionIterArg(plan.carried) || plan.late.contains(operand.getDefiningOp());
    });
    return late;
  }

  void countRegisters() {
    plan.registers = registersOf(pipelining.mma.getType());
    for (Value carried : loop.getRegionIterArgs())
      plan.registers += registersOf(carried.getType());
    for (Value needed : plan.needs)
      if (needed != plan.mma.getAccumulator())
        plan.registers += registersOf(needed.getType());
  }

  scf::ForOp loop;
  WarpRolesOp roles;
  MmaPipelining &pipelining;
  MmaSkew plan;
};

//===- The rewriting ---------------------------------------------------------------------------------------------===//

class SkewRewriter {
public:
  SkewRewriter(scf::ForOp loop, MmaPipelining &pipelining, MmaSkew &plan, bool usesPingPong)
      : loop(loop), pipelining(pipelining), plan(plan), usesPingPong(usesPingPong), builder(loop.getLoc(), loop) {}

  void run() {
    bool splits = splitGroups();
    scf::IfOp around = createWhereItRuns(builder, loop);
    SmallVector<Value> first = workOnFirst();
    if (splits)
      pipelining.copied.setPending(1);
    scf::ForOp skewed = createLoop(first);
    builder.setInsertionPointAfter(skewed);
    if (splits)
      arriveLast(skewed.getResults());
    finishLast(skewed.getResults());
    loop.replaceAllUsesWith(around.getResults());
    loop.erase();
  }

private:
  /// Late copies are of the last group. Where all groups are waited for, those before it are one of their own: then
  /// only these are, since the second MMA reads what is late one iteration later.
  bool splitGroups() {
    Operation *last = nullptr;
    bool hasLate = false;
    for (auto copy : loop.getBody()->getOps<AsyncCopyOp>()) {
      bool isLate = plan.late.contains(copy);
      hasLate |= isLate;
      last = isLate ? last : copy.getOperation();
    }
    if (!pipelining.copied || pipelining.copied.getPending() != 0 || !last || !hasLate)
      return false;
    OpBuilder early(loop.getContext());
    early.setInsertionPointAfter(last);
    AsyncCommitOp::create(early, last->getLoc(), last->getResult(0));
    return true;
  }

  /// The last late copies.
  void arriveLast(ValueRange state) {
    IRMapping last = argumentsFrom(state);
    for (Operation *op = pipelining.copied; pipelining.head.contains(op) && isOfArrival(op); op = op->getNextNode())
      if (auto wait = dyn_cast<AsyncWaitOp>(builder.clone(*op, last)))
        wait.setPending(0);
  }

  /// What the loop carries: the values of the next iteration, in place of the second MMA's accumulators nothing, then
  /// what its tail needs of this one.
  SmallVector<Value> state(IRMapping &mapping) {
    SmallVector<Value> values;
    for (auto [i, value] : llvm::enumerate(loop.getYieldedValues()))
      if (i != plan.carried)
        values.push_back(mapping.lookupOrDefault(value));
    for (Value value : plan.needs)
      values.push_back(mapping.lookupOrDefault(value));
    return values;
  }

  /// The arguments of the iteration that begins: all but the second MMA's accumulators.
  IRMapping argumentsFrom(ValueRange state) {
    IRMapping mapping;
    for (auto [i, argument] : llvm::enumerate(loop.getRegionIterArgs()))
      if (i != plan.carried) {
        mapping.map(argument, state.front());
        state = state.drop_front();
      }
    return mapping;
  }

  IRMapping needsFrom(ValueRange state) {
    IRMapping mapping;
    for (auto [value, now] : llvm::zip_equal(plan.needs, state.take_back(plan.needs.size())))
      mapping.map(value, now);
    return mapping;
  }

  bool isOfTail(Operation &op) {
    auto arrive = dyn_cast<MbarrierArriveOp>(op);
    return plan.tail.contains(&op) || &op == plan.wait || (arrive && llvm::is_contained(plan.arrivals, arrive));
  }

  bool isOfHead(Operation &op) {
    auto arrive = dyn_cast<MbarrierArriveOp>(op);
    return &op == pipelining.mma || &op == pipelining.wait ||
           (arrive && llvm::is_contained(pipelining.arrivals, arrive)) ||
           (isOfArrival(&op) && pipelining.head.contains(&op));
  }

  void release(ArrayRef<MbarrierArriveOp> arrivals, IRMapping &mapping) {
    for (MbarrierArriveOp arrive : arrivals)
      builder.clone(*arrive, mapping);
  }

  /// Everything but the tail, in its order.
  SmallVector<Value> workOnFirst() {
    IRMapping mapping;
    mapping.map(loop.getRegionIterArgs(), loop.getInitArgs());
    mapping.map(loop.getInductionVar(), loop.getLowerBound());
    for (Operation &op : loop.getBody()->without_terminator()) {
      if (isOfTail(op))
        continue;
      bool isInTurn = usesPingPong && &op == pipelining.mma;
      if (isInTurn)
        PingPongWaitOp::create(builder);
      builder.clone(op, mapping);
      if (isInTurn)
        PingPongArriveOp::create(builder);
    }
    return state(mapping);
  }

  void work(IRMapping &mapping, bool isLate) {
    for (Operation &op : loop.getBody()->without_terminator())
      if (!isOfTail(op) && !isOfHead(op) && plan.late.contains(&op) == isLate && !(pipelining.copied && isFirst(op)))
        builder.clone(op, mapping);
  }

  /// Copies, which stand before the MMAs: they run under both.
  void startCopies(IRMapping &mapping) {
    for (Operation &op : loop.getBody()->without_terminator())
      if (isFirst(op) && !isOfTail(op) && !isOfHead(op))
        builder.clone(op, mapping);
  }

  bool isFirst(Operation &op) {
    return op.isBeforeInBlock(pipelining.mma) && !plan.late.contains(&op);
  }

  /// The MMA, in flight.
  Value start(const llvm::SetVector<Operation *> &ops, IRMapping &mapping, bool takesTurn) {
    SmallVector<Operation *> inOrder(ops.begin(), ops.end());
    llvm::sort(inOrder, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    Operation *last = nullptr;
    for (Operation *op : inOrder) {
      if (takesTurn && isa<WarpgroupMmaOp>(op))
        PingPongWaitOp::create(builder);
      last = builder.clone(*op, mapping);
    }
    return last->getResult(0);
  }

  scf::ForOp createLoop(ValueRange first) {
    Value end = arith::SubIOp::create(builder, loop.getUpperBound(), loop.getStep());
    auto skewed = scf::ForOp::create(builder, loop.getLowerBound(), end, loop.getStep(), first);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(skewed.getBody());
    IRMapping next = argumentsFrom(skewed.getRegionIterArgs()), now = needsFrom(skewed.getRegionIterArgs());
    next.map(loop.getInductionVar(),
             arith::AddIOp::create(builder, skewed.getInductionVar(), loop.getStep()).getResult());

    Value accumulators = start(pipelining.head, next, usesPingPong), second = start(plan.tail, now, false);
    if (usesPingPong)
      PingPongArriveOp::create(builder);
    if (pipelining.copied)
      startCopies(next);
    auto one = WarpgroupWaitOp::create(builder, ValueRange{accumulators, second}, 1);
    next.map(pipelining.wait.getResult(0), one.getResult(0));
    release(pipelining.arrivals, next);
    work(next, /*isLate=*/false);
    auto both = WarpgroupWaitOp::create(builder, one.getResult(1), 0);
    next.map(loop.getRegionIterArg(plan.carried), both.getResult(0));
    release(plan.arrivals, now);
    work(next, /*isLate=*/true);
    scf::YieldOp::create(builder, state(next));
    return skewed;
  }

  void finishLast(ValueRange state) {
    IRMapping now = needsFrom(state), last = argumentsFrom(state);
    Value started = start(plan.tail, now, usesPingPong);
    if (usesPingPong)
      PingPongArriveOp::create(builder);
    Value accumulators = WarpgroupWaitOp::create(builder, started, 0).getResult(0);
    release(plan.arrivals, now);
    SmallVector<Value> results;
    for (auto [i, argument] : llvm::enumerate(loop.getRegionIterArgs()))
      results.push_back(i == plan.carried ? accumulators : last.lookup(argument));
    scf::YieldOp::create(builder, results);
  }

  scf::ForOp loop;
  MmaPipelining &pipelining;
  MmaSkew &plan;
  bool usesPingPong;
  ImplicitLocOpBuilder builder;
};

} // namespace

MmaSkew tile_gpu::planSkew(scf::ForOp loop, WarpRolesOp roles, MmaPipelining &pipelining) {
  return Planner(loop, roles, pipelining).run();
}

void tile_gpu::skewMma(scf::ForOp loop, MmaPipelining &pipelining, MmaSkew &skew, bool usesPingPong) {
  SkewRewriter(loop, pipelining, skew, usesPingPong).run();
}
