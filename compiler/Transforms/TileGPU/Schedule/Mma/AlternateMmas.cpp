// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Schedule/Mma/AlternateMmas.h"
#include "compiler/Transforms/TileGPU/Occupancy.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// An MMA in flight, and the values that its head was started from.
struct Started {
  IRMapping mapping;
  Value accumulators;
};

class Alternator {
public:
  Alternator(scf::ForOp loop, MmaPipelining &plan) : loop(loop), plan(plan), builder(loop.getLoc(), loop) {}

  void run() {
    scf::IfOp around = createWhereItRuns(builder, loop);
    SmallVector<Value> carried(loop.getInitArgs());
    Started first = startFrom(carried);
    carried.push_back(waitFor(first, 0));
    carried = runPairs(carried);
    carried = runLast(carried);
    scf::YieldOp::create(builder, carried);
    loop.replaceAllUsesWith(around.getResults());
    loop.erase();
  }

private:
  Value constant(int64_t value) {
    return arith::ConstantOp::create(builder, builder.getIntegerAttr(loop.getInductionVar().getType(), value));
  }

  Value behind(Value counter, Value iterations) {
    return arith::AddIOp::create(builder, counter, arith::MulIOp::create(builder, iterations, loop.getStep()));
  }

  /// The last of the carried values are accumulators of the iteration that the others begin, to be added.
  SmallVector<Value> runPairs(SmallVector<Value> carried) {
    Value pairStep = arith::MulIOp::create(builder, loop.getStep(), constant(2));
    Value end = arith::SubIOp::create(builder, loop.getUpperBound(), pairStep);
    auto pairs = scf::ForOp::create(builder, loop.getLowerBound(), end, pairStep, carried);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(pairs.getBody());
    Value counter = pairs.getInductionVar();
    carried.assign(pairs.getRegionIterArgs().begin(), pairs.getRegionIterArgs().end());
    Value accumulators = carried.pop_back_val();
    Started next = startFrom(followedBy(carried));
    carried = doRest(carried, accumulators, counter);
    Started nextButOne = startFrom(followedBy(carried));
    accumulators = waitFor(next, 1);
    carried = doRest(carried, accumulators, arith::AddIOp::create(builder, counter, loop.getStep()));
    carried.push_back(waitFor(nextButOne, 0));
    scf::YieldOp::create(builder, carried);
    return pairs.getResults();
  }

  /// Adds the accumulators that are left; one iteration more where their number is even.
  SmallVector<Value> runLast(SmallVector<Value> carried) {
    Value accumulators = carried.pop_back_val(), one = constant(1);
    Value last = arith::SubIOp::create(builder, loop.getUpperBound(), loop.getLowerBound());
    last = arith::DivUIOp::create(builder, arith::SubIOp::create(builder, last, one), loop.getStep());
    Value odd = arith::AndIOp::create(builder, last, one);
    Value counter = behind(loop.getLowerBound(), arith::SubIOp::create(builder, last, odd));
    Value isLeft = arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, odd, constant(0));
    auto branch = scf::IfOp::create(builder, loop.getResultTypes(), isLeft, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(builder, doRest(carried, accumulators, counter));
    builder.setInsertionPointToStart(branch.thenBlock());
    Started next = startFrom(followedBy(carried));
    carried = doRest(carried, accumulators, counter);
    accumulators = waitFor(next, 0);
    scf::YieldOp::create(builder,
                         doRest(carried, accumulators, arith::AddIOp::create(builder, counter, loop.getStep())));
    return branch.getResults();
  }

  IRMapping carriedAs(ArrayRef<Value> carried) {
    IRMapping mapping;
    mapping.map(loop.getRegionIterArgs(), carried);
    return mapping;
  }

  void cloneInOrder(const llvm::SetVector<Operation *> &ops, IRMapping &mapping) {
    SmallVector<Operation *> inOrder(ops.begin(), ops.end());
    llvm::sort(inOrder, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    for (Operation *op : inOrder)
      builder.clone(*op, mapping);
  }

  /// What the iteration behind the one that begins with these values starts from: counters alone are right.
  SmallVector<Value> followedBy(ArrayRef<Value> carried) {
    IRMapping mapping = carriedAs(carried);
    cloneInOrder(plan.advance, mapping);
    SmallVector<Value> next(carried);
    for (unsigned counter : plan.counters)
      next[counter] = mapping.lookupOrDefault(loop.getYieldedValues()[counter]);
    return next;
  }

  Started startFrom(ArrayRef<Value> carried) {
    Started started{carriedAs(carried), {}};
    cloneInOrder(plan.head, started.mapping);
    started.accumulators = started.mapping.lookup(plan.mma.getResult());
    return started;
  }

  /// Its accumulators, once it has at most so many behind it; its stages are released.
  Value waitFor(Started &started, int64_t pending) {
    Value accumulators = WarpgroupWaitOp::create(builder, started.accumulators, pending).getResult(0);
    for (MbarrierArriveOp arrive : plan.arrivals)
      builder.clone(*arrive.getOperation(), started.mapping);
    return accumulators;
  }

  /// What else the iteration does; what is carried on.
  SmallVector<Value> doRest(ArrayRef<Value> carried, Value accumulators, Value counter) {
    IRMapping mapping = carriedAs(carried);
    mapping.map(loop.getInductionVar(), counter);
    mapping.map(plan.wait.getResult(0), accumulators);
    for (Operation &op : loop.getBody()->without_terminator())
      if (isOfRest(&op))
        builder.clone(op, mapping);
    return llvm::map_to_vector(loop.getYieldedValues(), [&](Value value) { return mapping.lookupOrDefault(value); });
  }

  bool isOfRest(Operation *op) const {
    if (auto arrive = dyn_cast<MbarrierArriveOp>(op))
      return !llvm::is_contained(plan.arrivals, arrive);
    bool isOfHead = plan.head.contains(op) && !isScalarArithmetic(op);
    return !isOfHead && op != plan.wait.getOperation();
  }

  scf::ForOp loop;
  MmaPipelining &plan;
  ImplicitLocOpBuilder builder;
};

} // namespace

bool tile_gpu::isOnlyAddedUp(scf::ForOp loop, MmaPipelining &plan) {
  int64_t mmas = 0;
  loop.getBody()->walk([&](WarpgroupMmaOp) { ++mmas; });
  Value accumulators = plan.wait.getResult(0);
  auto add = accumulators.hasOneUse() ? dyn_cast<arith::AddFOp>(*accumulators.user_begin()) : arith::AddFOp();
  if (mmas != 1 || !add || !add->hasOneUse() || add->getBlock() != loop.getBody())
    return false;
  Value other = add.getLhs() == accumulators ? add.getRhs() : add.getLhs();
  auto carried = dyn_cast<BlockArgument>(other);
  return carried && carried.getOwner() == loop.getBody() && carried.getArgNumber() > 0 && carried.hasOneUse() &&
         loop.getYieldedValues()[carried.getArgNumber() - 1] == add.getResult();
}

int64_t tile_gpu::registersOfAlternation(scf::ForOp loop, MmaPipelining &plan) {
  int64_t registers = 2 * registersOf(plan.mma.getType());
  for (Value carried : loop.getRegionIterArgs())
    registers += registersOf(carried.getType());
  return registers;
}

void tile_gpu::alternateMmas(scf::ForOp loop, MmaPipelining &plan) {
  Alternator(loop, plan).run();
}
