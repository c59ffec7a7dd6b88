// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-gpu-issue-tcgen05: a warp of its own starts the MMAs into tensor memory (see Passes.td).
//
// | loop of consumers                                  | becomes                                              |
// |----------------------------------------------------|------------------------------------------------------|
// | its MMAs, stages and waits for these, its counters | the issuer's loop                                    |
// | `tensor_wait`, `mbarrier_arrive %empty` by warps   | the issuer's `tensor_commit` to %empty               |
// | `tensor_store` of zeros before it                  | nothing: the first iteration does not accumulate     |
// | `tensor_load` behind it                            | waits for the accumulator's full mbarrier, which the |
// |                                                    | issuer commits to, and gives the accumulator back    |
//
// In a loop over tile blocks accumulators take turns, as far as tensor memory has columns for two of each: the issuer
// multiplies for the next block while consumers store this one's results.
//
// Requires roles of one group. All MMAs of the kernel are in such loops, directly in the consumers' region or in
// one loop there, or nothing is done. What the issuer's control flow depends on is computed from scalars.
#include "compiler/Transforms/TileGPU/Passes.h"
#include "compiler/Transforms/TileGPU/Schedule/Mma/PipelineTcgen05.h"
#include "dialects/Tile/IR/Remarks.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_ISSUETCGEN05
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// Columns that MMAs of one loop add to.
struct Accumulator {
  int64_t column = 0, width = 0; ///< of one turn
  SmallVector<TensorMmaOp> mmas;
  TensorStoreOp zero;
  SmallVector<TensorLoadOp> loads;
};

/// A loop whose MMAs an issuer can start.
struct MmaLoop {
  scf::ForOp loop, around; ///< `around` is null where it is executed once
  SmallVector<Accumulator> accumulators;
  SmallVector<MbarrierArriveOp> arrivals;
};

struct IssuePlan {
  SmallVector<MmaLoop> loops;
  llvm::DenseSet<Operation *> needed; ///< scalars of the issuer's, and loops
  llvm::DenseSet<Value> carried;      ///< that loops around carry for it
  AllocTensorMemoryOp memory;
  unsigned turns = 1;
  std::string declined;
};

bool isZero(Value value) {
  return matchPattern(value, m_Zero()) || matchPattern(value, m_PosZeroFloat());
}

bool isScalar(Type type) {
  return type.isIntOrIndexOrFloat();
}

class Planner {
public:
  explicit Planner(WarpRolesOp roles) : roles(roles) {}

  IssuePlan run() {
    llvm::SetVector<Operation *> loops;
    roles.getConsumers().walk([&](Operation *op) {
      if (auto memory = dyn_cast<AllocTensorMemoryOp>(op))
        plan.memory = memory;
      if (isa<TensorMmaOp>(op))
        loops.insert(op->getParentOp());
    });
    for (Operation *loop : loops)
      addLoop(loop);
    if (plan.declined.empty())
      checkRest();
    if (plan.declined.empty())
      chooseTurns();
    return std::move(plan);
  }

private:
  void decline(StringRef reason) {
    if (plan.declined.empty())
      plan.declined = reason.str();
  }

  void addLoop(Operation *op) {
    auto loop = dyn_cast<scf::ForOp>(op);
    Operation *parent = op->getParentOp();
    bool isDirect = parent == roles || (isa<scf::ForOp>(parent) && parent->getParentOp() == roles);
    if (!loop || !isDirect)
      return decline("an MMA is in no loop, or in loops and conditions that the issuer would have to follow");
    MmaLoop found{loop, dyn_cast<scf::ForOp>(parent), {}, {}};
    if (!llvm::all_of(loop.getResultTypes(), isScalar))
      return decline("a loop with MMAs carries tiles");
    for (Operation &inner : loop.getBody()->without_terminator())
      addOp(found, &inner);
    for (Accumulator &accumulator : found.accumulators)
      findEnds(found, accumulator);
    if (!plan.declined.empty())
      return;
    need(loop->getOperands());
    if (found.around)
      needLoop(found.around);
    plan.loops.push_back(std::move(found));
  }

