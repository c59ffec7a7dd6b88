// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TileGPU/Transforms/PipelineRewrite.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// What a load reads where its mask is false is zero, or anything.
bool isZeroPadded(LoadOp load) {
  return !load.getPadding() || matchPattern(load.getPadding(), m_Zero()) ||
         matchPattern(load.getPadding(), m_PosZeroFloat());
}

class LoopPipeliner {
public:
  LoopPipeliner(scf::ForOp loop, const PipelinePlan &plan)
      : builder(loop.getLoc(), loop), loop(loop), plan(plan), counterType(loop.getInductionVar().getType()) {}

  void run() {
    allocate();
    trips = countTrips();
    SmallVector<Value> groups = prologue(), firstTiles = prefetchFirst();
    createLoop(groups, firstTiles);
    drain();
    loop.erase();
  }

private:
  Value counter(int64_t value) {
    return arith::ConstantOp::create(builder, builder.getIntegerAttr(counterType, value));
  }
  Value constant(int64_t value) {
    return arith::ConstantOp::create(builder, builder.getI32IntegerAttr(value));
  }

  void allocate() {
    for (const PipelinedLoad &ahead : plan.loads) {
      BufferType slot = ahead.slot;
      rings.push_back(
          slot ? AllocBufferOp::create(builder,
                                       BufferType::get(slot.getContext(), slot.getShape(), slot.getElementType(),
                                                       slot.getLayout(), plan.slots(), slot.getAlignment()),
                                       IntegerAttr())
                     .getResult()
               : Value());
    }
  }

  /// The number of iterations, of the counter's type and unsigned: so it cannot overflow.
  Value countTrips() {
    Value first = loop.getLowerBound(), end = loop.getUpperBound();
    Value any = arith::CmpIOp::create(builder, arith::CmpIPredicate::slt, first, end);
    Value last = arith::SubIOp::create(builder, arith::SubIOp::create(builder, end, first), counter(1));
    Value behindFirst = arith::DivUIOp::create(builder, last, loop.getStep());
    Value count = arith::AddIOp::create(builder, behindFirst, counter(1));
    return arith::SelectOp::create(builder, any, count, counter(0));
  }

  /// With `left` iterations to go, this one among them, the one that comes `ahead` later exists.
  Value exists(Value left, Value ahead) {
    return arith::CmpIOp::create(builder, arith::CmpIPredicate::ugt, left, ahead);
  }
  /// The counter `ahead` iterations behind `now`; it exists.
  Value iterationAfter(Value now, Value ahead) {
    Value distance = arith::MulIOp::create(builder, ahead, loop.getStep());
    return arith::AddIOp::create(builder, now, distance);
  }

  /// Computes pointer and mask of a load for the iteration with this counter.
  IRMapping addressAt(const PipelinedLoad &ahead, Value iteration) {
    IRMapping map;
    map.map(loop.getInductionVar(), iteration);
    for (Operation *op : ahead.address)
      builder.clone(*op, map);
    return map;
  }

