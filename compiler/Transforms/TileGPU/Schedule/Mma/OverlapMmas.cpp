// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lets the MMAs of one iteration run on into the next one, behind tile-gpu-specialize-warps.
//
//     scf.for .. (%sum = %zero, %stage, ..) {                scf.for .. (%sum = %zero, %stage, .., %last = N) {
//       mbarrier_wait %full[%stage]                            mbarrier_wait %full[%stage]
//       %r = warpgroup_mma .. [%stage] plus %sum               %r = warpgroup_mma .. [%stage] plus %sum
//       %v = warpgroup_wait %r pending 0                =>     %v = warpgroup_wait %r pending 1
//       mbarrier_arrive %empty[%stage]                         mbarrier_arrive %empty[%last]
//       scf.yield %v, next %stage                              scf.yield %v, next %stage, %stage
//     }                                                      }
//                                                            %end = warpgroup_wait .. pending 0
//                                                            mbarrier_arrive %empty[%last]   // if it ran at all
//
// So the tensor core has the next MMA before it is done with this one. The first iteration has no stage to give
// back: it arrives at one more mbarrier, number N of a stage buffer of N stages, for which nobody waits.
//
// Where all accumulators begin at zero one iteration more stands before the loop: its MMAs need no accumulators, and no
// zeros are written to their registers (of 128 a lane that took some 300 cycles of a tile).
//
// Where an iteration releases several stages of one stage buffer (UnrollAccumulatorSwaps.cpp), a stage buffer might
// have too few for two iterations. There each start of MMAs is followed by a wait for those before it, and their stages
// are released:
//
//     %r = warpgroup_mma .. stages [%stage] plus %x             %r = warpgroup_mma .. stages [%stage] plus %x
//     %v = warpgroup_wait %r pending 0                         %v, %z = warpgroup_wait %r, %y pending 1
//     mbarrier_arrive %empty[%stage]                           mbarrier_arrive %empty[%last]
//     %s = warpgroup_mma .. stages [%next] plus %y        =>    %s = warpgroup_mma .. stages [%next] plus %z
//     %w = warpgroup_wait %s pending 0                         %u, %w = warpgroup_wait %v, %s pending 1
//     mbarrier_arrive %empty[%next]                            mbarrier_arrive %empty[%stage]
//
// Lanes that copy into their stage buffers by themselves (PipelinePlan.h) give nothing back: the wait stands at the end
// of the iteration, behind the copies, and the barrier of the next iteration tells all lanes.
//
// A loop is rewritten if all MMAs of its body are such accumulators: nobody reads them in the loop, and the stages that
// they read come from stage buffers of two and more, or from outside of the loop.
#include "compiler/Transforms/TileGPU/Loops/LoopOrder.h"
#include "compiler/Transforms/TileGPU/MatrixMultiply/MmaChains.h"
#include "compiler/Transforms/TileGPU/Passes.h"
#include "compiler/Transforms/TileGPU/Schedule/Mma/MmaPipeliningPlan.h"
#include "compiler/Transforms/TileGPU/SharedMemory/DistinctStages.h"
#include "compiler/Transforms/TileGPU/WarpSpecialization/ConsumerLoops.h"
#include "dialects/Tile/IR/Remarks.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_OVERLAPMMAS
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// MMAs that are started together, and the arrivals behind them, before the next MMAs.
struct Start {
  SmallVector<WarpgroupMmaOp> mmas;
  SmallVector<MbarrierArriveOp> arrivals;
};

struct OverlapPlan {
  SmallVector<MmaChain> chains;
  /// Stages that the MMAs read, by their numbers; and the arrivals that release them.
  llvm::SmallSetVector<Value, 2> stages;
  SmallVector<MbarrierArriveOp> arrivals;
  /// In order; one, where no stage buffer is released twice.
  SmallVector<Start> starts;
  /// Lanes copy into stage buffers that the MMAs read.
  bool hasCopies = false;
  std::string declined;