  void addOp(MmaLoop &found, Operation *op) {
    if (auto mma = dyn_cast<TensorMmaOp>(op))
      return addMma(found, mma);
    if (auto arrive = dyn_cast<MbarrierArriveOp>(op)) {
      found.arrivals.push_back(arrive);
      return;
    }
    auto wait = dyn_cast<TensorWaitOp>(op);
    if ((wait && wait.getPending() == 0) || isa<MbarrierWaitOp>(op))
      return needOutside(found.loop, op);
    bool isPure = isMemoryEffectFree(op) && op->getNumRegions() == 0 &&
                  llvm::none_of(llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()), isDistributed);
    if (!isPure)
      return decline("lanes take part in a loop with MMAs");
    needOutside(found.loop, op);
  }

  void addMma(MmaLoop &found, TensorMmaOp mma) {
    if (mma.getScales() || mma.getTurn() || !matchPattern(mma.getAccumulates(), m_One()))
      return decline("an MMA begins anew in each iteration, or has scales or turns");
    needOutside(found.loop, mma);
    auto *same = llvm::find_if(found.accumulators, [&](const Accumulator &other) {
      return other.column == int64_t(mma.getColumn()) && other.width == mma.getNumColumns();
    });
    if (same == found.accumulators.end()) {
      same = &found.accumulators.emplace_back();
      same->column = int64_t(mma.getColumn());
      same->width = mma.getNumColumns();
    }
    same->mmas.push_back(mma);
  }

  /// Zeros are stored in front of the loop, and sums loaded behind it.
  void findEnds(MmaLoop &found, Accumulator &accumulator) {
    for (Operation &op : *found.loop->getBlock()) {
      if (auto store = dyn_cast<TensorStoreOp>(op); store && int64_t(store.getColumn()) == accumulator.column)
        if (!std::exchange(accumulator.zero, store) && isZero(store.getValue()) && store->isBeforeInBlock(found.loop) &&
            !store.getTurn())
          continue;
      if (auto load = dyn_cast<TensorLoadOp>(op); load && int64_t(load.getColumn()) == accumulator.column) {
        accumulator.loads.push_back(load);
        if (found.loop->isBeforeInBlock(load) && !load.getTurn())
          continue;
      } else if (!isa<TensorStoreOp>(op) || int64_t(cast<TensorStoreOp>(op).getColumn()) != accumulator.column) {
        continue;
      }
      return decline("an accumulator does not begin at zero, or is not only loaded behind the loop");
    }
    if (!accumulator.zero || accumulator.loads.empty())
      decline("an accumulator does not begin at zero, or nobody loads it");
  }

  /// Nothing else touches tensor memory, or releases stages that the MMAs read.
  void checkRest() {
    int64_t accesses = 0, known = 0;
    roles.getConsumers().walk(
        [&](Operation *op) { accesses += isa<TensorStoreOp, TensorLoadOp, TensorMmaOp, TensorStoreScalesOp>(op); });
    for (MmaLoop &found : plan.loops)
      for (Accumulator &accumulator : found.accumulators)
        known += 1 + int64_t(accumulator.mmas.size() + accumulator.loads.size());
    if (accesses != known)
      return decline("something besides loops with MMAs uses tensor memory");
    for (MmaLoop &found : plan.loops)
      for (MbarrierArriveOp arrive : found.arrivals)
        for (Operation *user : arrive.getBarriers().getUsers())
          if (isa<MbarrierArriveOp>(user) &&
              llvm::none_of(plan.loops, [&](const MmaLoop &other) { return llvm::is_contained(other.arrivals, user); }))
            return decline("lanes read stages of the same stage buffer as MMAs");
  }

  //===- What the issuer computes --------------------------------------------------------------------------------===//

  void need(ValueRange values) {
    for (Value value : values)
      need(value);
  }

  /// What an op of the loop gets from outside of it.
  void needOutside(scf::ForOp loop, Operation *op) {
    for (Value operand : op->getOperands())
      if (loop.isDefinedOutsideOfLoop(operand) && operand != (plan.memory ? plan.memory.getResult() : Value()))
        need(operand);
  }

  void need(Value value) {
    if (!roles.getConsumers().isAncestor(value.getParentRegion()))
      return;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
      if (!loop || loop->getParentOp() != roles)
        return decline("the issuer does not have what the consumers' region is given");
      needLoop(loop);
      if (argument == loop.getInductionVar() || !plan.carried.insert(value).second)
        return;
      if (!isScalar(value.getType()))
        return decline("the issuer would need tiles");
      unsigned number = argument.getArgNumber() - loop.getNumInductionVars();
      need(loop.getInitArgs()[number]);
      return need(loop.getYieldedValues()[number]);
    }
    Operation *op = value.getDefiningOp();
    if (!plan.needed.insert(op).second)
      return;
    // Those of a loop with MMAs.
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      bool multiplies = llvm::any_of(*loop.getBody(), llvm::IsaPred<TensorMmaOp>);
      if (!multiplies)
        decline("the issuer would need what another loop computes");
      return;
    }
    bool isPure = isMemoryEffectFree(op) && op->getNumRegions() == 0 &&
                  llvm::none_of(llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()), isDistributed);
    if (!isPure)
      return decline("the issuer would need what is read from memory, or what lanes compute");
    need(op->getOperands());
  }

  void needLoop(scf::ForOp loop) {
    if (!plan.needed.insert(loop).second)
      return;
    need(loop.getLowerBound());
    need(loop.getUpperBound());
    need(loop.getStep());
  }

  void chooseTurns() {
    constexpr unsigned kTurns = 2;
    int64_t columns = 0;
    for (MmaLoop &found : plan.loops) {
      if (!found.around)
        return;
      for (const Accumulator &accumulator : found.accumulators)
        columns += kTurns * accumulator.width;
    }
    if (columns <= TensorMemoryType::kMaxColumns)
      plan.turns = kTurns;
  }

  WarpRolesOp roles;
  IssuePlan plan;
};

