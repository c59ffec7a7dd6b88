// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TileGPU/Transforms/Products/FactorsAhead.h"
#include "dialects/TileGPU/IR/UsedReads.h"
#include "dialects/TileGPU/Transforms/Occupancy.h"
#include "dialects/TileGPU/Transforms/Products/CarriedFactors.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

bool isOfBody(Value value, scf::ForOp loop) {
  return value.getDefiningOp() && value.getDefiningOp()->getBlock() == loop.getBody();
}

/// An addition of the body whose result has one use.
arith::AddFOp addOf(Operation *op, scf::ForOp loop) {
  auto add = dyn_cast_if_present<arith::AddFOp>(op);
  return add && add->getBlock() == loop.getBody() && add->hasOneUse() ? add : arith::AddFOp();
}

/// These sums, which began at zero, are only added to what the loop carries, alone or with others of the iteration.
bool areOnlyAdded(Value sums, scf::ForOp loop) {
  arith::AddFOp add = sums.hasOneUse() ? addOf(*sums.user_begin(), loop) : arith::AddFOp();
  if (!add)
    return false;
  Value before = add.getLhs() == sums ? add.getRhs() : add.getLhs(), total = add.getResult();
  while (arith::AddFOp other = addOf(before.getDefiningOp(), loop))
    before = other.getLhs().getDefiningOp<WarpgroupWaitOp>() ? other.getRhs() : other.getLhs();
  while (arith::AddFOp other = addOf(*total.user_begin(), loop))
    total = other.getResult();
  auto carried = dyn_cast<BlockArgument>(before);
  return carried && carried.getOwner() == loop.getBody() && carried != loop.getInductionVar() && carried.hasOneUse() &&
         total == loop.getYieldedValues()[carried.getArgNumber() - 1];
}

/// The iteration adds its product to what it carries, and nobody else reads the sums.
bool isOnlyCarried(WarpgroupMmaOp product, scf::ForOp loop) {
  if (!product.getAccumulator()) {
    auto wait = product->hasOneUse() ? dyn_cast<WarpgroupWaitOp>(*product->user_begin()) : WarpgroupWaitOp();
    return wait && wait->getBlock() == loop.getBody() && wait.getPending() == 0 && wait.getSums().size() == 1 &&
           areOnlyAdded(wait.getResult(0), loop);
  }
  auto sum = dyn_cast<BlockArgument>(product.getAccumulator());
  if (!sum || sum.getOwner() != loop.getBody() || sum == loop.getInductionVar() || !sum.hasOneUse() ||
      !product.getResult().hasOneUse())
    return false;
  auto wait = dyn_cast<WarpgroupWaitOp>(*product->user_begin());
  return wait && wait->getBlock() == loop.getBody() && wait.getPending() == 0 && wait.getSums().size() == 1 &&
         wait.getResult(0).hasOneUse() && wait.getResult(0) == loop.getYieldedValues()[sum.getArgNumber() - 1];
}

/// The only store of a buffer that otherwise only products read.
BufferStoreOp onlyStore(AllocBufferOp buffer) {
  BufferStoreOp store;
  for (Operation *user : buffer->getUsers()) {
    if (isa<FreeBufferOp, WarpgroupMmaOp, BufferViewOp>(user))
      continue;
    if (store || !isa<BufferStoreOp>(user) || user->getBlock() != buffer->getBlock())
      return {};
    store = cast<BufferStoreOp>(user);
  }
  return store;
}

/// The proxy fence behind a store, for the MMAs that read it.
ProxyFenceOp fenceBehind(BufferStoreOp store) {
  return dyn_cast_if_present<ProxyFenceOp>(store->getNextNode());
}

class Planner {
public:
  explicit Planner(scf::ForOp loop) : loop(loop) {}

  FactorsAhead run() {
    for (auto product : loop.getBody()->getOps<WarpgroupMmaOp>())
      if (product.hasAInRegisters() && isOfBody(product.getA(), loop) && !addLate(product.getA()))
        plan.decline("nothing is left to do for its registers behind the product");
    findStored();
    if (plan.factors.empty() && plan.stored.empty())
      return plan;
    for (auto product : loop.getBody()->getOps<WarpgroupMmaOp>()) {
      plan.last = product;
      plan.onlyAdds &= isOnlyCarried(product, loop);
    }
    if (loop.getUnsignedCmp())
      plan.decline("the loop counts without sign");
    for (Value factor : plan.factors)
      addToHead(factor);
    for (StoredFactor &factor : plan.stored)
      addToHead(factor.store.getValue());
    findArrivals();
    findRest();
    checkRest();
    countRegisters();
    return plan;
  }

private:
  void findStored() {
    for (AllocBufferOp buffer : factorsToStoreAhead(loop))
      if (buffer.getRoomAhead())
        plan.stored.push_back({buffer, onlyStore(buffer)});
      else
        plan.decline("shared memory has no room for the next one");
  }

