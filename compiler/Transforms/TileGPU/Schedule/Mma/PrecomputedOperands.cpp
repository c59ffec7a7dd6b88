// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Schedule/Mma/PrecomputedOperands.h"
#include "compiler/Transforms/TileGPU/MatrixMultiply/CarriedOperands.h"
#include "compiler/Transforms/TileGPU/MatrixMultiply/MmaOperands.h"
#include "compiler/Transforms/TileGPU/Occupancy.h"
#include "dialects/TileGPU/IR/UsedReads.h"
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

/// These accumulators, which began at zero, are only added to what the loop carries, alone or with others of the
/// iteration.
bool areOnlyAdded(Value accumulators, scf::ForOp loop) {
  arith::AddFOp add = accumulators.hasOneUse() ? addOf(*accumulators.user_begin(), loop) : arith::AddFOp();
  if (!add)
    return false;
  Value before = add.getLhs() == accumulators ? add.getRhs() : add.getLhs(), total = add.getResult();
  while (arith::AddFOp other = addOf(before.getDefiningOp(), loop))
    before = other.getLhs().getDefiningOp<WarpgroupWaitOp>() ? other.getRhs() : other.getLhs();
  while (arith::AddFOp other = addOf(*total.user_begin(), loop))
    total = other.getResult();
  auto carried = dyn_cast<BlockArgument>(before);
  return carried && carried.getOwner() == loop.getBody() && carried != loop.getInductionVar() && carried.hasOneUse() &&
         total == loop.getYieldedValues()[carried.getArgNumber() - 1];
}

/// The first and the last of MMAs that add to the accumulators of this one without a wait.
std::pair<WarpgroupMmaOp, WarpgroupMmaOp> endsOfRun(WarpgroupMmaOp mma) {
  WarpgroupMmaOp first = mma, last = mma;
  while (auto before = first.getAccumulator() ? first.getAccumulator().getDefiningOp<WarpgroupMmaOp>() : nullptr)
    first = before;
  while (auto next = last->hasOneUse() ? dyn_cast<WarpgroupMmaOp>(*last->user_begin()) : nullptr)
    last = next;
  return {first, last};
}

/// The iteration adds its MMA to what it carries, and nobody else reads the accumulators.
bool isOnlyCarried(WarpgroupMmaOp any, scf::ForOp loop) {
  auto [first, mma] = endsOfRun(any);
  if (!first.getAccumulator()) {
    auto wait = mma->hasOneUse() ? dyn_cast<WarpgroupWaitOp>(*mma->user_begin()) : WarpgroupWaitOp();
    return wait && wait->getBlock() == loop.getBody() && wait.getPending() == 0 && wait.getAccumulators().size() == 1 &&
           areOnlyAdded(wait.getResult(0), loop);
  }
  auto accumulator = dyn_cast<BlockArgument>(first.getAccumulator());
  if (!accumulator || accumulator.getOwner() != loop.getBody() || accumulator == loop.getInductionVar() ||
      !accumulator.hasOneUse() || !mma.getResult().hasOneUse())
    return false;
  auto wait = dyn_cast<WarpgroupWaitOp>(*mma->user_begin());
  return wait && wait->getBlock() == loop.getBody() && wait.getPending() == 0 && wait.getAccumulators().size() == 1 &&
         wait.getResult(0).hasOneUse() && wait.getResult(0) == loop.getYieldedValues()[accumulator.getArgNumber() - 1];
}

/// The only store of a buffer that otherwise only MMAs read.
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

  PrecomputedOperands run() {
    for (auto mma : loop.getBody()->getOps<WarpgroupMmaOp>())
      if (mma.hasAInRegisters() && isOfBody(mma.getA(), loop) && !addLate(mma.getA()))
        plan.decline("nothing is left to do for its registers behind the MMA");
    findStored();
    if (plan.mmaOperands.empty() && plan.stored.empty())
      return plan;
    for (auto mma : loop.getBody()->getOps<WarpgroupMmaOp>()) {
      plan.last = mma;
      plan.onlyAdds &= isOnlyCarried(mma, loop);
    }
    if (loop.getUnsignedCmp())
      plan.decline("the loop counts without sign");
    for (Value mmaOperand : plan.mmaOperands)
      addToHead(mmaOperand);
    for (StoredOperand &mmaOperand : plan.stored)
      addToHead(mmaOperand.store.getValue());
    findArrivals();
    findRest();
    checkRest();
    countRegisters();
    return plan;
  }

