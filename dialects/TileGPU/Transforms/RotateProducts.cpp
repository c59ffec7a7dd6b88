// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts a product of the next iteration before this one works on its sums, behind tile-gpu-specialize-warps.
//
//     scf.for %i .. {                                 if (any iteration) {
//       wait for the slot; %r = warpgroup_mma ..        wait for the slot; %r = warpgroup_mma ..; wait; give back
//       %s = warpgroup_wait %r pending 0                scf.for all but the last iter_args(%s = ..) {
//       give the slot back                        =>      wait for the next slot; %n = warpgroup_mma ..
//       work on %s (softmax, other products)              work on %s
//     }                                                   %s' = warpgroup_wait %n pending 0; give the slot back
//                                                       }
//                                                       work on %s
//                                                     }
//
// So the tensor core multiplies while the lanes compute: attention's scores of the next keys during the softmax of
// these (on an H200 1.07 times as fast with heads of 128, 1.1 times with 64). The first part of the body moves up
// by one iteration, and the ring's counters with it: what they are next is computed at the body's top. The last
// iteration is written out behind the loop, since a condition around a product in flight would make the assembler wait
// for it at once.
//
// Rotated is the first product of the body that begins at zero. It declines where the product needs more than counters
// to be started, where its slot is another reader's, too, where the ring has one slot, where two tiles of its sums
// beside those that the loop carries leave a lane too few registers, and for fp8, whose sums are only added up: 12 %
// slower on an H200.
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "dialects/TileGPU/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
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

/// 32-bit registers of a lane that tiles may take: the rest is for addresses and what is being computed.
constexpr int64_t kMaxTileRegisters = 200;
/// The same where a lane of three warpgroups gets no more than its share, 168.
constexpr int64_t kMaxPlainTileRegisters = 112;
/// With more, two warpgroups of consumers get most of what a third, the producer's, does not need.
constexpr int64_t kDealtOutWarps = 8, kConsumerRegisters = 232, kProducerRegisters = 40, kWarpsOfWarpgroup = 4;

struct Rotation {
  WarpgroupMmaOp product;
  WarpgroupWaitOp wait;
  /// Ops of the body that start the product, and those that count its ring on.
  llvm::SetVector<Operation *> head, advance;
  /// Carried values that the head starts from.
  llvm::SetVector<unsigned> counters;
  SmallVector<MbarrierArriveOp> arrivals;
  int64_t registers = 0; ///< of a lane, for tiles
  std::string declined;
};

int64_t registersOf(Type type) {
  if (!isDistributed(type))
    return 0;
  int64_t bytes = std::max<int64_t>(2, tile::storageBytes(getElementTypeOrSelf(type)));
  return LayoutAttr::of(type).size(layout::Place::Register) * bytes / 4;
}

class Planner {
public:
  Planner(scf::ForOp loop, WarpRolesOp roles) : loop(loop), roles(roles) {}

  /// No product: nothing to rotate, and nothing to say.
  Rotation run() {
    findProduct();
    if (!plan.product)
      return plan;
    if (loop.getUnsignedCmp())
      decline("it counts without sign");
    if (isa<Float8E4M3FNType, Float8E5M2Type>(plan.product.elementTypeOfA()))
      decline("sums of fp8 are only added up");
    for (Value operand : plan.product->getOperands())
      addToHead(operand);
    for (size_t i = 0; i < plan.counters.size(); ++i)
      addToAdvance(loop.getYieldedValues()[plan.counters[i]]);
    for (Operation *op : plan.head)
      checkHead(op);
    plan.head.insert(plan.product);
    checkRegisters();
    return plan;
  }

private:
  void decline(StringRef reason) {
    if (plan.declined.empty())
      plan.declined = reason.str();
  }

  void findProduct() {
    for (auto product : loop.getBody()->getOps<WarpgroupMmaOp>()) {
      if (product.getAccumulator() || !product.getResult().hasOneUse())
        continue;
      auto wait = dyn_cast<WarpgroupWaitOp>(*product->user_begin());
      if (!wait || wait->getBlock() != loop.getBody() || wait.getPending() != 0 || wait.getSums().size() != 1)
        continue;
      plan.product = product;
      plan.wait = wait;
      return;
    }
  }

  static bool isScalarArithmetic(Operation *op) {
    return isa<arith::ArithDialect>(op->getDialect()) && !isa<RankedTensorType>(op->getResult(0).getType());
  }

