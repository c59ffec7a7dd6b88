// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts MMAs once their operands are there, waits for them where their accumulators are needed: what the passes before
// have left in its place, in loops of consumers (MmaSchedule.h). Gradients of attention are such loops.
#include "compiler/Transforms/TileGPU/Loops/SplitLoops.h"
#include "compiler/Transforms/TileGPU/Occupancy.h"
#include "compiler/Transforms/TileGPU/Passes.h"
#include "compiler/Transforms/TileGPU/Schedule/Mma/MmaPipeliningPlan.h"
#include "compiler/Transforms/TileGPU/Schedule/Mma/MmaSchedule.h"
#include "compiler/Transforms/TileGPU/WarpSpecialization/ConsumerLoops.h"
#include "dialects/Tile/IR/Remarks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_SCHEDULEMMAS
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// Bodies of loops with MMAs are long.
constexpr unsigned kMostSplits = 2;

/// Rewrites a loop so that each iteration starts the first MMA of the next one behind its own last:
///
///     start first of the first iteration; wait
///     scf.for all but the last iter_args(.., %first) { rest with %first; start the next one's first; wait }
///     rest of the last iteration
class Starter {
public:
  Starter(scf::ForOp loop, MmaPipelining &plan) : loop(loop), plan(plan), builder(loop.getLoc(), loop) {
    for (auto start : loop.getBody()->getOps<WarpgroupMmaOp>())
      last = start;
  }

  /// The blocks that have the rest: the new loop's body, and the one behind it.
  std::pair<Block *, Block *> run() {
    scf::IfOp around = createWhereItRuns(builder, loop);
    IRMapping first;
    first.map(loop.getRegionIterArgs(), loop.getInitArgs());
    Value accumulators = startFirst(first);
    scf::ForOp started = createLoop(accumulators);
    builder.setInsertionPointAfter(started);
    finishLast(started);
    loop.replaceAllUsesWith(around.getResults());
    loop.erase();
    return {started.getBody(), around.thenBlock()};
  }

private:
  void cloneAll(const llvm::SetVector<Operation *> &ops, IRMapping &mapping) {
    SmallVector<Operation *> inOrder(ops.begin(), ops.end());
    llvm::sort(inOrder, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    for (Operation *op : inOrder)
      builder.clone(*op, mapping);
  }

  /// Starts the first MMA, behind a wait of its own.
  Value startFirst(IRMapping &mapping) {
    cloneAll(plan.head, mapping);
    return WarpgroupWaitOp::create(builder, mapping.lookup(plan.mma.getResult()), 0).getResult(0);
  }

  /// Counters as the next iteration has them.
  IRMapping nextFrom(ValueRange carried) {
    IRMapping next;
    next.map(loop.getRegionIterArgs(), carried);
    cloneAll(plan.advance, next);
    IRMapping started = next;
    for (unsigned counter : plan.counters)
      started.map(loop.getRegionIterArg(counter), next.lookupOrDefault(loop.getYieldedValues()[counter]));
    return started;
  }

  scf::ForOp createLoop(Value first) {
    Value end = arith::SubIOp::create(builder, loop.getUpperBound(), loop.getStep());
    SmallVector<Value> inits(loop.getInitArgs());
    inits.push_back(first);
    auto started = scf::ForOp::create(builder, loop.getLowerBound(), end, loop.getStep(), inits);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(started.getBody());
    ValueRange carried = started.getRegionIterArgs();
    IRMapping now;
    now.map(loop.getRegionIterArgs(), carried.drop_back());
    now.map(loop.getInductionVar(), started.getInductionVar());
    now.map(plan.wait.getResult(0), carried.back());
    Value next;
    for (Operation &op : loop.getBody()->without_terminator()) {
      cloneRest(op, now);
      if (&op != last)
        continue;
      IRMapping mapping = nextFrom(carried.drop_back());
      next = startFirst(mapping);
    }
    yield(now, next);
    return started;
  }

  /// Waits for stages stay where others read these, too: they are over by then.
  void cloneRest(Operation &op, IRMapping &mapping) {
    bool isOfFirstAlone = isa<MbarrierWaitOp>(op) && plan.head.contains(&op) && op.hasOneUse();
    if (&op != plan.mma && &op != plan.wait && !isOfFirstAlone)
      builder.clone(op, mapping);
  }

  void yield(IRMapping &mapping, Value next) {
    SmallVector<Value> yields;
    for (Value value : loop.getYieldedValues())
      yields.push_back(mapping.lookupOrDefault(value));
    if (next)
      yields.push_back(next);
    scf::YieldOp::create(builder, yields);
  }

  void finishLast(scf::ForOp started) {
    ValueRange results = started.getResults();
    IRMapping mapping;
    mapping.map(loop.getRegionIterArgs(), results.drop_back());
    mapping.map(plan.wait.getResult(0), results.back());
    mapping.map(loop.getInductionVar(), createLastOf(builder, loop));
    for (Operation &op : loop.getBody()->without_terminator())
      cloneRest(op, mapping);
    yield(mapping, {});
  }

  scf::ForOp loop;
  MmaPipelining &plan;
  Operation *last = nullptr;
  ImplicitLocOpBuilder builder;
};

struct ScheduleMmas : tile_gpu::impl::ScheduleMmasBase<ScheduleMmas> {
  using ScheduleMmasBase::ScheduleMmasBase;

  void runOnOperation() override {
    WarpRolesOp roles = WarpRolesOp::of(getOperation());
    if (!roles)
      return;
    for (scf::ForOp loop : consumerLoops(roles))
      schedule(loop, roles);
    for (scf::ForOp loop : consumerLoops(roles))
      if (!loop.getBody()->getOps<WarpgroupMmaOp>().empty())
        splitAndReport(loop);
  }

private:
  void schedule(scf::ForOp loop, WarpRolesOp roles) {
    MmaSchedule mmas(*loop.getBody(), roles);
    if (!mmas.isPlain())
      return;
    unsigned together = mmas.moveUp(registersOfCarried(loop));
    MmaPipelining plan = planPipelining(loop, roles, /*sharesStages=*/true);
    bool isStarted = starts && plan.mma && plan.declined.empty();
    if (remarks && tile::isPreferredVariant(getOperation()))
      tile::Remark(loop, "ScheduledMmas").with("startTogether", together)
          << "each MMA is waited for where its accumulators are needed; " << together
          << " of an iteration start together"
          << (isStarted ? ", the first one before the iteration before is done" : "")
          << (starts && plan.mma && !isStarted ? "; the first one not earlier: " + plan.declined : "");
    SmallVector<Block *> blocks = {loop.getBody()};
    if (isStarted) {
      auto [body, behind] = Starter(loop, plan).run();
      blocks = {body, behind};
    }
    for (Block *block : blocks)
      MmaSchedule(*block, roles).placeWaits();
  }

  void splitAndReport(scf::ForOp loop) {
    Location loc = loop.getLoc();
    unsigned count = splitAtConditions(loop, kMostSplits);
    if (count && remarks && tile::isPreferredVariant(getOperation()))
      tile::Remark(loc, getOperation(), "SplitLoop").with("loops", count + 1)
          << "the loop is split where its conditions change: " << count + 1 << " loops";
  }

  static int64_t registersOfCarried(scf::ForOp loop) {
    int64_t registers = 0;
    for (Value carried : loop.getRegionIterArgs())
      registers += registersOf(carried.getType());
    return registers;
  }
};

} // namespace
