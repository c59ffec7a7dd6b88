// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts MMAs of the next iteration before this one works on its accumulators, behind tile-gpu-specialize-warps.
//
// Where the accumulators become the first operand of one more MMA (attention) as SkewMmas.h shows. Else:
//
//     scf.for %i .. {                                 if (any iteration) {
//       wait for the stage; %r = warpgroup_mma ..        wait for the stage; %r = warpgroup_mma ..; wait; release
//       %s = warpgroup_wait %r pending 0                scf.for all but the last iter_args(%s = ..) {
//       release the stage                        =>      wait for the next stage; %n = warpgroup_mma ..
//       work on %s                                        work on %s
//     }                                                   %s' = warpgroup_wait %n pending 0; release the stage
//                                                       }
//                                                       work on %s
//                                                     }
//
// So the tensor core multiplies while the lanes compute. The first part of the body moves up by one iteration, and the
// stage buffer's counters with it: what they are next is computed at the body's top. The last iteration is written out
// behind the loop, since a condition around an MMA in flight would make the assembler wait for it at once.
//
// Where no warp has a role, lanes copy operands into stages by themselves (Pipelines/OperandCopies.h). There the wait
// for their copies, with its fence and its barrier, moves up with the MMA, and is for one iteration more.
//
// Where the loop only adds MMAs up, what it computes for them is computed ahead: PrecomputedOperands.h. MMAs of f64
// are not of warpgroups: PipelineFragments.h. MmaPipeliningPlan.h says which MMA it is. Accumulators that are only
// added up (fp8) alternate as AlternateMmas.h shows. It declines where two tiles of its accumulators beside those that
// the loop carries leave a lane too few registers.
#include "compiler/Transforms/TileGPU/MatrixMultiply/PipelineFragments.h"
#include "compiler/Transforms/TileGPU/Occupancy.h"
#include "compiler/Transforms/TileGPU/Passes.h"
#include "compiler/Transforms/TileGPU/Schedule/Mma/AlternateMmas.h"
#include "compiler/Transforms/TileGPU/Schedule/Mma/PrecomputedOperands.h"
#include "compiler/Transforms/TileGPU/Schedule/Mma/SkewMmas.h"
#include "compiler/Transforms/TileGPU/WarpSpecialization/ConsumerLoops.h"
#include "compiler/Transforms/TileGPU/WarpSpecialization/RegisterShares.h"
#include "dialects/Tile/IR/Remarks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_PIPELINEMMAS
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// Two warpgroups.
constexpr int64_t kPingPongWarps = 8;
/// Multiply-adds for each accumulator with which turns pay. With 128, MMAs take as long as one exponential for each (a
/// multiprocessor does 2048 and 16 in a cycle): tensor cores wait for lanes then, and turns only delay them. With many
/// more there is always one to multiply (docs/Experiments.md, "Constants of the model").
constexpr int64_t kLeastPingPongDepth = 129, kMostPingPongDepth = 384;

/// What rotation takes of a lane, for tiles: twice the MMA's accumulators, and what the loop carries.
int64_t registersOfPipelining(scf::ForOp loop, MmaPipelining &plan) {
  int64_t registers = 2 * registersOf(plan.mma.getType());
  for (Value carried : loop.getRegionIterArgs())
    registers += registersOf(carried.getType());
  return registers;
}

/// What a loop takes of a lane for tiles if it works on MMAs beside those that it adds up, or adds up several,
/// which meet behind it: all of them, and what it carries. 0 if it only adds up.
int64_t registersOfMmas(scf::ForOp loop) {
  int64_t ownAccumulators = 0, registers = 0, added = 0;
  for (WarpgroupMmaOp mma : loop.getBody()->getOps<WarpgroupMmaOp>()) {
    added += llvm::is_contained(loop.getRegionIterArgs(), mma.getAccumulator());
    if (!mma.getAccumulator())
      ownAccumulators += registersOf(mma.getType());
  }
  for (Value carried : loop.getRegionIterArgs())
    registers += registersOf(carried.getType());
  return ownAccumulators || added > 1 ? ownAccumulators + registers : 0;
}

