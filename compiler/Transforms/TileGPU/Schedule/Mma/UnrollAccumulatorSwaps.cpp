// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unrolls loops whose accumulators change places, so that each stays in its registers (MmaPasses.td shows one).
//
// Value i that the next iteration begins with continues value `sources[i]` of this one. Copies 0 to order - 1 of the
// body follow each other with the values so rearranged, and behind the last each is in its place again. Of `over`
// iterations beyond the last full round the values go through copies order - over to order - 1 alone: the others only
// rearrange, and begin with what makes up for that. So the values of a place, in a copy or not, are those of the same
// registers throughout.
#include "compiler/Transforms/TileGPU/Loops/LoopOrder.h"
#include "compiler/Transforms/TileGPU/Occupancy.h"
#include "compiler/Transforms/TileGPU/Passes.h"
#include "compiler/Transforms/TileGPU/Schedule/Mma/AccumulatorCycles.h"
#include "dialects/Tile/IR/Remarks.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include <numeric>

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_UNROLLACCUMULATORSWAPS
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

constexpr unsigned kMostCopies = 8;
/// The most ops of all copies, since the program would grow too much.
constexpr unsigned kMostOps = 1000;

/// Registers for what lanes load in an iteration, beyond which there are none to exchange accumulators in.
constexpr int64_t kMostLoaded = 16;

/// How the carried values of a loop change places.
struct Exchange {
  SmallVector<unsigned> sources; ///< of each carried value, in the iteration before; itself where it does not move
  unsigned order = 1;            ///< iterations until all are in their places again
  std::string declined;

  SmallVector<Value> rearrange(ValueRange values, unsigned times = 1) const {
    SmallVector<Value> now(values);
    for (unsigned i = 0; i < times; ++i)
      now = llvm::map_to_vector(sources, [&](unsigned source) { return now[source]; });
    return now;
  }
};

/// The carried value whose accumulators become `value`, if it is one; `isAccumulator` where MMAs add to it.
std::optional<unsigned> sourceOf(scf::ForOp loop, Value value, bool &isAccumulator) {
  for (;;) {
    if (auto carried = dyn_cast<BlockArgument>(value))
      return carried.getOwner() == loop.getBody() && carried != loop.getInductionVar()
                 ? std::optional(carried.getArgNumber() - loop.getNumInductionVars())
                 : std::nullopt;
    Operation *op = value.getDefiningOp();
    if (op->getBlock() != loop.getBody())
      return std::nullopt;
    if (auto mma = dyn_cast<WarpgroupMmaOp>(op)) {
      isAccumulator = true;
      value = mma.getAccumulator();
    } else if (auto wait = dyn_cast<WarpgroupWaitOp>(op)) {
      value = wait.getAccumulators()[cast<OpResult>(value).getResultNumber()];
    } else {
      return std::nullopt;
    }
    if (!value)
      return std::nullopt;
  }
}

/// The values that come back to their places when they have been in those of others, and one of which is an
/// accumulator.
Exchange findExchange(scf::ForOp loop) {
  Exchange exchange;
  unsigned count = loop.getNumRegionIterArgs();
  SmallVector<std::optional<unsigned>> sources(count);
  SmallVector<char> accumulators(count, 0);
  for (unsigned i = 0; i < count; ++i) {
    bool isAccumulator = false;
    if (isDistributed(loop.getRegionIterArg(i).getType()))
      sources[i] = sourceOf(loop, loop.getYieldedValues()[i], isAccumulator);
    accumulators[i] = char(isAccumulator);
  }
  exchange.sources.resize(count);
  std::iota(exchange.sources.begin(), exchange.sources.end(), 0U);
  for (const AccumulatorCycle &cycle : findCycles(sources)) {
    if (llvm::none_of(cycle, [&](unsigned member) { return accumulators[member]; }))
      continue;
    for (unsigned member : cycle)
      exchange.sources[member] = *sources[member];
    exchange.order = std::lcm(exchange.order, unsigned(cycle.size()));
  }
  return exchange;
}

