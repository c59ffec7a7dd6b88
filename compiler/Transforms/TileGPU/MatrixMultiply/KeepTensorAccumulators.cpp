// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-gpu-keep-tensor-accumulators: what a loop adds up stays in tensor memory (see Passes.td).
//
// An accumulator that a loop carries qualifies where each iteration does nothing with it but store it to its columns,
// and what it passes on is what it loads from there. Inner loops come first, so that accumulators stay there in outer
// ones, too.
//
// Accumulators that change places (AccumulatorCycles.h) lie behind each other from those columns on, and it is their
// numbers that move: member j of a cycle of n is, as iteration t begins, in place (j + t) mod n.
//
// MMAs of loops that are left with nothing else run on (OverlapTcgen05.h).
#include "compiler/Transforms/TileGPU/Passes.h"
#include "compiler/Transforms/TileGPU/Schedule/Mma/AccumulatorCycles.h"
#include "compiler/Transforms/TileGPU/Schedule/Mma/OverlapTcgen05.h"
#include "compiler/Transforms/TileGPU/Schedule/StageNumbers.h"
#include "dialects/Tile/IR/Remarks.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_KEEPTENSORACCUMULATORS
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// An accumulator that a loop carries.
struct CarriedAccumulator {
  unsigned number; ///< of the loop's results
  TensorStoreOp store;
  TensorLoadOp load;
};

/// Accumulators that change places in a loop.
struct ExchangedAccumulators {
  struct Member {
    unsigned number;     ///< of the loop's results
    TensorStoreOp store; ///< of the next member's value; null where that is only moved
    TensorLoadOp load;   ///< with the store
  };
  SmallVector<Member> members;
  TensorStoreOp store; ///< one of them

  int64_t count() const {
    return int64_t(members.size());
  }
};

using Columns = std::pair<int64_t, int64_t>; ///< [first, second)

/// Columns that an op touches; none if it is no access of tensor memory. An MMA's scales are nobody's accumulators:
/// `tile-gpu-stage-mma-operands` deals out columns.
std::optional<Columns> columnsOf(Operation *op) {
  auto from = [](uint64_t column, int64_t count) { return Columns(int64_t(column), int64_t(column) + count); };
  if (auto store = dyn_cast<TensorStoreOp>(op))
    return from(store.getColumn(), store.getNumColumnsOfTurns());
  if (auto store = dyn_cast<TensorStoreScalesOp>(op))
    return from(store.getColumn(), store.scales().columns());
  if (auto load = dyn_cast<TensorLoadOp>(op))
    return from(load.getColumn(), load.getNumColumnsOfTurns());
  if (auto mma = dyn_cast<TensorMmaOp>(op))
    return from(mma.getColumn(), mma.getNumColumnsOfTurns());
  return std::nullopt;
}

/// The op is, or is in, one between the two.
bool isBetween(Operation *op, Operation *first, Operation *last) {
  Operation *inBlock = first->getBlock()->findAncestorOpInBlock(*op);
  return inBlock && first->isBeforeInBlock(inBlock) && inBlock->isBeforeInBlock(last);
}

/// MMAs that add to what the store has put into its columns, until it is loaded.
bool addsBetween(Operation *op, TensorStoreOp store, TensorLoadOp load) {
  auto mma = dyn_cast<TensorMmaOp>(op);
  return mma && !mma.getTurn() && columnsOf(mma) == columnsOf(store) && isBetween(mma, store, load);
}

/// Nothing in the loop touches the columns but ops that are part of the accumulators.
bool isAlone(scf::ForOp loop, Columns own, function_ref<bool(Operation *)> isPart) {
  auto check = [&](Operation *op) {
    auto other = columnsOf(op);
    bool meets = other && other->first < own.second && own.first < other->second;
    return meets && !isPart(op) ? WalkResult::interrupt() : WalkResult::advance();
  };
  return !loop.walk(check).wasInterrupted();
}

/// A loop that carries the value unchanged for nobody: what `keep` left.
bool isPassedThrough(OpOperand &use) {
  auto loop = dyn_cast<scf::ForOp>(use.getOwner());
  if (!loop || use.getOperandNumber() < loop.getNumControlOperands())
    return false;
  unsigned number = use.getOperandNumber() - loop.getNumControlOperands();
  BlockArgument argument = loop.getRegionIterArg(number);
  return loop.getResult(number).use_empty() && argument.hasOneUse() && loop.getYieldedValues()[number] == argument;
}

/// The store that is all that is done with the value; null if there is none.
TensorStoreOp onlyStore(Value value) {
  TensorStoreOp store;
  for (OpOperand &use : value.getUses()) {
    if (isPassedThrough(use))
      continue;
    if (store || !isa<TensorStoreOp>(use.getOwner()))
      return {};
    store = cast<TensorStoreOp>(use.getOwner());
  }
  return store;
}