/// What a loop takes of a lane for operands and accumulators of f64 MMAs. 0 if it has none.
int64_t registersOfFragments(scf::ForOp loop) {
  int64_t registers = 0;
  for (MmaOp mma : loop.getBody()->getOps<MmaOp>())
    if (getElementTypeOrSelf(mma.getA().getType()).isF64())
      for (Value tile : mma->getOperands())
        registers += registersOf(tile.getType());
  return registers;
}

/// So that the assembler may load some operands while others are multiplied: a stage is released when all are loaded.
void releaseBehindMmas(scf::ForOp loop) {
  for (MmaOp mma : loop.getBody()->getOps<MmaOp>())
    for (auto arrive : llvm::make_early_inc_range(loop.getBody()->getOps<MbarrierArriveOp>()))
      if (arrive->isBeforeInBlock(mma))
        arrive->moveAfter(mma);
}

class Pipeliner {
public:
  Pipeliner(scf::ForOp loop, MmaPipelining &plan) : loop(loop), plan(plan), builder(loop.getLoc(), loop) {}

  void run() {
    scf::IfOp around = createWhereItRuns(builder, loop);
    Value first = startFirst();
    scf::ForOp pipelined = createLoop(first);
    builder.setInsertionPointAfter(pipelined);
    finishLast(pipelined);
    loop.replaceAllUsesWith(around.getResults());
    loop.erase();
  }

private:
  IRMapping carriedAs(ValueRange values) {
    IRMapping mapping;
    mapping.map(loop.getRegionIterArgs(), values);
    return mapping;
  }

  void cloneAll(const llvm::SetVector<Operation *> &ops, IRMapping &mapping) {
    SmallVector<Operation *> inOrder(ops.begin(), ops.end());
    llvm::sort(inOrder, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    for (Operation *op : inOrder)
      builder.clone(*op, mapping);
  }

  void release(IRMapping &mapping) {
    for (MbarrierArriveOp arrive : plan.arrivals)
      builder.clone(*arrive, mapping);
  }

  Value startFirst() {
    IRMapping mapping = carriedAs(loop.getInitArgs());
    cloneAll(plan.head, mapping);
    Value accumulator = WarpgroupWaitOp::create(builder, mapping.lookup(plan.mma.getResult()), 0).getResult(0);
    release(mapping);
    return accumulator;
  }

  scf::ForOp createLoop(Value first) {
    Value end = arith::SubIOp::create(builder, loop.getUpperBound(), loop.getStep());
    SmallVector<Value> inits(loop.getInitArgs());
    inits.push_back(first);
    auto pipelined = scf::ForOp::create(builder, loop.getLowerBound(), end, loop.getStep(), inits);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(pipelined.getBody());
    ValueRange carried = pipelined.getRegionIterArgs();

    IRMapping next = carriedAs(carried.drop_back());
    cloneAll(plan.advance, next);
    IRMapping started = next;
    for (unsigned counter : plan.counters)
      started.map(loop.getRegionIterArg(counter), next.lookupOrDefault(loop.getYieldedValues()[counter]));
    cloneAll(plan.head, started);
    Value inFlight = started.lookup(plan.mma.getResult());

    IRMapping now = carriedAs(carried.drop_back());
    now.map(loop.getInductionVar(), pipelined.getInductionVar());
    now.map(plan.wait.getResult(0), carried.back());
    WarpgroupWaitOp last = cloneRest(now);
    Value accumulator = waitFor(inFlight, last, now);
    release(started);
    SmallVector<Value> yields;
    for (Value value : loop.getYieldedValues())
      yields.push_back(now.lookupOrDefault(value));
    yields.push_back(accumulator);
    scf::YieldOp::create(builder, yields);
    return pipelined;
  }

  /// What is not the head; the last wait of it for other MMAs, null if there is none.
  WarpgroupWaitOp cloneRest(IRMapping &mapping) {
    WarpgroupWaitOp last;
    for (Operation &op : loop.getBody()->without_terminator()) {
      bool isMoved = &op == plan.mma || &op == plan.wait || isOfArrival(&op)
                         ? plan.head.contains(&op) || &op == plan.wait
                         : isa<MbarrierArriveOp>(op) && llvm::is_contained(plan.arrivals, cast<MbarrierArriveOp>(op));
      if (isMoved)
        continue;
      Operation *copy = builder.clone(op, mapping);
      if (auto wait = dyn_cast<WarpgroupWaitOp>(copy); wait && wait.getPending() == 0)
        last = wait;
    }
    return last;
  }

  /// One wait for it and what the iteration waits for last.
  Value waitFor(Value inFlight, WarpgroupWaitOp last, IRMapping &mapping) {
    if (!last)
      return WarpgroupWaitOp::create(builder, inFlight, 0).getResult(0);
    SmallVector<Value> accumulators(last.getAccumulators());
    accumulators.push_back(inFlight);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(last);
    auto both = WarpgroupWaitOp::create(builder, accumulators, 0);
    for (Operation &op : loop.getBody()->without_terminator())
      for (Value result : op.getResults())
        for (auto [old, waited] : llvm::zip(last.getResults(), both.getResults()))
          if (mapping.lookupOrNull(result) == old)
            mapping.map(result, waited);
    last.replaceAllUsesWith(both.getResults().drop_back());
    last.erase();
    return both.getResults().back();
  }

  void finishLast(scf::ForOp pipelined) {
    ValueRange results = pipelined.getResults();
    IRMapping mapping = carriedAs(results.drop_back());
    mapping.map(plan.wait.getResult(0), results.back());
    mapping.map(loop.getInductionVar(), createLastOf(builder, loop));
    cloneRest(mapping);
    SmallVector<Value> yields;
    for (Value value : loop.getYieldedValues())
      yields.push_back(mapping.lookupOrDefault(value));
    scf::YieldOp::create(builder, yields);
  }

  scf::ForOp loop;
  MmaPipelining &plan;
  ImplicitLocOpBuilder builder;
};

struct PipelineMmas : tile_gpu::impl::PipelineMmasBase<PipelineMmas> {
  using PipelineMmasBase::PipelineMmasBase;