  /// The op that gives a factor its last form, and what only renames it then. False where a part has no such op.
  bool addLate(Value value) {
    Operation *op = value.getDefiningOp();
    bool isRenaming = isa<ReshapeOp, PermuteOp, BroadcastOp, CatOp>(op);
    bool isLast = op->hasTrait<OpTrait::Elementwise>() || isa<tile::FToFOp, ConvertLayoutOp>(op);
    if (!isRenaming && !isLast) {
      plan.factors.insert(value);
      return false;
    }
    bool hasLast = true;
    for (Value operand : op->getOperands())
      if (isOfBody(operand, loop)) {
        if (isRenaming)
          hasLast &= addLate(operand);
        else
          plan.factors.insert(operand);
      }
    plan.late.insert(op);
    return hasLast;
  }

  void addToHead(Value value) {
    if (loop.isDefinedOutsideOfLoop(value))
      return;
    Operation *op = value.getDefiningOp();
    if (!op) {
      auto argument = cast<BlockArgument>(value);
      if (argument != loop.getInductionVar() && !isCounter(loop.getYieldedValues()[argument.getArgNumber() - 1]))
        plan.decline("it is computed from what the loop carries");
      return;
    }
    if (plan.head.contains(op))
      return;
    if (op->getBlock() != loop.getBody() || isa<WarpgroupMmaOp, WarpgroupWaitOp>(op) || op->getNumRegions() > 0)
      return plan.decline("it is computed from other products, or in branches");
    for (Value operand : op->getOperands())
      addToHead(operand);
    plan.head.insert(op);
  }

  /// Finds the releases of stages that only the operands are computed from. One iteration later the MMAs have used what
  /// was read from them.
  void findArrivals() {
    for (auto arrive : loop.getBody()->getOps<MbarrierArriveOp>())
      if (arrive->isBeforeInBlock(plan.last))
        plan.early.insert(arrive);
  }

  /// What an iteration carries on is arithmetic alone.
  bool isCounter(Value value) {
    if (loop.isDefinedOutsideOfLoop(value))
      return true;
    Operation *op = value.getDefiningOp();
    return op ? op->getBlock() == loop.getBody() && isScalarArithmetic(op) &&
                    llvm::all_of(op->getOperands(), [&](Value operand) { return isCounter(operand); })
              : !isa<RankedTensorType>(value.getType());
  }

  void findRest() {
    for (StoredFactor &factor : plan.stored) {
      plan.ofStored.insert({factor.buffer, factor.store});
      if (ProxyFenceOp fence = fenceBehind(factor.store))
        plan.ofStored.insert(fence);
      for (Operation *user : factor.buffer->getUsers())
        if (isa<FreeBufferOp>(user))
          plan.ofStored.insert(user);
    }
    llvm::SmallPtrSet<Operation *, 16> needed;
    for (Operation &op : llvm::reverse(*loop.getBody())) {
      bool isNeeded = !plan.head.contains(&op) || needed.contains(&op);
      if (!isNeeded || plan.ofStored.contains(&op))
        continue;
      if (!op.hasTrait<OpTrait::IsTerminator>())
        plan.rest.push_back(&op);
      for (Value operand : op.getOperands())
        if (!plan.factors.contains(operand) && isOfBody(operand, loop))
          needed.insert(operand.getDefiningOp());
    }
    std::reverse(plan.rest.begin(), plan.rest.end());
  }

  /// The next iteration's slots are others, memory is as it will be, and nothing is read when its slot was given back.
  void checkRest() {
    for (Operation *op : plan.rest) {
      if (isa<MbarrierWaitOp, MbarrierArriveOp, ProxyFenceOp, WarpgroupMmaOp, WarpgroupWaitOp>(op) ||
          plan.late.contains(op) || isMemoryEffectFree(op))
        continue;
      plan.decline(plan.head.contains(op) ? "what it loads for them has other uses"
                                          : "the loop does more than multiply");
    }
    // Where products run on into the next iteration, what the last one read is given back behind the factors.
    int64_t iterations = plan.factors.empty() ? 3 : 2;
    llvm::MapVector<Value, llvm::SmallPtrSet<Value, 2>> slotsOf;
    for (auto slot : loop.getBody()->getOps<BufferSlotOp>())
      slotsOf[slot.getBuffer()].insert(slot.getIndex());
    for (auto &[buffer, slots] : slotsOf)
      if (cast<BufferType>(buffer.getType()).getStages() < iterations * int64_t(slots.size()))
        plan.decline("a ring has fewer slots than " + std::to_string(iterations) + " iterations take");
  }