/// Both are of one tile in one place, the store first.
bool isSameAccumulator(TensorStoreOp store, TensorLoadOp load) {
  return store.getMemory() == load.getMemory() && store.getColumn() == load.getColumn() &&
         store.getValue().getType() == load.getType() && !store.getTurn() && !load.getTurn() &&
         store->isBeforeInBlock(load);
}

std::optional<CarriedAccumulator> findAccumulator(scf::ForOp loop) {
  for (auto [i, argument] : llvm::enumerate(loop.getRegionIterArgs())) {
    Value yielded = loop.getYieldedValues()[i];
    TensorStoreOp store = onlyStore(argument);
    auto load = yielded.getDefiningOp<TensorLoadOp>();
    if (!store || !load || !load->hasOneUse() || store->getBlock() != loop.getBody() ||
        load->getBlock() != loop.getBody())
      continue;
    CarriedAccumulator accumulator{unsigned(i), store, load};
    auto isPart = [&](Operation *op) { return op == store || op == load || addsBetween(op, store, load); };
    if (isSameAccumulator(store, load) && isAlone(loop, *columnsOf(store), isPart))
      return accumulator;
  }
  return std::nullopt;
}

/// The loop does not carry the accumulator any more; its result comes from behind it.
void keep(scf::ForOp loop, CarriedAccumulator accumulator) {
  accumulator.store->moveBefore(loop);
  accumulator.store.getValueMutable().assign(loop.getInitArgs()[accumulator.number]);
  accumulator.load->moveAfter(loop);
  // Passed through unchanged: canonicalization drops it.
  loop.getBody()->getTerminator()->setOperand(accumulator.number, loop.getRegionIterArgs()[accumulator.number]);
  loop.getResult(accumulator.number).replaceAllUsesWith(accumulator.load.getResult());
}

/// The carried value that becomes the loop's result of this number, and what is done with it.
std::optional<unsigned> sourceOf(scf::ForOp loop, ExchangedAccumulators::Member &member) {
  Value source = loop.getYieldedValues()[member.number];
  if (auto load = source.getDefiningOp<TensorLoadOp>()) {
    if (!load->hasOneUse() || load->getBlock() != loop.getBody())
      return std::nullopt;
    for (Operation *op = load->getPrevNode(); op && !member.store; op = op->getPrevNode())
      if (auto store = dyn_cast<TensorStoreOp>(op); store && columnsOf(store) == columnsOf(load))
        member.store = store;
    if (!member.store || !isSameAccumulator(member.store, load))
      return std::nullopt;
    member.load = load;
    source = member.store.getValue();
  }
  auto carried = dyn_cast<BlockArgument>(source);
  bool isCarried = carried && carried.getOwner() == loop.getBody() && carried != loop.getInductionVar();
  if (!isCarried || !carried.hasOneUse() || !isDistributed(carried.getType()))
    return std::nullopt;
  return carried.getArgNumber() - loop.getNumInductionVars();
}

/// One after the other, in columns that nobody else touches.
bool mayStay(scf::ForOp loop, ExchangedAccumulators &accumulators) {
  SmallVector<ExchangedAccumulators::Member> adding;
  for (ExchangedAccumulators::Member &member : accumulators.members) {
    if (!member.store)
      continue;
    bool isSameTile = member.store.getMemory() == accumulators.store.getMemory() &&
                      member.store.getColumn() == accumulators.store.getColumn() &&
                      member.store.getValue().getType() == accumulators.store.getValue().getType();
    if (!isSameTile)
      return false;
    adding.push_back(member);
  }
  for (ExchangedAccumulators::Member &member : adding)
    for (ExchangedAccumulators::Member &other : adding)
      if (member.number != other.number && isBetween(other.store, member.store, member.load))
        return false;
  auto isPart = [&](Operation *op) {
    return llvm::any_of(adding, [&](ExchangedAccumulators::Member &member) {
      return op == member.store || op == member.load || addsBetween(op, member.store, member.load);
    });
  };
  auto [first, behindFirst] = *columnsOf(accumulators.store);
  Columns own(first, first + (behindFirst - first) * accumulators.count());
  return own.second <= accumulators.store.getMemory().getType().getColumns() && isAlone(loop, own, isPart);
}

std::optional<ExchangedAccumulators> findExchangedAccumulators(scf::ForOp loop) {
  SmallVector<ExchangedAccumulators::Member> members;
  SmallVector<std::optional<unsigned>> sources;
  for (unsigned i = 0; i < loop.getNumRegionIterArgs(); ++i) {
    members.push_back({i, {}, {}});
    sources.push_back(sourceOf(loop, members.back()));
  }
  for (const AccumulatorCycle &cycle : findCycles(sources)) {
    ExchangedAccumulators accumulators;
    for (unsigned number : cycle) {
      accumulators.members.push_back(members[number]);
      if (members[number].store)
        accumulators.store = members[number].store;
    }
    if (accumulators.store && mayStay(loop, accumulators))
      return accumulators;
  }
  return std::nullopt;
}