  void runOnOperation() override {
    for (scf::ForOp loop : loopsOfCopies(getOperation()))
      if (MmaPipelining plan = planPipelining(loop, {}); plan.copied)
        visit(loop, {}, plan);
    WarpRolesOp roles = WarpRolesOp::of(getOperation());
    if (!roles)
      return;
    for (scf::ForOp loop : consumerLoops(roles)) {
      if (pipelineFragments(loop, roles) || precomputedOperands(loop, roles))
        continue;
      if (MmaPipelining plan = planPipelining(loop, roles); plan.mma)
        visit(loop, roles, plan);
    }
    roles.getConsumers().walk([&](scf::ForOp loop) { dealOutRegisters(roles, registersOfMmas(loop)); });
    dealOutRegistersOfAccumulators(roles);
  }

private:
  /// Roles are null where lanes copy by themselves: then no registers change hands, and nobody takes turns.
  void visit(scf::ForOp loop, WarpRolesOp roles, MmaPipelining &plan) {
    if (!plan.declined.empty())
      decline(loop, roles, plan, plan.declined);
    else if (isOnlyAddedUp(loop, plan))
      alternate(loop, roles, plan);
    else if (!skewsMmas || !skewMmas(loop, roles, plan))
      pipelineMma(loop, roles, plan);
  }

  bool fits(WarpRolesOp roles, int64_t registers) {
    if (roles)
      return fitsConsumers(roles, registers);
    // Of a lane, and what it needs besides tiles where it computes the addresses of copies.
    constexpr int64_t kMost = 255, kOthers = 56;
    int64_t lanes = kLanesPerWarp * numWarpsOf(getOperation());
    auto ctas = getOperation()->getAttrOfType<IntegerAttr>(kMinCtasAttr);
    return registers + kOthers <= std::min(kMost, kRegistersPerMultiprocessor / (lanes * (ctas ? ctas.getInt() : 1)));
  }