/// Which place of its accumulators a loop's execution has, and the parity of that place's round.
struct Turn {
  Value number, parity;
};

class Rewriter {
public:
  Rewriter(WarpRolesOp roles, IssuePlan &plan) : roles(roles), plan(plan), builder(roles.getLoc(), roles) {}

  void run() {
    placeAccumulators();
    for (MmaLoop &found : plan.loops) {
      full.push_back(createMbarriers(1));
      empty.push_back(found.around ? createMbarriers(numWarpsOf(roles)) : Value());
      countCommits(found);
    }
    builder.setInsertionPointToStart(&roles.getIssuer().emplaceBlock());
    copyBlock(roles.getConsumers().front());
    takeFromConsumers();
  }

private:
  Value constant(int64_t value) {
    return arith::ConstantOp::create(builder, builder.getI32IntegerAttr(int32_t(value)));
  }

  Value createMbarriers(int64_t arrivals) {
    Value barriers =
        AllocMbarriersOp::create(builder, MbarriersType::get(builder.getContext(), plan.turns), IntegerAttr());
    MbarrierInitOp::create(builder, barriers, arrivals);
    return barriers;
  }

  /// All warps have the memory; each accumulator has its turns behind each other.
  void placeAccumulators() {
    plan.memory->moveBefore(roles);
    if (plan.turns == 1)
      return;
    int64_t next = 0;
    for (MmaLoop &found : plan.loops)
      for (Accumulator &accumulator : found.accumulators) {
        for (TensorMmaOp mma : accumulator.mmas)
          mma.setColumn(uint64_t(next));
        for (TensorLoadOp load : accumulator.loads)
          load.setColumn(uint64_t(next));
        next += plan.turns * accumulator.width;
      }
    int64_t columns = std::max(TensorMemoryType::kMinColumns, int64_t(llvm::PowerOf2Ceil(uint64_t(next))));
    plan.memory.getResult().setType(TensorMemoryType::get(builder.getContext(), columns));
  }