  int64_t numMmas() const {
    int64_t count = 0;
    for (const MmaChain &chain : chains)
      count += int64_t(chain.mmas.size());
    return count;
  }
};

class Planner {
public:
  explicit Planner(scf::ForOp loop) : loop(loop) {}

  OverlapPlan run() {
    int64_t count = 0;
    bool isAroundOthers = false;
    loop.getBody()->walk([&](WarpgroupMmaOp mma) {
      bool isOwn = mma->getParentOfType<LoopLikeOpInterface>() == loop;
      count += isOwn;
      isAroundOthers |= !isOwn;
    });
    if (count == 0)
      return {};
    if (isAroundOthers)
      plan.declined = "a loop inside multiplies, too; one loop with all MMAs would help";
    plan.chains = findMmaChains(loop);
    if (plan.numMmas() != count)
      decline("the loop reads what it multiplies");
    for (const MmaChain &chain : plan.chains)
      for (WarpgroupMmaOp mma : chain.mmas)
        for (Value operand : {mma.getA(), Value(mma.getB())})
          addOperand(operand);
    findArrivals();
    findCopies();
    findStarts();
    return std::move(plan);
  }

private:
  void decline(StringRef reason) {
    if (plan.declined.empty())
      plan.declined = reason.str();
  }

  void addOperand(Value operand) {
    if (!isa<BufferType>(operand.getType()))
      return decline("an operand is in registers, which the next iteration needs");
    while (auto view = operand.getDefiningOp<BufferViewOp>())
      operand = view.getBuffer();
    if (loop.isDefinedOutsideOfLoop(operand))
      return;
    auto stage = operand.getDefiningOp<BufferStageOp>();
    if (!stage || !loop.isDefinedOutsideOfLoop(stage.getBuffer()) || stage.getBuffer().getType().getStages() < 2)
      return decline("an operand has only one place in shared memory");
    plan.stages.insert(stage.getIndex());
    stages.push_back(stage);
  }

  /// Lanes that copy into a stage buffer by themselves do so behind the barrier of an iteration, which all reach once
  /// the MMAs of the iteration before the last are over. So no copy may be for the stage of this iteration or of the
  /// last one.
  void findCopies() {
    loop.getBody()->walk([&](AsyncCopyOp copy) {
      auto into = copy.getBuffer().getDefiningOp<BufferStageOp>();
      for (BufferStageOp stage : stages) {
        if (into && into.getBuffer() != stage.getBuffer())
          continue;
        std::optional<int64_t> ahead = into ? stagesAhead(into.getIndex(), stage.getIndex()) : std::nullopt;
        if (!ahead || *ahead == 0 || *ahead == stage.getBuffer().getType().getStages() - 1)
          return decline("a copy writes the stage that an MMA may still read");
        plan.hasCopies = true;
      }
    });
  }

  /// What releases stages, once in each iteration.
  void findArrivals() {
    loop.getBody()->walk([&](MbarrierArriveOp arrive) {
      if (!plan.stages.contains(arrive.getIndex()))
        return;
      if (arrive->getBlock() != loop.getBody() || !loop.isDefinedOutsideOfLoop(arrive.getBarriers()) ||
          !arrive.getBarriers().getDefiningOp<AllocMbarriersOp>())
        return decline("a stage is released under a condition");
      plan.arrivals.push_back(arrive);
    });
  }

  void findStarts() {
    if (!plan.declined.empty())
      return;
    plan.starts.emplace_back();
    llvm::SmallPtrSet<Value, 2> stageBuffers;
    bool isSeveral = llvm::any_of(
        plan.arrivals, [&](MbarrierArriveOp arrive) { return !stageBuffers.insert(arrive.getBarriers()).second; });
    for (Operation &op : *loop.getBody()) {
      if (auto mma = dyn_cast<WarpgroupMmaOp>(op)) {
        if (isSeveral && !plan.starts.back().arrivals.empty())
          plan.starts.emplace_back();
        plan.starts.back().mmas.push_back(mma);
      }
      if (auto arrive = dyn_cast<MbarrierArriveOp>(op); arrive && llvm::is_contained(plan.arrivals, arrive)) {
        if (isSeveral && plan.starts.back().mmas.empty())
          decline("a stage is released before an MMA");
        plan.starts.back().arrivals.push_back(arrive);
      }
    }
    // Two starts hold stages at one time, of each stage buffer one, and no stage buffer has fewer.
    for (const Start &start : plan.starts) {
      stageBuffers.clear();
      for (MbarrierArriveOp arrive : start.arrivals)
        if (!stageBuffers.insert(arrive.getBarriers()).second)
          decline("several stages of one stage buffer are released at once");
    }
  }