std::optional<APInt> constantOf(Value value) {
  APInt number;
  return matchPattern(value, m_ConstantInt(&number)) ? std::optional(number) : std::nullopt;
}

Exchange decide(scf::ForOp loop) {
  Exchange exchange = findExchange(loop);
  if (exchange.order == 1)
    return exchange;
  unsigned ops = 0;
  int64_t loaded = 0;
  loop.getBody()->walk([&](Operation *op) {
    ++ops;
    if (isa<LoadOp>(op) && isDistributed(op->getResult(0).getType()))
      loaded += registersOf(op->getResult(0).getType());
  });
  std::optional<APInt> step = constantOf(loop.getStep());
  if (exchange.order > kMostCopies)
    exchange.declined = std::to_string(exchange.order) + " iterations bring them back to their places";
  else if (ops * (2 * exchange.order - 1) > kMostOps)
    exchange.declined = "the body is long";
  else if (!step || !step->isStrictlyPositive() || step->getActiveBits() >= 16)
    exchange.declined = "the loop does not count up by a constant; a constant step would help";
  else if (loaded > kMostLoaded && exchange.rearrange(loop.getInitArgs()) != SmallVector<Value>(loop.getInitArgs()))
    exchange.declined = "they do not begin with the same, and lanes need registers for what they load";
  return exchange;
}

class Unroller {
public:
  Unroller(scf::ForOp loop, const Exchange &exchange)
      : loop(loop), exchange(exchange), builder(loop.getLoc(), loop), type(loop.getInductionVar().getType()) {}

  void run() {
    over = countOver();
    SmallVector<Value> carried = exchange.rearrange(beginElsewhere());
    for (unsigned copy = 1; copy < exchange.order; ++copy)
      carried = doWhereOver(copy, carried);
    loop.getInitArgsMutable().assign(carried);
    loop.setLowerBound(counterAfter(over));
    Value step = multiply(loop.getStep(), number(exchange.order));
    repeatBody();
    loop.setStep(step);
  }

private:
  Value number(int64_t value) {
    return arith::ConstantOp::create(builder, builder.getIntegerAttr(type, value));
  }
  Value multiply(Value a, Value b) {
    return builder.createOrFold<arith::MulIOp>(a, b);
  }
  Value counterAfter(Value iterations) {
    return builder.createOrFold<arith::AddIOp>(loop.getLowerBound(), multiply(iterations, loop.getStep()));
  }

  /// Iterations of the loop modulo the order.
  Value countOver() {
    Value any = builder.createOrFold<arith::CmpIOp>(lessOf(loop), loop.getLowerBound(), loop.getUpperBound());
    Value distance = builder.createOrFold<arith::SubIOp>(loop.getUpperBound(), loop.getLowerBound());
    Value before =
        builder.createOrFold<arith::DivUIOp>(builder.createOrFold<arith::SubIOp>(distance, number(1)), loop.getStep());
    Value count = builder.createOrFold<arith::AddIOp>(before, number(1));
    Value iterations = builder.createOrFold<arith::SelectOp>(any, count, number(0));
    return builder.createOrFold<arith::RemUIOp>(iterations, number(exchange.order));
  }

  /// `over` relates to the number so; what is known is no op.
  Value compare(arith::CmpIPredicate predicate, int64_t value) {
    return builder.createOrFold<arith::CmpIOp>(predicate, over, number(value));
  }

  scf::IfOp createIf(Value condition) {
    return scf::IfOp::create(builder, loop.getResultTypes(), condition, /*withElseRegion=*/true);
  }