  /// One arrival of each CTA instead of one of each of its warps.
  void countCommits(MmaLoop &found) {
    for (MbarrierArriveOp arrive : found.arrivals)
      for (Operation *user : arrive.getBarriers().getUsers())
        if (auto init = dyn_cast<MbarrierInitOp>(user); init && recounted.insert(init).second)
          init.setArrivals(init.getArrivals() / numWarpsOf(roles));
  }

  Turn turnOf(Value count) {
    if (!count)
      return {constant(0), constant(0)};
    Value turns = constant(plan.turns);
    Value number = arith::RemUIOp::create(builder, count, turns), round = arith::DivUIOp::create(builder, count, turns);
    return {number, arith::RemUIOp::create(builder, round, constant(2))};
  }

  //===- The issuer ----------------------------------------------------------------------------------------------===//

  MmaLoop *loopOf(Operation *op) {
    auto found = llvm::find_if(plan.loops, [&](const MmaLoop &other) { return other.loop == op; });
    return found == plan.loops.end() ? nullptr : &*found;
  }

  void copyBlock(Block &from) {
    for (Operation &op : from) {
      builder.setLoc(op.getLoc());
      if (MmaLoop *found = loopOf(&op))
        copyLoop(*found);
      else if (auto loop = dyn_cast<scf::ForOp>(op); loop && plan.needed.contains(&op))
        copyLoopAround(loop);
      else if (plan.needed.contains(&op) && op.getNumRegions() == 0)
        builder.clone(op, map);
    }
  }

  /// With what the issuer needs of what it carries, and the number of the iteration.
  void copyLoopAround(scf::ForOp loop) {
    SmallVector<unsigned> carried;
    SmallVector<Value> inits;
    for (auto [i, argument] : llvm::enumerate(loop.getRegionIterArgs()))
      if (plan.carried.contains(argument)) {
        carried.push_back(i);
        inits.push_back(map.lookupOrDefault(loop.getInitArgs()[i]));
      }
    inits.push_back(constant(0));
    auto copy =
        scf::ForOp::create(builder, map.lookupOrDefault(loop.getLowerBound()),
                           map.lookupOrDefault(loop.getUpperBound()), map.lookupOrDefault(loop.getStep()), inits);
    copy->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    copy.setUnsignedCmp(loop.getUnsignedCmp());
    map.map(loop.getInductionVar(), copy.getInductionVar());
    for (auto [i, number] : llvm::enumerate(carried))
      map.map(loop.getRegionIterArgs()[number], copy.getRegionIterArg(unsigned(i)));
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(copy.getBody());
    count = copy.getRegionIterArgs().back();
    copyBlock(*loop.getBody());
    SmallVector<Value> yielded;
    for (unsigned number : carried)
      yielded.push_back(map.lookupOrDefault(loop.getYieldedValues()[number]));
    yielded.push_back(arith::AddIOp::create(builder, count, constant(1)));
    scf::YieldOp::create(builder, yielded);
    count = Value();
  }