  scf::ForOp loop;
  OverlapPlan plan;
  SmallVector<BufferStageOp> stages; ///< that the MMAs read
};

class Overlapper {
public:
  Overlapper(scf::ForOp loop, OverlapPlan &plan) : loop(loop), plan(plan), rewriter(loop.getContext()) {}

  void run() {
    if (beginsAtZero())
      beginBeforeLoop();
    addBarrierForNobody();
    carryLastStages();
    if (plan.starts.size() > 1)
      waitForStartsBefore();
    else
      waitForLastIteration();
    waitBehindLoop();
  }

private:
  static int64_t countOf(Value barriers) {
    return cast<MbarriersType>(barriers.getType()).getCount();
  }

  void addBarrierForNobody() {
    for (MbarrierArriveOp arrive : plan.arrivals) {
      Value barriers = arrive.getBarriers();
      if (numbers.try_emplace(barriers, countOf(barriers)).second)
        barriers.setType(MbarriersType::get(loop.getContext(), countOf(barriers) + 1));
    }
  }

  /// Those that an iteration leaves to the next one.
  MutableArrayRef<MbarrierArriveOp> lastArrivals() {
    return plan.starts.back().arrivals;
  }

  /// One value more for each such arrival: the stage of the iteration before.
  void carryLastStages() {
    rewriter.setInsertionPoint(loop);
    SmallVector<Value> nobody, stages;
    for (MbarrierArriveOp arrive : lastArrivals()) {
      nobody.push_back(arith::ConstantOp::create(rewriter, loop.getLoc(),
                                                 rewriter.getI32IntegerAttr(numbers.lookup(arrive.getBarriers()))));
    }
    auto yields = [&](OpBuilder &, Location, ArrayRef<BlockArgument> last) {
      lastStages.assign(last.begin(), last.end());
      SmallVector<Value> values;
      for (MbarrierArriveOp arrive : lastArrivals())
        values.push_back(arrive.getIndex());
      return values;
    };
    LoopLikeOpInterface changed =
        *cast<LoopLikeOpInterface>(*loop).replaceWithAdditionalYields(rewriter, nobody, false, yields);
    loop = cast<scf::ForOp>(*changed);
  }

  /// One wait for all chains, where the last one was; then what the MMAs of the last iteration have read is given
  /// back.
  void waitForLastIteration() {
    WarpgroupWaitOp last = plan.chains.front().waits.back();
    SmallVector<Value> accumulators;
    for (MmaChain &chain : plan.chains) {
      if (last->isBeforeInBlock(chain.waits.back()))
        last = chain.waits.back();
      accumulators.push_back(chain.mmas.back().getResult());
    }
    ImplicitLocOpBuilder builder(last.getLoc(), last);
    // Lanes that copy into stages do so under the MMAs.
    if (plan.hasCopies)
      builder.setInsertionPoint(loop.getBody()->getTerminator());
    else
      builder.setInsertionPointAfter(last);
    auto wait = WarpgroupWaitOp::create(builder, accumulators, plan.numMmas());
    releaseLast(builder, lastStages);
    for (auto [chain, accumulator] : llvm::zip_equal(plan.chains, wait.getResults())) {
      loop.getBody()->getTerminator()->setOperand(chain.carried, accumulator);
      for (auto [mma, old] : llvm::zip_equal(chain.mmas, chain.waits)) {
        old.getResult(0).replaceAllUsesWith(mma.getResult());
        old.erase();
      }
    }
  }

