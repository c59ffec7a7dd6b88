// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts products of the next iteration before this one works on its sums, behind tile-gpu-specialize-warps.
//
// Where the sums become the first operand of one more product (attention) as DeferProducts.h shows. Else:
//
//     scf.for %i .. {                                 if (any iteration) {
//       wait for the slot; %r = warpgroup_mma ..        wait for the slot; %r = warpgroup_mma ..; wait; give back
//       %s = warpgroup_wait %r pending 0                scf.for all but the last iter_args(%s = ..) {
//       give the slot back                        =>      wait for the next slot; %n = warpgroup_mma ..
//       work on %s                                        work on %s
//     }                                                   %s' = warpgroup_wait %n pending 0; give the slot back
//                                                       }
//                                                       work on %s
//                                                     }
//
// So the tensor core multiplies while the lanes compute. The first part of the body moves up by one iteration, and the
// ring's counters with it: what they are next is computed at the body's top. The last iteration is written out behind
// the loop, since a condition around a product in flight would make the assembler wait for it at once.
//
// Where no warp has a role, lanes copy operands into stages by themselves (Pipelines/OperandCopies.h). There the wait for
// their copies, with its fence and its barrier, moves up with the product, and is for one iteration more.
//
// Where the loop only adds products up, what it computes for them is computed ahead: FactorsAhead.h. Products of f64
// are not of warpgroups: RotateFragments.h. RotationPlan.h says which product it is. Sums that are only added up (fp8)
// alternate as AlternateProducts.h shows. It declines where two tiles of its sums beside those that the loop carries
// leave a lane too few registers.
#include "dialects/TileGPU/Transforms/Occupancy.h"
#include "dialects/TileGPU/Transforms/Passes.h"
#include "dialects/TileGPU/Transforms/Products/AlternateProducts.h"
#include "dialects/TileGPU/Transforms/Products/DeferProducts.h"
#include "dialects/TileGPU/Transforms/Products/FactorsAhead.h"
#include "dialects/TileGPU/Transforms/Products/RotateFragments.h"
#include "dialects/TileGPU/Transforms/Roles/ConsumerLoops.h"
#include "dialects/TileGPU/Transforms/Roles/RegisterShares.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_ROTATEPRODUCTS
#include "dialects/TileGPU/Transforms/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// Two warpgroups.
constexpr int64_t kTurnWarps = 8;
/// Multiply-adds for each sum with which turns pay. With 128, products take as long as one exponential for each (a
/// multiprocessor does 2048 and 16 in a cycle): tensor cores wait for lanes then, and turns only delay them. With many
/// more there is always one to multiply (docs/Experiments.md, "Constants of the model").
constexpr int64_t kLeastTurnDepth = 129, kMostTurnDepth = 384;

/// What rotation takes of a lane, for tiles: twice the product's sums, and what the loop carries.
int64_t registersOfRotation(scf::ForOp loop, Rotation &plan) {
  int64_t registers = 2 * registersOf(plan.product.getType());
  for (Value carried : loop.getRegionIterArgs())
    registers += registersOf(carried.getType());
  return registers;
}

/// What a loop takes of a lane for tiles if it works on products beside those that it adds up, or adds up several,
/// which meet behind it: all of them, and what it carries. 0 if it only adds up.
int64_t registersOfProducts(scf::ForOp loop) {
  int64_t ownSums = 0, registers = 0, added = 0;
  for (WarpgroupMmaOp product : loop.getBody()->getOps<WarpgroupMmaOp>()) {
    added += llvm::is_contained(loop.getRegionIterArgs(), product.getAccumulator());
    if (!product.getAccumulator())
      ownSums += registersOf(product.getType());
  }
  for (Value carried : loop.getRegionIterArgs())
    registers += registersOf(carried.getType());
  return ownSums || added > 1 ? ownSums + registers : 0;
}