  /// The first values where copies that are left out bring them to their places.
  SmallVector<Value> beginElsewhere() {
    SmallVector<Value> begin(loop.getInitArgs());
    for (unsigned times = 1; times < exchange.order; ++times) {
      SmallVector<Value> elsewhere = exchange.rearrange(loop.getInitArgs(), times);
      Value condition = compare(arith::CmpIPredicate::eq, times);
      if (elsewhere == begin || matchPattern(condition, m_Zero()))
        continue;
      scf::IfOp branch = createIf(condition);
      builder.setInsertionPointToStart(branch.thenBlock());
      scf::YieldOp::create(builder, elsewhere);
      builder.setInsertionPointToStart(branch.elseBlock());
      scf::YieldOp::create(builder, begin);
      builder.setInsertionPointAfter(branch);
      begin.assign(branch.result_begin(), branch.result_end());
    }
    return begin;
  }

  SmallVector<Value> doWhereOver(unsigned copy, ArrayRef<Value> carried) {
    int64_t left = exchange.order - copy;
    Value condition = compare(arith::CmpIPredicate::uge, left);
    if (matchPattern(condition, m_Zero()))
      return exchange.rearrange(carried);
    scf::IfOp branch = createIf(condition);
    builder.setInsertionPointToStart(branch.thenBlock());
    Value counter = counterAfter(builder.createOrFold<arith::SubIOp>(over, number(left)));
    SmallVector<Operation *> body =
        llvm::map_to_vector(loop.getBody()->without_terminator(), [](Operation &op) { return &op; });
    scf::YieldOp::create(builder, doIteration(body, counter, carried));
    builder.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(builder, exchange.rearrange(carried));
    builder.setInsertionPointAfter(branch);
    return llvm::to_vector_of<Value>(branch.getResults());
  }

  void repeatBody() {
    SmallVector<Operation *> body =
        llvm::map_to_vector(loop.getBody()->without_terminator(), [](Operation &op) { return &op; });
    SmallVector<Value> first(loop.getYieldedValues()), carried = first;
    auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
    builder.setInsertionPoint(yield);
    for (unsigned copy = 1; copy < exchange.order; ++copy) {
      Value further = multiply(number(copy), loop.getStep());
      Value counter = builder.createOrFold<arith::AddIOp>(loop.getInductionVar(), further);
      carried = doIteration(body, counter, carried);
    }
    yield.getResultsMutable().assign(carried);
  }

  /// Copies the body; what it carries on.
  SmallVector<Value> doIteration(ArrayRef<Operation *> body, Value counter, ArrayRef<Value> carried) {
    IRMapping copies;
    copies.map(loop.getInductionVar(), counter);
    copies.map(loop.getRegionIterArgs(), ValueRange(carried));
    for (Operation *op : body)
      builder.clone(*op, copies);
    return llvm::map_to_vector(loop.getYieldedValues(), [&](Value value) { return copies.lookupOrDefault(value); });
  }

  scf::ForOp loop;
  const Exchange &exchange;
  ImplicitLocOpBuilder builder;
  Type type;
  Value over;
};

struct UnrollAccumulatorSwaps : tile_gpu::impl::UnrollAccumulatorSwapsBase<UnrollAccumulatorSwaps> {
  using UnrollAccumulatorSwapsBase::UnrollAccumulatorSwapsBase;

  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      Exchange exchange = decide(loop);
      if (exchange.order == 1)
        continue;
      if (remarks && tile::isPreferredVariant(getOperation()))
        report(loop, exchange);
      if (exchange.declined.empty())
        Unroller(loop, exchange).run();
    }
  }

private:
  static void report(scf::ForOp loop, const Exchange &exchange) {
    if (exchange.declined.empty())
      tile::Remark(loop, "UnrolledSwaps").with("factor", exchange.order)
          << "unrolled " << exchange.order << " times: its accumulators change places, which copies of the body do";
    else
      tile::Remark(loop, "SwapsNotUnrolled")
          << "accumulators that change places are moved in each iteration: " << exchange.declined;
  }
};

} // namespace