  /// What was read before, when `lastArrivals` were to come.
  void releaseLast(ImplicitLocOpBuilder &builder, ValueRange stages) {
    for (auto [arrive, stage] : llvm::zip_equal(lastArrivals(), stages))
      MbarrierArriveOp::create(builder, arrive.getLoc(), arrive.getBarriers(), stage, arrive.getArrivers(),
                               arrive.getCluster());
  }

  /// A wait behind each start for the MMAs before it, then what these have read is released.
  void waitForStartsBefore() {
    SmallVector<Value> accumulators;
    for (MmaChain &chain : plan.chains)
      accumulators.push_back(loop.getRegionIterArg(chain.carried));
    for (auto [number, start] : llvm::enumerate(plan.starts)) {
      for (WarpgroupMmaOp mma : start.mmas) {
        Value &accumulator = accumulators[chainOf(mma)];
        mma.getAccumulatorMutable().assign(accumulator);
        accumulator = mma.getResult();
      }
      ImplicitLocOpBuilder builder(loop.getLoc(), loop.getContext());
      builder.setInsertionPointAfter(start.mmas.back());
      auto wait = WarpgroupWaitOp::create(builder, accumulators, int64_t(start.mmas.size()));
      accumulators.assign(wait.result_begin(), wait.result_end());
      if (number == 0)
        releaseLast(builder, lastStages);
      else
        for (MbarrierArriveOp arrive : llvm::reverse(plan.starts[number - 1].arrivals))
          arrive->moveAfter(wait);
    }
    for (auto [chain, accumulator] : llvm::zip_equal(plan.chains, accumulators)) {
      loop.getBody()->getTerminator()->setOperand(chain.carried, accumulator);
      for (WarpgroupWaitOp old : llvm::reverse(chain.waits))
        old.erase();
    }
  }

  size_t chainOf(WarpgroupMmaOp mma) {
    return size_t(llvm::find_if(plan.chains, [&](MmaChain &chain) { return llvm::is_contained(chain.mmas, mma); }) -
                  plan.chains.begin());
  }

  /// Only where there was an iteration: where no MMA is in flight, ptxas must not see a wait for one, or it takes
  /// what the accumulators were before for a write under way.
  void waitBehindLoop() {
    ImplicitLocOpBuilder builder(loop.getLoc(), loop);
    Value any = arith::CmpIOp::create(builder, lessOf(loop), loop.getLowerBound(), loop.getUpperBound());
    size_t count = loop.getNumResults() - lastArrivals().size();
    auto around =
        scf::IfOp::create(builder, TypeRange(loop.getResultTypes()).take_front(count), any, /*withElseRegion=*/true);
    for (auto [result, outside] : llvm::zip(loop.getResults(), around.getResults()))
      result.replaceAllUsesWith(outside);

    builder.setInsertionPointToStart(around.elseBlock());
    scf::YieldOp::create(builder, loop.getInitArgs().take_front(count));
    loop->moveBefore(around.thenBlock(), around.thenBlock()->end());
    builder.setInsertionPointToEnd(around.thenBlock());
    SmallVector<Value> results = resultsBehindWait(builder);
    scf::YieldOp::create(builder, ArrayRef(results).take_front(count));
  }

  SmallVector<Value> resultsBehindWait(ImplicitLocOpBuilder &builder) {
    SmallVector<Value> results(loop.getResults()), accumulators;
    for (MmaChain &chain : plan.chains)
      accumulators.push_back(results[chain.carried]);
    auto wait = WarpgroupWaitOp::create(builder, accumulators, 0);
    for (auto [chain, done] : llvm::zip_equal(plan.chains, wait.getResults()))
      results[chain.carried] = done;
    releaseLast(builder, loop.getResults().take_back(lastArrivals().size()));
    for (MbarrierArriveOp arrive : lastArrivals())
      arrive.erase();
    return results;
  }