  /// Those that are stored are no longer in registers when the others come.
  void countRegisters() {
    int64_t kept = 0, stored = 0;
    for (Value factor : plan.factors)
      kept += registersOf(factor.getType());
    for (StoredFactor &factor : plan.stored)
      stored += registersOf(factor.store.getValue().getType());
    plan.registers += std::max(kept, stored);
    int64_t ownSums = 0;
    for (auto product : loop.getBody()->getOps<WarpgroupMmaOp>()) {
      if (product.hasAInRegisters())
        plan.registers += registersOf(product.getA().getType());
      if (!product.getAccumulator())
        ownSums = std::max(ownSums, registersOf(product.getType()));
    }
    plan.registers += ownSums;
    for (Value carried : loop.getRegionIterArgs())
      plan.registers += registersOf(carried.getType());
  }

  scf::ForOp loop;
  FactorsAhead plan;
};

class Rewriter {
public:
  Rewriter(scf::ForOp loop, FactorsAhead &plan, bool takesTurns)
      : loop(loop), plan(plan), takesTurns(takesTurns), builder(loop.getLoc(), loop) {
    llvm::SmallPtrSet<Operation *, 16> first;
    for (StoredFactor &factor : plan.stored)
      addWithOperands(factor.store.getValue(), first);
    for (Operation &op : loop.getBody()->without_terminator())
      if (plan.head.contains(&op))
        (first.contains(&op) ? ofStored : head).push_back(&op);
  }

  void run() {
    allocatePlaces();
    scf::ForOp carrying = carryFactors(
        builder, loop,
        [&](IRMapping &first) {
          SmallVector<Value> places = firstPlaces(), values = compute(first, places.empty() ? Value() : places.front());
          llvm::append_range(values, places);
          return values;
        },
        [&](Value counter, ValueRange carried) { return iterate(counter, carried, /*goesOn=*/true); },
        [&](Value counter, ValueRange carried) { return iterate(counter, carried, /*goesOn=*/false); });
    // The loop and its last iteration stand in a branch of their own.
    builder.setInsertionPointAfter(carrying->getParentOp());
    for (Value buffer : buffers)
      FreeBufferOp::create(builder, buffer);
  }

private:
  /// Ops of the head that a value needs.
  void addWithOperands(Value value, llvm::SmallPtrSet<Operation *, 16> &ops) {
    Operation *op = value.getDefiningOp();
    if (!op || !plan.head.contains(op) || !ops.insert(op).second)
      return;
    for (Value operand : op->getOperands())
      addWithOperands(operand, ops);
  }

  void allocatePlaces() {
    numPlaces = placesOfFactors(loop);
    for (StoredFactor &factor : plan.stored) {
      BufferType one = factor.buffer.getType();
      auto several = BufferType::get(one.getContext(), one.getShape(), one.getElementType(), one.getLayout(), numPlaces,
                                     one.getAlignment());
      buffers.push_back(AllocBufferOp::create(builder, several, IntegerAttr()));
    }
  }

  /// That of an iteration, and the next one's.
  SmallVector<Value> firstPlaces() {
    SmallVector<Value> places;
    for (int32_t i = 0; i < 2 && !plan.stored.empty(); ++i)
      places.push_back(arith::ConstantOp::create(builder, builder.getI32IntegerAttr(i)));
    return places;
  }

  /// The factors in registers; those that are stored go to `place`.
  SmallVector<Value> compute(IRMapping &mapping, Value place) {
    for (Operation *op : ofStored)
      builder.clone(*op, mapping);
    for (auto [factor, buffer] : llvm::zip_equal(plan.stored, buffers)) {
      Value slot = BufferSlotOp::create(builder, factor.buffer.getType(), buffer, place);
      BufferStoreOp::create(builder, factor.store.getLoc(), mapping.lookupOrDefault(factor.store.getValue()), slot);
    }
    for (Operation *op : head)
      builder.clone(*op, mapping);
    if (!plan.stored.empty())
      ProxyFenceOp::create(builder);
    return llvm::map_to_vector(plan.factors, [&](Value factor) { return mapping.lookup(factor); });
  }