private:
  void findStored() {
    for (AllocBufferOp buffer : operandsToStoreAhead(loop))
      if (buffer.getRoomAhead())
        plan.stored.push_back({buffer, onlyStore(buffer)});
      else
        plan.decline("shared memory has no room for the next one");
  }

  /// The op that gives an operand its last form, and what only renames it then. False where a part has no such op.
  bool addLate(Value value) {
    Operation *op = value.getDefiningOp();
    bool isRenaming = isa<ReshapeOp, PermuteOp, BroadcastOp, CatOp>(op);
    bool isLast = op->hasTrait<OpTrait::Elementwise>() || isa<tile::FToFOp, ConvertLayoutOp>(op);
    if (!isRenaming && !isLast) {
      plan.mmaOperands.insert(value);
      return false;
    }
    bool hasLast = true;
    for (Value operand : op->getOperands())
      if (isOfBody(operand, loop)) {
        if (isRenaming)
          hasLast &= addLate(operand);
        else
          plan.mmaOperands.insert(operand);
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
      return plan.decline("it is computed from other MMAs, or in branches");
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
    for (StoredOperand &mmaOperand : plan.stored) {
      plan.ofStored.insert({mmaOperand.buffer, mmaOperand.store});
      if (ProxyFenceOp fence = fenceBehind(mmaOperand.store))
        plan.ofStored.insert(fence);
      for (Operation *user : mmaOperand.buffer->getUsers())
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
        if (!plan.mmaOperands.contains(operand) && isOfBody(operand, loop))
          needed.insert(operand.getDefiningOp());
    }
    std::reverse(plan.rest.begin(), plan.rest.end());
  }

  /// The next iteration's stages are others, memory is as it will be, and nothing is read when its stage was released.
  void checkRest() {
    for (Operation *op : plan.rest) {
      if (isa<MbarrierWaitOp, MbarrierArriveOp, ProxyFenceOp, WarpgroupMmaOp, WarpgroupWaitOp>(op) ||
          plan.late.contains(op) || isMemoryEffectFree(op))
        continue;
      plan.decline(plan.head.contains(op) ? "what it loads for them has other uses"
                                          : "the loop does more than multiply");
    }
    // Where MMAs run on into the next iteration, what the last one read is released behind the operands.
    int64_t iterations = plan.mmaOperands.empty() ? 3 : 2;
    llvm::MapVector<Value, llvm::SmallPtrSet<Value, 2>> stagesOf;
    for (auto stage : loop.getBody()->getOps<BufferStageOp>())
      stagesOf[stage.getBuffer()].insert(stage.getIndex());
    for (auto &[buffer, stages] : stagesOf)
      if (cast<BufferType>(buffer.getType()).getStages() < iterations * int64_t(stages.size()))
        plan.decline("a stage buffer has fewer stages than " + std::to_string(iterations) + " iterations take");
  }

  /// Those that are stored are no longer in registers when the others come.
  void countRegisters() {
    int64_t kept = 0, stored = 0;
    for (Value mmaOperand : plan.mmaOperands)
      kept += registersOf(mmaOperand.getType());
    for (StoredOperand &mmaOperand : plan.stored)
      stored += registersOf(mmaOperand.store.getValue().getType());
    plan.registers += std::max(kept, stored);
    int64_t ownAccumulators = 0;
    llvm::SmallPtrSet<Value, 4> counted;
    for (auto mma : loop.getBody()->getOps<WarpgroupMmaOp>()) {
      if (mma.hasAInRegisters() && counted.insert(mma.getA()).second)
        plan.registers += registersOf(mma.getA().getType());
      if (!mma.getAccumulator())
        ownAccumulators = std::max(ownAccumulators, registersOf(mma.getType()));
    }
    plan.registers += ownAccumulators;
    for (Value carried : loop.getRegionIterArgs())
      plan.registers += registersOf(carried.getType());
  }

  scf::ForOp loop;
  PrecomputedOperands plan;
};

class Rewriter {
public:
  Rewriter(scf::ForOp loop, PrecomputedOperands &plan, bool usesPingPong)
      : loop(loop), plan(plan), usesPingPong(usesPingPong), builder(loop.getLoc(), loop) {
    llvm::SmallPtrSet<Operation *, 16> first;
    for (StoredOperand &mmaOperand : plan.stored)
      addWithOperands(mmaOperand.store.getValue(), first);
    for (Operation &op : loop.getBody()->without_terminator())
      if (plan.head.contains(&op))
        (first.contains(&op) ? ofStored : head).push_back(&op);
  }