  /// Accumulators that begin at zero need not be there for the first MMAs.
  bool beginsAtZero() {
    return llvm::all_of(plan.chains, [&](const MmaChain &chain) {
      Value accumulator = loop.getInitArgs()[chain.carried];
      return matchPattern(accumulator, m_Zero()) || matchPattern(accumulator, m_PosZeroFloat());
    });
  }

  /// The first iteration on its own. It waits for its MMAs: with one in flight at the loop's entry the assembler
  /// would wait for all.
  void beginBeforeLoop() {
    ImplicitLocOpBuilder builder(loop.getLoc(), loop);
    if (unsigned parts = countStores(); parts > 1 && plan.numMmas() == 1)
      return beginSeveral(builder, parts);
    scf::IfOp around = createIf(builder, loop.getLowerBound());
    loop.replaceAllUsesWith(around.getResults());
    builder.setInsertionPointToStart(around.elseBlock());
    scf::YieldOp::create(builder, loop.getInitArgs());
    builder.setInsertionPointToStart(around.thenBlock());
    Value second = arith::AddIOp::create(builder, loop.getLowerBound(), loop.getStep());
    goOnWith(builder, doFirst(builder), second);
  }

  /// What a block stores behind the loop by tensor map, piece by piece, to be stored under the next block's MMAs; 0
  /// where there is no loop over blocks, and where other groups' MMAs are what hides the stores.
  unsigned countStores() {
    constexpr unsigned kMost = 4;
    WarpRolesOp roles = WarpRolesOp::of(loop->getParentOfType<func::FuncOp>());
    if (!tile::isBlockLoop(loop->getParentOp()) || !roles || roles.getGroups() > 1)
      return 0;
    return unsigned(std::min<size_t>(kMost, llvm::range_size(loop->getBlock()->getOps<TmaStoreOp>())));
  }

  /// In a loop over blocks several: in each there is room for a piece of what the block before has left to store
  /// (OverlapEpilogue.cpp). A block with fewer iterations has no loop.
  void beginSeveral(ImplicitLocOpBuilder &builder, unsigned iterations) {
    SmallVector<Value> starts = {loop.getLowerBound()};
    while (starts.size() <= iterations)
      starts.push_back(arith::AddIOp::create(builder, starts.back(), loop.getStep()));
    scf::IfOp many = createIf(builder, starts[iterations - 1]);
    loop.replaceAllUsesWith(many.getResults());
    builder.setInsertionPointToStart(many.elseBlock());
    doAtMost(builder, ArrayRef(starts).take_front(iterations - 1));
    builder.setInsertionPointToStart(many.thenBlock());
    SmallVector<Value> carried = doFirst(builder);
    for (unsigned i = 1; i < iterations; ++i)
      carried = doIteration(builder, starts[i], carried, /*begins=*/false);
    goOnWith(builder, carried, starts[iterations]);
  }

  /// The iterations at `starts`, as far as the loop goes.
  void doAtMost(ImplicitLocOpBuilder &builder, ArrayRef<Value> starts) {
    scf::IfOp any = createIf(builder, starts.front());
    scf::YieldOp::create(builder, any.getResults());
    builder.setInsertionPointToStart(any.elseBlock());
    scf::YieldOp::create(builder, loop.getInitArgs());
    builder.setInsertionPointToStart(any.thenBlock());
    SmallVector<Value> carried = doFirst(builder);
    for (Value start : starts.drop_front()) {
      scf::IfOp one = createIf(builder, start);
      builder.setInsertionPointToStart(one.elseBlock());
      scf::YieldOp::create(builder, carried);
      builder.setInsertionPointToStart(one.thenBlock());
      scf::YieldOp::create(builder, doIteration(builder, start, carried, /*begins=*/false));
      builder.setInsertionPointAfter(one);
      carried.assign(one.getResults().begin(), one.getResults().end());
    }
    scf::YieldOp::create(builder, carried);
  }

  /// Where the loop would do an iteration at `start`.
  scf::IfOp createIf(ImplicitLocOpBuilder &builder, Value start) {
    Value any = arith::CmpIOp::create(builder, lessOf(loop), start, loop.getUpperBound());
    return scf::IfOp::create(builder, loop.getResultTypes(), any, /*withElseRegion=*/true);
  }