  void copyLoop(MmaLoop &found) {
    unsigned number = unsigned(&found - plan.loops.begin());
    Turn turn = turnOf(count);
    if (empty[number])
      MbarrierWaitOp::create(builder, TokenType::get(builder.getContext()), empty[number], turn.number,
                             arith::XOrIOp::create(builder, turn.parity, constant(1)));
    scf::ForOp loop = found.loop;
    SmallVector<Value> inits =
        llvm::map_to_vector(loop.getInitArgs(), [&](Value init) { return map.lookupOrDefault(init); });
    auto copy =
        scf::ForOp::create(builder, map.lookupOrDefault(loop.getLowerBound()),
                           map.lookupOrDefault(loop.getUpperBound()), map.lookupOrDefault(loop.getStep()), inits);
    copy.setUnsignedCmp(loop.getUnsignedCmp());
    map.map(loop.getInductionVar(), copy.getInductionVar());
    map.map(loop.getRegionIterArgs(), copy.getRegionIterArgs());
    map.map(loop.getResults(), copy.getResults());
    {
      OpBuilder::InsertionGuard guard(builder);
      // A loop that carries nothing has its yield already.
      builder.setInsertionPointToStart(copy.getBody());
      copyBody(found, copy, turn);
      if (!inits.empty())
        scf::YieldOp::create(builder, llvm::map_to_vector(loop.getYieldedValues(),
                                                          [&](Value value) { return map.lookupOrDefault(value); }));
    }
    TensorCommitOp::create(builder, full[number], turn.number, plan.memory, /*cluster=*/false);
  }

  void copyBody(MmaLoop &found, scf::ForOp copy, const Turn &turn) {
    Value isBehindFirst;
    for (Operation &op : found.loop.getBody()->without_terminator()) {
      builder.setLoc(op.getLoc());
      if (isa<TensorWaitOp>(op))
        continue;
      if (auto arrive = dyn_cast<MbarrierArriveOp>(op)) {
        TensorCommitOp::create(builder, arrive.getBarriers(), map.lookupOrDefault(arrive.getIndex()), plan.memory,
                               arrive.getCluster());
        continue;
      }
      Operation *clone = builder.clone(op, map);
      auto mma = dyn_cast<TensorMmaOp>(clone);
      if (!mma)
        continue;
      if (isFirst(found, cast<TensorMmaOp>(op))) {
        OpBuilder::InsertionGuard guard(builder);
        builder.setInsertionPoint(mma);
        if (!isBehindFirst)
          isBehindFirst =
              arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, copy.getInductionVar(), copy.getLowerBound());
        mma.getAccumulatesMutable().assign(isBehindFirst);
      }
      if (plan.turns > 1) {
        mma.getTurnMutable().assign(turn.number);
        mma.setTurns(plan.turns);
      }
    }
  }

  static bool isFirst(const MmaLoop &found, TensorMmaOp mma) {
    return llvm::any_of(found.accumulators, [&](const Accumulator &other) { return other.mmas.front() == mma; });
  }

  //===- The consumers -------------------------------------------------------------------------------------------===//

  void takeFromConsumers() {
    llvm::MapVector<Operation *, Value> counts;
    for (MmaLoop &found : plan.loops)
      if (found.around)
        counts[found.around] = Value();
    for (auto &[loop, counted] : counts)
      counted = countIterations(cast<scf::ForOp>(loop));
    for (auto [number, found] : llvm::enumerate(plan.loops)) {
      receive(found, full[number], empty[number], found.around ? counts[found.around] : Value());
      found.loop.replaceAllUsesWith(found.loop.getInitArgs());
      found.loop.erase();
    }
  }

  /// Gives the loop a counter from 0 on.
  Value countIterations(scf::ForOp loop) {
    IRRewriter rewriter(loop);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(loop);
    auto next = [&](OpBuilder &inner, Location where, ArrayRef<BlockArgument> arguments) -> SmallVector<Value> {
      ImplicitLocOpBuilder at(where, inner);
      Value one = arith::ConstantOp::create(at, at.getI32IntegerAttr(1));
      return {arith::AddIOp::create(at, arguments.front(), one)};
    };
    DictionaryAttr attributes = loop->getDiscardableAttrDictionary();
    bool isUnsigned = loop.getUnsignedCmp();
    auto counted = cast<scf::ForOp>(
        *loop.replaceWithAdditionalYields(rewriter, {constant(0)}, /*replaceInitOperandUsesInLoop=*/false, next));
    counted->setDiscardableAttrs(attributes);
    counted.setUnsignedCmp(isUnsigned);
    return counted.getRegionIterArgs().back();
  }

  /// Sums are there when the issuer's commit has arrived; where it had no iteration, they are zero.
  void receive(MmaLoop &found, Value fullOf, Value emptyOf, Value counted) {
    scf::ForOp loop = found.loop;
    builder.setLoc(loop.getLoc());
    builder.setInsertionPointAfter(loop);
    Turn turn = turnOf(counted);
    Value isEmpty =
        arith::CmpIOp::create(builder, loop.getUnsignedCmp() ? arith::CmpIPredicate::uge : arith::CmpIPredicate::sge,
                              loop.getLowerBound(), loop.getUpperBound());
    MbarrierWaitOp::create(builder, TokenType::get(builder.getContext()), fullOf, turn.number, turn.parity);
    Operation *last = nullptr;
    for (Accumulator &accumulator : found.accumulators) {
      for (TensorLoadOp load : accumulator.loads) {
        if (plan.turns > 1) {
          load.getTurnMutable().assign(turn.number);
          load.setTurns(plan.turns);
        }
        orZero(load, isEmpty);
        last = !last || last->isBeforeInBlock(load) ? load.getOperation() : last;
      }
      accumulator.zero.erase();
    }
    if (!emptyOf)
      return;
    builder.setInsertionPointAfter(last);
    MbarrierArriveOp::create(builder, emptyOf, turn.number, MbarrierArrivers::Warps);
  }

  void orZero(TensorLoadOp load, Value isEmpty) {
    if (matchPattern(isEmpty, m_Zero()))
      return;
    builder.setInsertionPointAfter(load);
    Value zero = arith::ConstantOp::create(builder, builder.getZeroAttr(load.getType()));
    auto sum = arith::SelectOp::create(builder, isEmpty, zero, load.getResult());
    load.getResult().replaceAllUsesExcept(sum, sum);
  }

  WarpRolesOp roles;
  IssuePlan &plan;
  ImplicitLocOpBuilder builder;
  IRMapping map;
  SmallVector<Value> full, empty; ///< mbarriers of each loop's accumulators
  llvm::DenseSet<Operation *> recounted;
  Value count; ///< of the loop around, where the builder is
};