  void run() {
    allocatePlaces();
    scf::ForOp carrying = carryOperands(
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
    numPlaces = placesOfOperands(loop);
    for (StoredOperand &mmaOperand : plan.stored) {
      BufferType one = mmaOperand.buffer.getType();
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

  /// The operands in registers; those that are stored go to `place`.
  SmallVector<Value> compute(IRMapping &mapping, Value place) {
    for (Operation *op : ofStored)
      builder.clone(*op, mapping);
    for (auto [mmaOperand, buffer] : llvm::zip_equal(plan.stored, buffers)) {
      Value stage = BufferStageOp::create(builder, mmaOperand.buffer.getType(), buffer, place);
      BufferStoreOp::create(builder, mmaOperand.store.getLoc(), mapping.lookupOrDefault(mmaOperand.store.getValue()),
                            stage);
    }
    for (Operation *op : head)
      builder.clone(*op, mapping);
    if (!plan.stored.empty())
      ProxyFenceOp::create(builder);
    return llvm::map_to_vector(plan.mmaOperands, [&](Value mmaOperand) { return mapping.lookup(mmaOperand); });
  }

  /// What it carries on: with `goesOn` the operands of the next iteration, too.
  SmallVector<Value> iterate(Value counter, ValueRange carried, bool goesOn) {
    IRMapping mapping = argumentsAs(loop, counter, carried);
    ValueRange ahead = carried.drop_front(loop.getNumRegionIterArgs());
    for (auto [mmaOperand, value] : llvm::zip(plan.mmaOperands, ahead))
      mapping.map(mmaOperand, value);
    ValueRange places = ahead.drop_front(plan.mmaOperands.size());
    for (auto [mmaOperand, buffer] : llvm::zip_equal(plan.stored, buffers))
      mapping.map(mmaOperand.buffer.getResult(),
                  BufferStageOp::create(builder, mmaOperand.buffer.getType(), buffer, places.front()).getResult());
    SmallVector<Value> mmaOperands;
    for (Operation *op : plan.rest) {
      bool begins = usesPingPong && isa<WarpgroupMmaOp>(op) && isFirstMma(op);
      if (begins)
        PingPongWaitOp::create(builder);
      if (!plan.early.contains(op))
        cloneRest(op, mapping);
      if (op == plan.last && usesPingPong)
        PingPongArriveOp::create(builder);
      for (Operation *arrive : plan.early)
        if (op == plan.last)
          cloneRest(arrive, mapping);
      if (op == plan.last && goesOn)
        mmaOperands = computeNext(counter, mapping, places);
    }
    SmallVector<Value> next =
        llvm::map_to_vector(loop.getYieldedValues(), [&](Value value) { return mapping.lookupOrDefault(value); });
    llvm::append_range(next, mmaOperands);
    return next;
  }

  /// A stage is released when what was read from it has been multiplied or stored: that needs no fence.
  void cloneRest(Operation *op, IRMapping &mapping) {
    if (isa<MbarrierArriveOp>(op))
      ProxyFenceOp::create(builder)->setAttr(kUsedReadsAttr, builder.getUnitAttr());
    builder.clone(*op, mapping);
  }

  bool isFirstMma(Operation *op) {
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

  /// In the form that DistinctStages.h knows.
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
  PrecomputedOperands &plan;
  bool usesPingPong;
  ImplicitLocOpBuilder builder;
  SmallVector<Operation *> ofStored, head; ///< what is stored is made first
  SmallVector<Value> buffers;              ///< of all places each
  int64_t numPlaces = 1;
};

} // namespace

SmallVector<AllocBufferOp> tile_gpu::operandsToStoreAhead(scf::ForOp loop) {
  SmallVector<AllocBufferOp> buffers;
  auto mmas = loop.getBody()->getOps<WarpgroupMmaOp>();
  auto isSum = [&](WarpgroupMmaOp mma) { return isOnlyCarried(mma, loop); };
  bool copies = !loop.getBody()->getOps<AsyncCopyOp>().empty();
  if (tile::isBlockLoop(loop) || copies || mmas.empty() || !llvm::all_of(mmas, isSum))
    return buffers;
  for (auto buffer : loop.getBody()->getOps<AllocBufferOp>())
    if (onlyStore(buffer))
      buffers.push_back(buffer);
  return buffers;
}

int64_t tile_gpu::placesOfOperands(scf::ForOp loop) {
  bool inRegisters = llvm::any_of(loop.getBody()->getOps<WarpgroupMmaOp>(), [&](WarpgroupMmaOp mma) {
    return mma.hasAInRegisters() && isOfBody(mma.getA(), loop);
  });
  return inRegisters ? 2 : 3;
}

SmallVector<tile::FToFOp> tile_gpu::separateLoadedOperands(scf::ForOp loop) {
  SmallVector<tile::FToFOp> last;
  for (auto mma : loop.getBody()->getOps<WarpgroupMmaOp>()) {
    Value tile = mma.hasAInRegisters() ? withoutRenamings(mma.getA()) : Value();
    auto load = tile ? tile.getDefiningOp<BufferLoadOp>() : BufferLoadOp();
    if (!load || !isOfBody(tile, loop) || !isa<FloatTF32Type>(getElementTypeOrSelf(tile.getType())))
      continue;
    OpBuilder builder(load->getContext());
    builder.setInsertionPointAfter(load);
    Type wide = tile::withElementType(tile.getType(), builder.getF32Type());
    Value widened = tile::FToFOp::create(builder, load.getLoc(), wide, tile);
    last.push_back(tile::FToFOp::create(builder, load.getLoc(), tile.getType(), widened));
    tile.replaceAllUsesExcept(last.back(), widened.getDefiningOp());
  }
  return last;
}

void tile_gpu::joinLoadedOperands(ArrayRef<tile::FToFOp> last) {
  for (tile::FToFOp op : last) {
    auto widened = op.getSource().getDefiningOp<tile::FToFOp>();
    op.replaceAllUsesWith(widened.getSource());
    op.erase();
    widened.erase();
  }
}

PrecomputedOperands tile_gpu::planPrecomputedOperands(scf::ForOp loop) {
  return Planner(loop).run();
}

void tile_gpu::precomputeOperands(scf::ForOp loop, PrecomputedOperands &plan, bool usesPingPong) {
  Rewriter(loop, plan, usesPingPong).run();
}