  /// A carried value by its number; none for other values, declined for the loop's counter.
  bool addCarried(Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != loop.getBody())
      return false;
    if (argument.getArgNumber() == 0)
      decline("its slot depends on the loop's counter");
    else
      plan.counters.insert(argument.getArgNumber() - 1);
    return true;
  }

  void addToHead(Value value) {
    if (loop.isDefinedOutsideOfLoop(value) || addCarried(value))
      return;
    Operation *op = value.getDefiningOp();
    if (op->getBlock() != loop.getBody() ||
        (!isa<BufferSlotOp, BufferViewOp, MbarrierWaitOp>(op) && !isScalarArithmetic(op)))
      return decline("it multiplies what the iteration computes");
    for (Value operand : op->getOperands())
      addToHead(operand);
    plan.head.insert(op);
  }

  void addToAdvance(Value value) {
    if (loop.isDefinedOutsideOfLoop(value) || addCarried(value))
      return;
    Operation *op = value.getDefiningOp();
    if (op->getBlock() != loop.getBody() || !isScalarArithmetic(op))
      return decline("its ring is not counted by arithmetic alone");
    for (Value operand : op->getOperands())
      addToAdvance(operand);
    plan.advance.insert(op);
  }

  void checkHead(Operation *op) {
    if (auto slot = dyn_cast<BufferSlotOp>(op); slot && slot.getBuffer().getType().getStages() < 2)
      decline("its ring has one slot");
    auto wait = dyn_cast<MbarrierWaitOp>(op);
    if (!wait)
      return;
    if (llvm::any_of(wait->getUsers(), [&](Operation *user) { return user != plan.product; }))
      decline("its slot has other readers");
    Value empty = emptyOf(wait.getBarriers());
    size_t before = plan.arrivals.size();
    for (auto arrive : loop.getBody()->getOps<MbarrierArriveOp>())
      if (empty && arrive.getBarriers() == empty)
        plan.arrivals.push_back(arrive);
    if (plan.arrivals.size() != before + 1 || !isOfCounters(plan.arrivals.back().getIndex()))
      decline("its slot is not given back once in each iteration");
  }

  bool isOfCounters(Value value) {
    if (loop.isDefinedOutsideOfLoop(value))
      return true;
    auto argument = dyn_cast<BlockArgument>(value);
    return argument ? argument.getArgNumber() > 0 && plan.counters.contains(argument.getArgNumber() - 1)
                    : plan.head.contains(value.getDefiningOp());
  }

  /// What the producer waits for before it fills slots of which `full` tells.
  Value emptyOf(Value full) {
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

  void checkRegisters() {
    int64_t registers = 2 * registersOf(plan.product.getType());
    for (Value carried : loop.getRegionIterArgs())
      registers += registersOf(carried.getType());
    plan.registers = registers;
    int64_t warps = roles.getNumConsumerWarps();
    if (registers > (warps <= kDealtOutWarps ? kMaxTileRegisters : kMaxPlainTileRegisters))
      decline("a lane would hold " + std::to_string(registers) + " registers of tiles");
  }

  scf::ForOp loop;
  WarpRolesOp roles;
  Rotation plan;
};

class Rotator {
public:
  Rotator(scf::ForOp loop, Rotation &plan) : loop(loop), plan(plan), builder(loop.getLoc(), loop) {}

  void run() {
    Value any = arith::CmpIOp::create(builder, arith::CmpIPredicate::slt, loop.getLowerBound(), loop.getUpperBound());
    auto around = scf::IfOp::create(builder, loop.getResultTypes(), any, /*withElseRegion=*/true);
    builder.setInsertionPointToStart(around.elseBlock());
    scf::YieldOp::create(builder, loop.getInitArgs());
    builder.setInsertionPointToStart(around.thenBlock());
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
      bool isMoved =
          &op == plan.product || &op == plan.wait || isa<MbarrierWaitOp>(op)
              ? plan.head.contains(&op) || &op == plan.wait
              : llvm::is_contained(plan.arrivals, dyn_cast<MbarrierArriveOp>(op)) && isa<MbarrierArriveOp>(op);
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
    Value last = arith::SubIOp::create(builder, loop.getUpperBound(), loop.getLowerBound());
    Value one = arith::ConstantOp::create(builder, builder.getIntegerAttr(last.getType(), 1));
    last = arith::SubIOp::create(builder, last, one);
    last = arith::DivUIOp::create(builder, last, loop.getStep());
    last = arith::MulIOp::create(builder, last, loop.getStep());
    last = arith::AddIOp::create(builder, last, loop.getLowerBound());
    mapping.map(loop.getInductionVar(), last);
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
    WarpRolesOp roles = WarpRolesOp::of(getOperation());
    if (!roles)
      return;
    SmallVector<scf::ForOp> loops;
    roles.getConsumers().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      Rotation plan = Planner(loop, roles).run();
      if (!plan.product)
        continue;
      if (!plan.declined.empty()) {
        report(plan.product, "the product is started in its iteration: " + plan.declined);
        continue;
      }
      report(plan.product, "the product of the next iteration is started before this one's sums are used");
      Rotator(loop, plan).run();
      dealOutRegisters(roles, plan.registers);
    }
  }

private:
  void dealOutRegisters(WarpRolesOp roles, int64_t registers) {
    if (registers <= kMaxPlainTileRegisters)
      return;
    // Registers that leave room for a second CTA would not do.
    getOperation()->removeAttr(kMinCtasAttr);
    if (roles.getNumConsumerWarps() != kDealtOutWarps)
      return;
    roles.setProducerWarps(kWarpsOfWarpgroup);
    roles.setConsumerRegisters(kConsumerRegisters);
    roles.setProducerRegisters(kProducerRegisters);
  }

  void report(Operation *op, const std::string &text) {
    if (remarks && tile::isPreferredVariant(getOperation()))
      op->emitRemark() << text;
  }
};

} // namespace