struct IssueTcgen05 : tile_gpu::impl::IssueTcgen05Base<IssueTcgen05> {
  using IssueTcgen05Base::IssueTcgen05Base;

  void runOnOperation() override {
    WarpRolesOp roles = WarpRolesOp::of(getOperation());
    if (!roles || roles.hasIssuer() || roles.getGroups() > 1)
      return;
    IssuePlan plan = Planner(roles).run();
    if (!plan.memory || (plan.loops.empty() && plan.declined.empty()))
      return;
    constexpr int64_t kIssuer = 1;
    if (plan.declined.empty() && roles.getNumWarps() + kIssuer > kWarpsPerCta)
      plan.declined = "the CTA has " + std::to_string(roles.getNumWarps()) +
                      " warps already; smaller tiles or a hint of fewer warps would help";
    if (remarks && tile::isPreferredVariant(getOperation()))
      report(roles, plan);
    if (plan.declined.empty())
      Rewriter(roles, plan).run();
    else
      pipelineTcgen05Mmas(roles, plan.memory, remarks && tile::isPreferredVariant(getOperation()));
  }

private:
  static void report(WarpRolesOp roles, const IssuePlan &plan) {
    TensorMmaOp first;
    roles.getConsumers().walk([&](TensorMmaOp mma) {
      first = mma;
      return WalkResult::interrupt();
    });
    if (!first)
      return;
    if (!plan.declined.empty())
      tile::Remark(first, "NoIssuerWarp") << "consumers start their MMAs: " << plan.declined;
    else
      tile::Remark(first, "IssuerWarp").with("accumulators", plan.turns)
          << "a warp of its own starts the MMAs"
          << (plan.turns > 1 ? "; accumulators take turns, so that a block is stored while the next one "
                               "is multiplied"
                             : "");
  }
};

} // namespace