  static void deal(WarpRolesOp roles, int64_t registers) {
    if (roles)
      dealOutRegisters(roles, registers);
  }

  /// The stage of the next iteration has to be there.
  bool arrivesAhead(MmaPipelining &plan) {
    if (!plan.copied || plan.mayArriveAhead())
      return true;
    report(plan.mma, "MmaNotPipelined",
           "the MMA is started in its iteration: its copies are one iteration ahead, or others read "
           "what they bring");
    return false;
  }

  /// False where there is no second MMA, or it declines.
  bool skewMmas(scf::ForOp loop, WarpRolesOp roles, MmaPipelining &pipelining) {
    MmaSkew plan = planSkew(loop, roles, pipelining);
    if (!plan.mma)
      return false;
    if (plan.declined.empty() && !fits(roles, plan.registers))
      plan.declined = "a lane would hold " + std::to_string(plan.registers) + " registers of tiles";
    if (!plan.declined.empty()) {
      report(plan.mma, "MmaNotPipelined", "the MMA is waited for in its iteration: " + plan.declined);
      return false;
    }
    bool inPingPong = usesPingPong && roles && roles.getNumConsumerWarps() == kPingPongWarps &&
                      isWorthPingPong(depthOf(pipelining, plan));
    report(plan.mma, "MmaUnderOperands",
           std::string("the MMA runs under the work on the next one's operands") +
               (inPingPong ? ", and warpgroups take turns" : ""));
    if (inPingPong)
      beginPingPong(roles);
    skewMma(loop, pipelining, plan, inPingPong);
    deal(roles, plan.registers);
    return true;
  }

  void pipelineMma(scf::ForOp loop, WarpRolesOp roles, MmaPipelining &plan) {
    int64_t registers = registersOfPipelining(loop, plan);
    if (!arrivesAhead(plan))
      return;
    if (!fits(roles, registers))
      return decline(loop, roles, plan, "a lane would hold " + std::to_string(registers) + " registers of tiles");
    report(plan.mma, "MmaStartedEarly",
           "the MMA of the next iteration is started before this one's accumulators are used");
    if (plan.copied)
      plan.arriveAhead();
    Pipeliner(loop, plan).run();
    deal(roles, registers);
  }

  /// The MMA stays in its iteration. Two warpgroups work in ping-pong where lanes compute an operand of the
  /// iteration's last MMA from it: one multiplies, from that MMA to the next iteration's first, while the other
  /// computes.
  void decline(scf::ForOp loop, WarpRolesOp roles, MmaPipelining &plan, const std::string &reason) {
    WarpgroupMmaOp last = lastMmaBehind(plan.wait);
    bool inPingPong = usesPingPong && roles && roles.getNumConsumerWarps() == kPingPongWarps && last &&
                      plan.mma.mma().k + last.mma().n >= kLeastPingPongDepth;
    report(plan.mma, "MmaNotPipelined",
           "the MMA is started in its iteration: " + reason + (inPingPong ? "; warpgroups take turns" : ""));
    if (!inPingPong)
      return;
    beginPingPong(roles);
    OpBuilder builder(loop);
    PingPongWaitOp::create(builder, loop.getLoc());
    builder.setInsertionPointAfter(plan.mma);
    PingPongArriveOp::create(builder, loop.getLoc());
    builder.setInsertionPoint(last);
    PingPongWaitOp::create(builder, loop.getLoc());
    builder.setInsertionPointAfter(loop);
    PingPongArriveOp::create(builder, loop.getLoc());
  }