/// What a loop takes of a lane for factors and sums of f64 products. 0 if it has none.
int64_t registersOfFragments(scf::ForOp loop) {
  int64_t registers = 0;
  for (MmaOp product : loop.getBody()->getOps<MmaOp>())
    if (getElementTypeOrSelf(product.getA().getType()).isF64())
      for (Value tile : product->getOperands())
        registers += registersOf(tile.getType());
  return registers;
}

/// So that the assembler may load some factors while others are multiplied: a slot is given back when all are loaded.
void giveBackBehindProducts(scf::ForOp loop) {
  for (MmaOp product : loop.getBody()->getOps<MmaOp>())
    for (auto arrive : llvm::make_early_inc_range(loop.getBody()->getOps<MbarrierArriveOp>()))
      if (arrive->isBeforeInBlock(product))
        arrive->moveAfter(product);
}

class Rotator {
public:
  Rotator(scf::ForOp loop, Rotation &plan) : loop(loop), plan(plan), builder(loop.getLoc(), loop) {}

  void run() {
    scf::IfOp around = createWhereItRuns(builder, loop);
    Value first = startFirst();
    scf::ForOp rotated = createLoop(first);
    builder.setInsertionPointAfter(rotated);
    finishLast(rotated);
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

  void giveBack(IRMapping &mapping) {
    for (MbarrierArriveOp arrive : plan.arrivals)
      builder.clone(*arrive, mapping);
  }

  Value startFirst() {
    IRMapping mapping = carriedAs(loop.getInitArgs());
    cloneAll(plan.head, mapping);
    Value sum = WarpgroupWaitOp::create(builder, mapping.lookup(plan.product.getResult()), 0).getResult(0);
    giveBack(mapping);
    return sum;
  }

  scf::ForOp createLoop(Value first) {
    Value end = arith::SubIOp::create(builder, loop.getUpperBound(), loop.getStep());
    SmallVector<Value> inits(loop.getInitArgs());
    inits.push_back(first);
    auto rotated = scf::ForOp::create(builder, loop.getLowerBound(), end, loop.getStep(), inits);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(rotated.getBody());
    ValueRange carried = rotated.getRegionIterArgs();

    IRMapping next = carriedAs(carried.drop_back());
    cloneAll(plan.advance, next);
    IRMapping started = next;
    for (unsigned counter : plan.counters)
      started.map(loop.getRegionIterArg(counter), next.lookupOrDefault(loop.getYieldedValues()[counter]));
    cloneAll(plan.head, started);
    Value inFlight = started.lookup(plan.product.getResult());

    IRMapping now = carriedAs(carried.drop_back());
    now.map(loop.getInductionVar(), rotated.getInductionVar());
    now.map(plan.wait.getResult(0), carried.back());
    WarpgroupWaitOp last = cloneRest(now);
    Value sum = waitFor(inFlight, last, now);
    giveBack(started);
    SmallVector<Value> yields;
    for (Value value : loop.getYieldedValues())
      yields.push_back(now.lookupOrDefault(value));
    yields.push_back(sum);
    scf::YieldOp::create(builder, yields);
    return rotated;
  }

  /// What is not the head; the last wait of it for other products, null if there is none.
  WarpgroupWaitOp cloneRest(IRMapping &mapping) {
    WarpgroupWaitOp last;
    for (Operation &op : loop.getBody()->without_terminator()) {
      bool isMoved = &op == plan.product || &op == plan.wait || isOfArrival(&op)
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
    SmallVector<Value> sums(last.getSums());
    sums.push_back(inFlight);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(last);
    auto both = WarpgroupWaitOp::create(builder, sums, 0);
    for (Operation &op : loop.getBody()->without_terminator())
      for (Value result : op.getResults())
        for (auto [old, waited] : llvm::zip(last.getResults(), both.getResults()))
          if (mapping.lookupOrNull(result) == old)
            mapping.map(result, waited);
    last.replaceAllUsesWith(both.getResults().drop_back());
    last.erase();
    return both.getResults().back();
  }

  void finishLast(scf::ForOp rotated) {
    ValueRange results = rotated.getResults();
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
  Rotation &plan;
  ImplicitLocOpBuilder builder;
};

struct RotateProducts : tile_gpu::impl::RotateProductsBase<RotateProducts> {
  using RotateProductsBase::RotateProductsBase;

  void runOnOperation() override {
    for (scf::ForOp loop : loopsOfCopies(getOperation()))
      if (Rotation plan = planRotation(loop, {}); plan.copied)
        visit(loop, {}, plan);
    WarpRolesOp roles = WarpRolesOp::of(getOperation());
    if (!roles)
      return;
    for (scf::ForOp loop : consumerLoops(roles)) {
      if (rotateFragments(loop, roles) || factorsAhead(loop, roles))
        continue;
      if (Rotation plan = planRotation(loop, roles); plan.product)
        visit(loop, roles, plan);
    }
    roles.getConsumers().walk([&](scf::ForOp loop) { dealOutRegisters(roles, registersOfProducts(loop)); });
    dealOutRegistersOfSums(roles);
  }

private:
  /// Roles are null where lanes copy by themselves: then no registers change hands, and nobody takes turns.
  void visit(scf::ForOp loop, WarpRolesOp roles, Rotation &plan) {
    if (!plan.declined.empty())
      decline(loop, roles, plan, plan.declined);
    else if (isOnlyAddedUp(loop, plan))
      alternate(loop, roles, plan);
    else if (!defersProducts || !defer(loop, roles, plan))
      rotate(loop, roles, plan);
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
  bool arrivesAhead(Rotation &plan) {
    if (!plan.copied || plan.mayArriveAhead())
      return true;
    report(plan.product, "the product is started in its iteration: its copies are one iteration ahead, or others read "
                         "what they bring");
    return false;
  }

  /// False where there is no second product, or it declines.
  bool defer(scf::ForOp loop, WarpRolesOp roles, Rotation &rotation) {
    Deferral plan = planDeferral(loop, roles, rotation);
    if (!plan.product)
      return false;
    if (plan.declined.empty() && !fits(roles, plan.registers))
      plan.declined = "a lane would hold " + std::to_string(plan.registers) + " registers of tiles";
    if (!plan.declined.empty()) {
      report(plan.product, "the product is waited for in its iteration: " + plan.declined);
      return false;
    }
    bool inTurns =
        takesTurns && roles && roles.getNumConsumerWarps() == kTurnWarps && isWorthTurns(depthOf(rotation, plan));
    report(plan.product, std::string("the product runs under the work on the next one's factors") +
                             (inTurns ? ", and warpgroups take turns" : ""));
    if (inTurns)
      beginTurns(roles);
    deferProduct(loop, rotation, plan, inTurns);
    deal(roles, plan.registers);
    return true;
  }

  void rotate(scf::ForOp loop, WarpRolesOp roles, Rotation &plan) {
    int64_t registers = registersOfRotation(loop, plan);
    if (!arrivesAhead(plan))
      return;
    if (!fits(roles, registers))
      return decline(loop, roles, plan, "a lane would hold " + std::to_string(registers) + " registers of tiles");
    report(plan.product, "the product of the next iteration is started before this one's sums are used");
    if (plan.copied)
      plan.arriveAhead();
    Rotator(loop, plan).run();
    deal(roles, registers);
  }

  /// The product stays in its iteration. Two warpgroups work in ping-pong where lanes compute an operand of the
  /// iteration's last product from it: one multiplies, from that product to the next iteration's first, while the other
  /// computes.
  void decline(scf::ForOp loop, WarpRolesOp roles, Rotation &plan, const std::string &reason) {
    WarpgroupMmaOp last = lastProductBehind(plan.wait);
    bool inTurns = takesTurns && roles && roles.getNumConsumerWarps() == kTurnWarps && last &&
                   plan.product.product().k + last.product().n >= kLeastTurnDepth;
    report(plan.product,
           "the product is started in its iteration: " + reason + (inTurns ? "; warpgroups take turns" : ""));
    if (!inTurns)
      return;
    beginTurns(roles);
    OpBuilder builder(loop);
    TakeTurnOp::create(builder, loop.getLoc());
    builder.setInsertionPointAfter(plan.product);
    PassTurnOp::create(builder, loop.getLoc());
    builder.setInsertionPoint(last);
    TakeTurnOp::create(builder, loop.getLoc());
    builder.setInsertionPointAfter(loop);
    PassTurnOp::create(builder, loop.getLoc());
  }

  /// The only product behind `wait` in its block, if lanes compute an operand of it.
  static WarpgroupMmaOp lastProductBehind(WarpgroupWaitOp wait) {
    WarpgroupMmaOp last;
    for (Operation *op = wait->getNextNode(); op; op = op->getNextNode())
      if (auto product = dyn_cast<WarpgroupMmaOp>(op)) {
        if (last)
          return {};
        last = product;
      }
    return last && isa<RankedTensorType>(last.getA().getType()) ? last : WarpgroupMmaOp();
  }

  bool rotateFragments(scf::ForOp loop, WarpRolesOp roles) {
    int64_t registers = registersOfFragments(loop);
    if (registers > 0 && !fitsConsumers(roles, registers)) {
      giveBackBehindProducts(loop);
      dealOutRegisters(roles, registers);
      return true;
    }
    MmaOp product = registers > 0 ? tile_gpu::rotateFragments(loop) : MmaOp();
    if (!product)
      return false;
    report(product, "half of its factors are loaded while the other half is multiplied");
    // Which brings several boxes of each factor.
    dealOutRegisters(roles, registers, /*many=*/true);
    return true;
  }

  /// False where no product has a factor that its iteration computes for sums that are only added up.
  bool factorsAhead(scf::ForOp loop, WarpRolesOp roles) {
    FactorsAhead plan = planFactorsAhead(loop);
    if (!plan.last || !plan.onlyAdds)
      return false;
    if (plan.declined.empty() && !fitsConsumers(roles, plan.registers))
      plan.declined = "a lane would hold " + std::to_string(plan.registers) + " registers of tiles";
    dealOutRegisters(roles, plan.registers);
    if (!plan.declined.empty()) {
      report(plan.last, "the product waits for the factor that the iteration computes: " + plan.declined);
      return true;
    }
    // What is stored for both makes them wait for each other.
    bool inTurns = takesTurns && roles.getNumConsumerWarps() == kTurnWarps && plan.stored.empty();
    report(plan.last, std::string("what the next iteration multiplies is computed under the product") +
                          (inTurns ? ", and warpgroups take turns" : ""));
    if (inTurns)
      beginTurns(roles);
    computeFactorsAhead(loop, plan, inTurns);
    return true;
  }

  void alternate(scf::ForOp loop, WarpRolesOp roles, Rotation &plan) {
    int64_t registers = registersOfAlternation(loop, plan);
    if (!arrivesAhead(plan))
      return;
    if (!fits(roles, registers))
      return report(plan.product, "the product is waited for in its iteration: a lane would hold " +
                                      std::to_string(registers) + " registers of tiles");
    report(plan.product, "the product of the next iteration runs while the sums of this one are added up");
    if (plan.copied)
      plan.arriveAhead();
    alternateProducts(loop, plan);
    deal(roles, registers);
  }

  /// Multiply-adds for each of the first product's sums.
  static int64_t depthOf(Rotation &rotation, Deferral &deferral) {
    return rotation.product.product().k + deferral.product.product().n;
  }

  static bool isWorthTurns(int64_t depth) {
    return depth >= kLeastTurnDepth && depth <= kMostTurnDepth;
  }

  /// Once, whichever loops take them: the first turn is the first warpgroup's.
  static void beginTurns(WarpRolesOp roles) {
    Block &consumers = roles.getConsumers().front();
    if (!consumers.getOps<PassTurnOp>().empty())
      return;
    OpBuilder builder = OpBuilder::atBlockBegin(&consumers);
    PassTurnOp::create(builder, roles.getLoc(), /*first=*/true);
  }

  void report(Operation *op, const std::string &text) {
    if (remarks && tile::isPreferredVariant(getOperation()))
      op->emitRemark() << text;
  }
};

} // namespace