  /// What it carries on: with `goesOn` the factors of the next iteration, too.
  SmallVector<Value> iterate(Value counter, ValueRange carried, bool goesOn) {
    IRMapping mapping = argumentsAs(loop, counter, carried);
    ValueRange ahead = carried.drop_front(loop.getNumRegionIterArgs());
    for (auto [factor, value] : llvm::zip(plan.factors, ahead))
      mapping.map(factor, value);
    ValueRange places = ahead.drop_front(plan.factors.size());
    for (auto [factor, buffer] : llvm::zip_equal(plan.stored, buffers))
      mapping.map(factor.buffer.getResult(),
                  BufferSlotOp::create(builder, factor.buffer.getType(), buffer, places.front()).getResult());
    SmallVector<Value> factors;
    for (Operation *op : plan.rest) {
      bool begins = takesTurns && isa<WarpgroupMmaOp>(op) && isFirstProduct(op);
      if (begins)
        TakeTurnOp::create(builder);
      if (!plan.early.contains(op))
        cloneRest(op, mapping);
      if (op == plan.last && takesTurns)
        PassTurnOp::create(builder);
      for (Operation *arrive : plan.early)
        if (op == plan.last)
          cloneRest(arrive, mapping);
      if (op == plan.last && goesOn)
        factors = computeNext(counter, mapping, places);
    }
    SmallVector<Value> next =
        llvm::map_to_vector(loop.getYieldedValues(), [&](Value value) { return mapping.lookupOrDefault(value); });
    llvm::append_range(next, factors);
    return next;
  }

  /// A slot is given back when what was read from it has been multiplied or stored: that needs no fence.
  void cloneRest(Operation *op, IRMapping &mapping) {
    if (isa<MbarrierArriveOp>(op))
      ProxyFenceOp::create(builder)->setAttr(kUsedReadsAttr, builder.getUnitAttr());
    builder.clone(*op, mapping);
  }

  bool isFirstProduct(Operation *op) {
    return op == *loop.getBody()->getOps<WarpgroupMmaOp>().begin();
  }

  /// Where counters are as the iteration behind the one at `counter` finds them; and the places of that and the next.
  SmallVector<Value> computeNext(Value counter, IRMapping now, ValueRange places) {
    Value next = arith::AddIOp::create(builder, counter, loop.getStep());
    IRMapping ahead;
    ahead.map(loop.getInductionVar(), next);
    for (auto [argument, value] : llvm::zip_equal(loop.getRegionIterArgs(), loop.getYieldedValues()))
      if (llvm::any_of(argument.getUsers(), [&](Operation *user) { return plan.head.contains(user); }))
        ahead.map(argument, countOn(value, now));
    SmallVector<Value> values = compute(ahead, places.empty() ? Value() : places.back());
    for (Value place : places)
      values.push_back(placeBehind(place));
    return values;
  }

  /// In the form that DifferentSlots.h knows.
  Value placeBehind(Value place) {
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantOp::create(builder, builder.getI32IntegerAttr(int32_t(value)));
    };
    Value behind = arith::AddIOp::create(builder, place, constant(1));
    Value isEnd = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, behind, constant(numPlaces));
    return arith::SelectOp::create(builder, isEnd, constant(0), behind);
  }

  /// A counter that the iteration carries on, computed here, before the rest has come to it.
  Value countOn(Value value, IRMapping &now) {
    if (now.contains(value) || loop.isDefinedOutsideOfLoop(value))
      return now.lookupOrDefault(value);
    Operation *op = value.getDefiningOp();
    for (Value operand : op->getOperands())
      countOn(operand, now);
    builder.clone(*op, now);
    return now.lookup(value);
  }

  scf::ForOp loop;
  FactorsAhead &plan;
  bool takesTurns;
  ImplicitLocOpBuilder builder;
  SmallVector<Operation *> ofStored, head; ///< what is stored is made first
  SmallVector<Value> buffers;              ///< of all places each
  int64_t numPlaces = 1;
};

} // namespace

SmallVector<AllocBufferOp> tile_gpu::factorsToStoreAhead(scf::ForOp loop) {
  SmallVector<AllocBufferOp> buffers;
  auto products = loop.getBody()->getOps<WarpgroupMmaOp>();
  auto isSum = [&](WarpgroupMmaOp product) { return isOnlyCarried(product, loop); };
  bool copies = !loop.getBody()->getOps<AsyncCopyOp>().empty();
  if (tile::isBlockLoop(loop) || copies || products.empty() || !llvm::all_of(products, isSum))
    return buffers;
  for (auto buffer : loop.getBody()->getOps<AllocBufferOp>())
    if (onlyStore(buffer))
      buffers.push_back(buffer);
  return buffers;
}

int64_t tile_gpu::placesOfFactors(scf::ForOp loop) {
  bool inRegisters = llvm::any_of(loop.getBody()->getOps<WarpgroupMmaOp>(), [&](WarpgroupMmaOp product) {
    return product.hasAInRegisters() && isOfBody(product.getA(), loop);
  });
  return inRegisters ? 2 : 3;
}

FactorsAhead tile_gpu::planFactorsAhead(scf::ForOp loop) {
  return Planner(loop).run();
}

void tile_gpu::computeFactorsAhead(scf::ForOp loop, FactorsAhead &plan, bool takesTurns) {
  Rewriter(loop, plan, takesTurns).run();
}