  /// Copies for the iteration into slots of this number, if `condition` holds; closes the group.
  Value copyGroup(Value condition, llvm::function_ref<Value()> iterationOf, Value slot) {
    auto branch = scf::IfOp::create(builder, TypeRange(TokenType::get(builder.getContext())), condition,
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(builder, ValueRange(NoCopiesOp::create(builder)));
    builder.setInsertionPointToStart(branch.thenBlock());
    Value iteration = iterationOf(), token;
    for (auto [ahead, ring] : llvm::zip_equal(plan.loads, rings)) {
      if (!ring)
        continue;
      LoadOp load = ahead.load;
      IRMapping map = addressAt(ahead, iteration);
      Value mask = load.getMask() ? map.lookupOrDefault(load.getMask()) : Value();
      Value into = BufferSlotOp::create(builder, ahead.slot, ring, slot);
      token = AsyncCopyOp::create(builder, map.lookupOrDefault(load.getPointer()), mask, into, ahead.vector);
    }
    scf::YieldOp::create(builder, token);
    builder.setInsertionPointAfter(branch);
    return AsyncCommitOp::create(builder, branch.getResults());
  }

  /// The groups of the first iterations.
  SmallVector<Value> prologue() {
    if (!plan.hasCopies())
      return {};
    SmallVector<Value> none(plan.distance, NoCopiesOp::create(builder));
    auto copies = scf::ForOp::create(builder, constant(0), constant(plan.distance), constant(1), none);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(copies.getBody());
    Value number = copies.getInductionVar(), ahead = toCounter(number);
    Value group = copyGroup(exists(trips, ahead), [&] { return iterationAfter(loop.getLowerBound(), ahead); }, number);
    scf::YieldOp::create(builder, shifted(copies.getRegionIterArgs(), group));
    return copies.getResults();
  }

  Value toCounter(Value number) {
    if (isa<IndexType>(counterType))
      return arith::IndexCastOp::create(builder, counterType, number);
    unsigned bits = counterType.getIntOrFloatBitWidth(), from = number.getType().getIntOrFloatBitWidth();
    if (bits == from)
      return number;
    return bits > from ? arith::ExtUIOp::create(builder, counterType, number).getResult()
                       : arith::TruncIOp::create(builder, counterType, number).getResult();
  }

  static SmallVector<Value> shifted(ValueRange groups, Value newest) {
    SmallVector<Value> result(groups.drop_front());
    result.push_back(newest);
    return result;
  }

  /// A register load for the iteration, if it exists; else `otherwise`.
  Value loadIf(const PipelinedLoad &ahead, Value condition, llvm::function_ref<Value()> iterationOf,
               llvm::function_ref<Value()> otherwise) {
    LoadOp load = ahead.load;
    auto branch = scf::IfOp::create(builder, TypeRange(load.getType()), condition, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(builder, otherwise());
    builder.setInsertionPointToStart(branch.thenBlock());
    IRMapping map = addressAt(ahead, iterationOf());
    scf::YieldOp::create(builder, builder.clone(*load, map)->getResults());
    return branch.getResult(0);
  }

  SmallVector<Value> prefetchFirst() {
    SmallVector<Value> tiles;
    for (const PipelinedLoad &ahead : plan.loads) {
      if (ahead.producer != Producer::Registers)
        continue;
      LoadOp load = ahead.load;
      auto zero = [&]() -> Value {
        auto type = cast<RankedTensorType>(load.getType());
        TypedAttr element = builder.getZeroAttr(type.getElementType());
        return arith::ConstantOp::create(builder, DenseElementsAttr::get(type, element));
      };
      tiles.push_back(loadIf(ahead, exists(trips, counter(0)), [&] { return loop.getLowerBound(); }, zero));
    }
    return tiles;
  }

  void createLoop(ValueRange groups, ValueRange firstTiles) {
    SmallVector<Value> inits(loop.getInitArgs());
    size_t carried = inits.size();
    inits.push_back(trips);
    if (plan.hasCopies())
      llvm::append_values(inits, constant(0), constant(plan.distance));
    llvm::append_range(inits, groups);
    llvm::append_range(inits, firstTiles);
    pipelined = scf::ForOp::create(builder, loop.getLowerBound(), loop.getUpperBound(), loop.getStep(), inits);
    pipelined->setDiscardableAttrs(loop->getDiscardableAttrDictionary());

    ValueRange arguments = pipelined.getRegionIterArgs();
    builder.setInsertionPointToStart(pipelined.getBody());
    Value left = arguments[carried];
    SmallVector<Value> next = {arith::SubIOp::create(builder, left, counter(1))};
    ValueRange tiles = arguments.take_back(firstTiles.size());
    if (plan.hasCopies()) {
      ValueRange slots = arguments.slice(carried + 1, 2);
      arrive(slots[0], slots[1], arguments.slice(carried + 3, plan.distance), left, next);
    }
    prefetchNext(tiles, left, next);
    moveBody(arguments.take_front(carried), tiles, next);
    for (auto [result, replacement] : llvm::zip(loop.getResults(), pipelined.getResults()))
      result.replaceAllUsesWith(replacement);
  }

  Value following(Value slot) {
    Value next = arith::AddIOp::create(builder, slot, constant(1));
    Value isEnd = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, next, constant(plan.slots()));
    return arith::SelectOp::create(builder, isEnd, constant(0), next);
  }

  /// Waits for this iteration's copies and starts those of a later one.
  void arrive(Value read, Value write, ValueRange groups, Value left, SmallVectorImpl<Value> &next) {
    arrived = AsyncWaitOp::create(builder, groups.take_front(), plan.distance - 1);
    readSlot = read;
    if (llvm::any_of(plan.loads, [](const PipelinedLoad &ahead) { return ahead.slot && !ahead.isPrivate; }))
      MemoryBarrierOp::create(builder, numWarpsOf(loop) == 1 ? BarrierScope::Warp : BarrierScope::Cta);
    Value ahead = counter(plan.distance);
    Value group =
        copyGroup(exists(left, ahead), [&] { return iterationAfter(pipelined.getInductionVar(), ahead); }, write);
    next.push_back(following(read));
    next.push_back(following(write));
    llvm::append_range(next, shifted(groups, group));
  }

  void prefetchNext(ValueRange tiles, Value left, SmallVectorImpl<Value> &next) {
    auto tile = tiles.begin();
    for (const PipelinedLoad &ahead : plan.loads)
      if (ahead.producer == Producer::Registers) {
        Value current = *tile++;
        Value one = counter(1);
        next.push_back(loadIf(
            ahead, exists(left, one), [&] { return iterationAfter(pipelined.getInductionVar(), one); },
            [&] { return current; }));
      }
  }

  /// The old body, with its loads replaced.
  void moveBody(ValueRange carried, ValueRange tiles, ArrayRef<Value> next) {
    Block *body = loop.getBody();
    auto tile = tiles.begin();
    for (auto [ahead, ring] : llvm::zip_equal(plan.loads, rings))
      replaceLoad(ahead, ring, ring ? Value() : *tile++);
    Operation *yield = body->getTerminator();
    SmallVector<Value> results(yield->getOperands());
    llvm::append_range(results, next);
    loop.getInductionVar().replaceAllUsesWith(pipelined.getInductionVar());
    for (auto [old, argument] : llvm::zip(loop.getRegionIterArgs(), carried))
      old.replaceAllUsesWith(argument);
    // Values of the old body that are yielded have been replaced by now.
    for (auto [result, operand] : llvm::zip(results, yield->getOperands()))
      result = operand;
    Block *target = pipelined.getBody();
    if (target->mightHaveTerminator())
      target->getTerminator()->erase();
    target->getOperations().splice(target->end(), body->getOperations(), body->begin(), Block::iterator(yield));
    builder.setInsertionPointToEnd(target);
    scf::YieldOp::create(builder, results);
    builder.setInsertionPointAfter(pipelined);
  }

  void replaceLoad(const PipelinedLoad &ahead, Value ring, Value tile) {
    LoadOp load = ahead.load;
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(load);
    if (ring) {
      Value slot = BufferSlotOp::create(builder, ahead.slot, ring, readSlot);
      ConvertLayoutOp conversion = ahead.conversion;
      Type type = conversion ? conversion.getType() : load.getType();
      tile = BufferLoadOp::create(builder, type, slot, arrived);
      if (conversion) {
        conversion.replaceAllUsesWith(tile);
        conversion.erase();
        return load.erase();
      }
      if (load.getMask() && !isZeroPadded(load))
        tile = arith::SelectOp::create(builder, load.getMask(), tile, load.getPadding());
    }
    load.replaceAllUsesWith(tile);
    load.erase();
  }

  /// No copy is in flight when the rings' bytes go to others.
  void drain() {
    if (!plan.hasCopies())
      return;
    size_t first = loop.getNumResults() + 3; // behind iterations left and two slots
    AsyncWaitOp::create(builder, pipelined.getResults().slice(first, plan.distance), 0);
    for (Value ring : rings)
      if (ring)
        FreeBufferOp::create(builder, ring);
  }

  ImplicitLocOpBuilder builder;
  scf::ForOp loop, pipelined;
  const PipelinePlan &plan;
  Type counterType;
  Value trips;
  /// Of each load; null for those in registers.
  SmallVector<Value> rings;
  Value arrived, readSlot;
};

} // namespace

void tile_gpu::pipelineLoop(scf::ForOp loop, const PipelinePlan &plan) {
  LoopPipeliner(loop, plan).run();
}