  /// The rest of the loop, at the end of the builder's block.
  void goOnWith(ImplicitLocOpBuilder &builder, ArrayRef<Value> carried, Value start) {
    loop.getInitArgsMutable().assign(carried);
    loop.setLowerBound(start);
    loop->moveBefore(builder.getBlock(), builder.getBlock()->end());
    builder.setInsertionPointToEnd(builder.getBlock());
    scf::YieldOp::create(builder, loop.getResults());
  }

  SmallVector<Value> doFirst(ImplicitLocOpBuilder &builder) {
    return doIteration(builder, loop.getLowerBound(), llvm::to_vector(loop.getInitArgs()), /*begins=*/true);
  }

  /// On its own; what it carries on.
  SmallVector<Value> doIteration(ImplicitLocOpBuilder &builder, Value number, ArrayRef<Value> carried, bool begins) {
    IRMapping copies;
    copies.map(loop.getInductionVar(), number);
    copies.map(loop.getRegionIterArgs(), ValueRange(carried));
    for (Operation &op : loop.getBody()->without_terminator()) {
      Operation *copy = builder.clone(op, copies);
      if (begins && llvm::any_of(plan.chains, [&](MmaChain &chain) { return chain.mmas.front() == &op; }))
        cast<WarpgroupMmaOp>(copy).getAccumulatorMutable().clear();
    }
    return llvm::map_to_vector(loop.getYieldedValues(), [&](Value value) { return copies.lookupOrDefault(value); });
  }

  scf::ForOp loop;
  OverlapPlan &plan;
  IRRewriter rewriter;
  /// Of the barrier for nobody, by stage buffer.
  llvm::SmallDenseMap<Value, int64_t> numbers;
  SmallVector<Value> lastStages;
};

/// Work or another MMA stands between an MMA's start and its wait already: who put it there has said so.
bool runsBesideOthers(scf::ForOp loop) {
  return llvm::any_of(loop.getBody()->getOps<WarpgroupMmaOp>(), [](WarpgroupMmaOp mma) {
    auto wait = dyn_cast<WarpgroupWaitOp>(mma->getNextNode());
    return !wait || wait.getPending() != 0 || !llvm::is_contained(wait.getAccumulators(), mma.getResult());
  });
}

struct OverlapMmas : tile_gpu::impl::OverlapMmasBase<OverlapMmas> {
  using OverlapMmasBase::OverlapMmasBase;

  void runOnOperation() override {
    // All plans first: of a loop that is rewritten the loop around it gets first iterations.
    SmallVector<std::pair<scf::ForOp, OverlapPlan>, 0> plans;
    for (scf::ForOp loop : findLoops())
      plans.emplace_back(loop, Planner(loop).run());
    for (auto &[loop, plan] : plans) {
      if (!plan.declined.empty()) {
        if (!runsBesideOthers(loop))
          report(loop, "MmasNotOverlapped", "the MMAs of one iteration do not run on into the next: " + plan.declined);
      } else if (!plan.chains.empty()) {
        report(loop, "OverlappedMmas", "the MMAs of one iteration run on into the next");
        Overlapper(loop, plan).run();
      }
    }
  }

private:
  /// Of consumers; where warps have no roles, of lanes that copy by themselves.
  SmallVector<scf::ForOp> findLoops() {
    SmallVector<scf::ForOp> loops;
    if (WarpRolesOp roles = WarpRolesOp::of(getOperation()))
      loops = llvm::filter_to_vector(consumerLoops(roles), [](scf::ForOp loop) { return !tile::isBlockLoop(loop); });
    else
      loops = loopsOfCopies(getOperation());
    return loops;
  }

  void report(Operation *op, StringRef name, const std::string &text) {
    if (remarks && tile::isPreferredVariant(getOperation()))
      tile::Remark(op, name) << text;
  }
};

} // namespace