/// The loop, which is replaced, carries none of the accumulators any more, but which place is whose.
scf::ForOp keep(scf::ForOp loop, ExchangedAccumulators &accumulators) {
  IRRewriter rewriter(loop);
  unsigned count = unsigned(accumulators.count());
  loop = withTurns(loop, count, rewriter);
  Location loc = loop.getLoc();
  Value memory = accumulators.store.getMemory();
  auto column = uint64_t(accumulators.store.getColumn());
  IntegerAttr places = rewriter.getI64IntegerAttr(count);
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  for (auto [j, member] : llvm::enumerate(accumulators.members)) {
    rewriter.setInsertionPoint(loop);
    Value first = arith::ConstantOp::create(rewriter, loc, rewriter.getI32IntegerAttr(int32_t(j)));
    TensorStoreOp::create(rewriter, loc, loop.getInitArgs()[member.number], memory, column, first, places);
    rewriter.setInsertionPointAfter(loop);
    if (Value result = loop.getResult(member.number); !result.use_empty()) {
      Value last = turnBehind(rewriter, loc, loop.getResults().back(), unsigned(j), count);
      auto load = TensorLoadOp::create(rewriter, loc, result.getType(), memory, column, last, places);
      result.replaceAllUsesWith(load);
    }
    // Passed through unchanged: canonicalization drops it.
    yield->setOperand(member.number, loop.getRegionIterArgs()[member.number]);
    if (!member.store)
      continue;
    rewriter.setInsertionPoint(member.store);
    Value turn = turnBehind(rewriter, loc, loop.getRegionIterArgs().back(), unsigned(j) + 1, count);
    loop.walk([&](TensorMmaOp mma) {
      if (!addsBetween(mma, member.store, member.load))
        return;
      mma.getTurnMutable().assign(turn);
      mma.setTurns(count);
    });
    member.store->erase();
    member.load->erase();
  }
  return loop;
}

/// Bytes that buffers and scratch of a kernel take at most, were nothing shared.
int64_t sharedBytesOf(func::FuncOp kernel) {
  int64_t buffers = 0, scratch = 0;
  kernel.walk([&](Operation *op) {
    if (auto buffer = dyn_cast<AllocBufferOp>(op))
      buffers += buffer.getType().getBytes();
    if (auto user = dyn_cast<ScratchInterface>(op))
      scratch = std::max(scratch, user.getScratchBytes());
  });
  return buffers + scratch;
}

struct KeepTensorAccumulators : tile_gpu::impl::KeepTensorAccumulatorsBase<KeepTensorAccumulators> {
  using KeepTensorAccumulatorsBase::KeepTensorAccumulatorsBase;

  void runOnOperation() override {
    // Erases loads of accumulators to which the next MMA adds in place.
    getOperation().walk([](TensorLoadOp load) {
      if (load->use_empty())
        load.erase();
    });
    bool reports = remarks && tile::isPreferredVariant(getOperation());
    getOperation().walk<WalkOrder::PostOrder>([&](scf::ForOp loop) {
      while (std::optional<CarriedAccumulator> accumulator = findAccumulator(loop)) {
        if (reports)
          tile::Remark(loop, "AccumulatorInTensorMemory").with("accumulators", 1)
              << "an accumulator of this loop stays in tensor memory";
        keep(loop, *accumulator);
      }
      while (std::optional<ExchangedAccumulators> accumulators = findExchangedAccumulators(loop)) {
        if (reports)
          tile::Remark(loop, "AccumulatorInTensorMemory").with("accumulators", accumulators->count())
              << accumulators->count() << " accumulators of this loop that change places stay in tensor memory";
        loop = keep(loop, *accumulators);
      }
    });
    letMmasRunOn(reports);
  }

private:
  /// As far as there is shared memory for second stages.
  void letMmasRunOn(bool reports) {
    int64_t left = int64_t(sharedMemory) - sharedBytesOf(getOperation()) - kOtherBytes;
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      std::optional<RunningMma> mma = findRunningMma(loop);
      if (!mma || mma->bytes() > left)
        continue;
      left -= mma->bytes();
      if (reports)
        tile::Remark(loop, "MmaUnderStores")
            << "the MMA of this loop runs on while the next iteration stores its operands";
      runOn(loop, *mma);
    }
  }

  /// For loads that later passes bring ahead, mbarriers, and the like.
  static constexpr int64_t kOtherBytes = 32 * 1024;
};

} // namespace