  /// The only MMA behind `wait` in its block, if lanes compute an operand of it.
  static WarpgroupMmaOp lastMmaBehind(WarpgroupWaitOp wait) {
    WarpgroupMmaOp last;
    for (Operation *op = wait->getNextNode(); op; op = op->getNextNode())
      if (auto mma = dyn_cast<WarpgroupMmaOp>(op)) {
        if (last)
          return {};
        last = mma;
      }
    return last && isa<RankedTensorType>(last.getA().getType()) ? last : WarpgroupMmaOp();
  }

  bool pipelineFragments(scf::ForOp loop, WarpRolesOp roles) {
    int64_t registers = registersOfFragments(loop);
    if (registers > 0 && !fitsConsumers(roles, registers)) {
      releaseBehindMmas(loop);
      dealOutRegisters(roles, registers);
      return true;
    }
    MmaOp mma = registers > 0 ? tile_gpu::pipelineFragments(loop) : MmaOp();
    if (!mma)
      return false;
    report(mma, "MmaInHalves", "half of its operands are loaded while the other half is multiplied");
    // Which brings several boxes of each operand.
    dealOutRegisters(roles, registers, /*many=*/true);
    return true;
  }

  /// False where no MMA has an operand that its iteration computes for accumulators that are only added up.
  bool precomputedOperands(scf::ForOp loop, WarpRolesOp roles) {
    SmallVector<tile::FToFOp> separated = separateLoadedOperands(loop);
    PrecomputedOperands plan = planPrecomputedOperands(loop);
    if (!plan.last || !plan.onlyAdds) {
      joinLoadedOperands(separated);
      return false;
    }
    if (plan.declined.empty() && !fitsConsumers(roles, plan.registers))
      plan.declined = "a lane would hold " + std::to_string(plan.registers) + " registers of tiles";
    dealOutRegisters(roles, plan.registers);
    if (!plan.declined.empty()) {
      joinLoadedOperands(separated);
      report(plan.last, "OperandNotPrecomputed",
             "the MMA waits for the operand that the iteration computes: " + plan.declined);
      return true;
    }
    // What is stored for both makes them wait for each other.
    bool inPingPong = usesPingPong && roles.getNumConsumerWarps() == kPingPongWarps && plan.stored.empty();
    report(plan.last, "PrecomputedOperand",
           std::string("what the next iteration multiplies is computed under the MMA") +
               (inPingPong ? ", and warpgroups take turns" : ""));
    if (inPingPong)
      beginPingPong(roles);
    precomputeOperands(loop, plan, inPingPong);
    return true;
  }

  void alternate(scf::ForOp loop, WarpRolesOp roles, MmaPipelining &plan) {
    int64_t registers = registersOfAlternation(loop, plan);
    if (!arrivesAhead(plan))
      return;
    if (!fits(roles, registers))
      return report(plan.mma, "MmaNotPipelined",
                    "the MMA is waited for in its iteration: a lane would hold " + std::to_string(registers) +
                        " registers of tiles");
    report(plan.mma, "AlternatingAccumulators",
           "the MMA of the next iteration runs while the accumulators of this one are added up");
    if (plan.copied)
      plan.arriveAhead();
    alternateMmas(loop, plan);
    deal(roles, registers);
  }

  /// Multiply-adds for each of the first MMA's accumulators.
  static int64_t depthOf(MmaPipelining &pipelining, MmaSkew &skew) {
    return pipelining.mma.mma().k + skew.mma.mma().n;
  }

  static bool isWorthPingPong(int64_t depth) {
    return depth >= kLeastPingPongDepth && depth <= kMostPingPongDepth;
  }

  /// Once, whichever loops take them: the first turn is the first warpgroup's.
  static void beginPingPong(WarpRolesOp roles) {
    Block &consumers = roles.getConsumers().front();
    if (!consumers.getOps<PingPongArriveOp>().empty())
      return;
    OpBuilder builder = OpBuilder::atBlockBegin(&consumers);
    PingPongArriveOp::create(builder, roles.getLoc(), /*first=*/true);
  }

  void report(Operation *op, StringRef name, const std::string &text) {
    if (remarks && tile::isPreferredVariant(getOperation()))
      tile::Remark(op, name) << text;
  }
};

} // namespace
