// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-merge-loops: a loop over whole tiles and the loop over cut ones that continues it become one (see Passes.td).
//
// One of the two bodies is the model: it does what the other does, and masks. Its ops are walked in order, and each is
// matched with the op of the other body that does the same with the values that match its operands. What finds no match
// and has no effect is left to the model; a selection among it between a matched tile and another one stands for that
// tile from there on. If all effects, loads and carried values match, the model's body serves both loops, with such
// selections under a condition.
//
// Only loops with an MMA that write nothing: elsewhere a loop without masks may be worth more than one loop.
#include "compiler/Transforms/Tile/Passes.h"
#include "dialects/Tile/Analysis/IntegerRanges.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

namespace tilec::tile {
#define GEN_PASS_DEF_MERGELOOPS
#include "compiler/Transforms/Tile/Passes.h.inc"
} // namespace tilec::tile

using namespace mlir;
using namespace tilec;
using namespace tilec::tile;

namespace {

/// The loop's writes, and what else has an effect that must not be repeated or moved.
bool onlyReads(scf::ForOp loop) {
  return !loop.getBody()
              ->walk([](Operation *op) {
                bool isPlain = isMemoryEffectFree(op) || isa<LoadViewOp, LoadOp>(op);
                return isPlain || op->hasTrait<OpTrait::IsTerminator>() || op->getNumRegions()
                           ? WalkResult::advance()
                           : WalkResult::interrupt();
              })
              .wasInterrupted();
}

/// What one body does that the other does, too.
class BodyMatch {
public:
  /// `carried[k]`: which of `other`'s values is the model's value k.
  BodyMatch(scf::ForOp model, scf::ForOp other, ArrayRef<unsigned> carried)
      : model(model), other(other), carried(carried) {}

  bool run() {
    matches.map(model.getInductionVar(), other.getInductionVar());
    for (auto [k, argument] : llvm::enumerate(model.getRegionIterArgs()))
      matches.map(argument, other.getRegionIterArg(carried[k]));
    for (Operation &op : other.getBody()->without_terminator())
      left.insert(&op);
    for (Operation &op : model.getBody()->without_terminator())
      if (!match(&op) && !isLeftToModel(&op))
        return false;
    for (auto [k, value] : llvm::enumerate(model.getYieldedValues()))
      if (matches.lookupOrDefault(value) != other.getYieldedValues()[carried[k]])
        return false;
    return llvm::all_of(left, [](Operation *op) { return isPure(op); });
  }

  /// Selections of the model, and the operand that they stand for.
  ArrayRef<std::pair<arith::SelectOp, Value>> getSelections() const {
    return selections;
  }
  /// Pairs of loads of which at least one is masked.
  ArrayRef<std::pair<LoadViewOp, LoadViewOp>> getMaskedLoads() const {
    return maskedLoads;
  }

private:
  Value matchOf(Value value) {
    return matches.lookupOrDefault(value);
  }
  /// From outside of both loops, or matched.
  bool isMatched(Value value) {
    return matches.contains(value) || model.isDefinedOutsideOfLoop(value);
  }

  bool match(Operation *op) {
    if (!llvm::all_of(op->getOperands(), [&](Value operand) { return isMatched(operand) || isView(operand); }))
      return false;
    auto found = llvm::find_if(left, [&](Operation *candidate) { return isSame(op, candidate); });
    if (found == left.end())
      return false;
    for (auto [result, same] : llvm::zip(op->getResults(), (*found)->getResults()))
      matches.map(result, same);
    left.erase(found);
    return true;
  }
  static bool isView(Value value) {
    return isa<ViewType>(value.getType());
  }

  bool isSame(Operation *op, Operation *candidate) {
    if (auto load = dyn_cast<LoadViewOp>(op))
      if (auto otherLoad = dyn_cast<LoadViewOp>(candidate))
        return isSameLoad(load, otherLoad);
    return OperationEquivalence::isEquivalentTo(
        op, candidate, [&](Value a, Value b) { return success(matchOf(a) == b); },
        [&](Value a, Value b) { matches.map(a, b); }, OperationEquivalence::Flags::IgnoreLocations);
  }

  /// Whether both loads read one tile, masked or not. An unmasked one lies inside.
  bool isSameLoad(LoadViewOp load, LoadViewOp otherLoad) {
    auto sameValue = [&](auto pair) { return matchOf(std::get<0>(pair)) == std::get<1>(pair); };
    if (load.getHintsAttr() != otherLoad.getHintsAttr() ||
        !llvm::all_of(llvm::zip_equal(load.getIndices(), otherLoad.getIndices()), sameValue))
      return false;
    if (matchOf(load.getView()) == otherLoad.getView() && load.getInBounds() == otherLoad.getInBounds())
      return true;
    auto view = load.getView().getDefiningOp<MakeViewOp>(), otherView = otherLoad.getView().getDefiningOp<MakeViewOp>();
    bool isSameTensor = view && otherView && view.getSource() == otherView.getSource() &&
                        view.getType().getTypeID() == otherView.getType().getTypeID() &&
                        load.getType() == otherLoad.getType() && other.isDefinedOutsideOfLoop(otherView) &&
                        cast<ViewType>(view.getType()).getSteps() == cast<ViewType>(otherView.getType()).getSteps();
    if (!isSameTensor || load.getInBounds() == otherLoad.getInBounds())
      return false;
    maskedLoads.push_back({load, otherLoad});
    return true;
  }

  bool isLeftToModel(Operation *op) {
    if (!isPure(op))
      return false;
    auto select = dyn_cast<arith::SelectOp>(op);
    if (!select || !isa<RankedTensorType>(select.getType()))
      return true;
    for (Value operand : {select.getTrueValue(), select.getFalseValue()})
      if (matches.contains(operand) && !model.isDefinedOutsideOfLoop(operand)) {
        selections.push_back({select, operand});
        matches.map(select.getResult(), matchOf(operand));
        break;
      }
    return true;
  }

  scf::ForOp model, other;
  ArrayRef<unsigned> carried;
  IRMapping matches; ///< from the model
  llvm::SetVector<Operation *> left;
  SmallVector<std::pair<arith::SelectOp, Value>> selections;
  SmallVector<std::pair<LoadViewOp, LoadViewOp>> maskedLoads;
};

class LoopPair {
public:
  LoopPair(scf::ForOp first, scf::ForOp second) : first(first), second(second) {}

  /// The loop that is left; null where both are.
  scf::ForOp merge() {
    if (!isContinued() || !findBetween())
      return {};
    // First what the second masks: the last tiles are those that are cut.
    SmallVector<unsigned> backward(fromFirst.size());
    for (auto [k, index] : llvm::enumerate(fromFirst))
      backward[index] = k;
    BodyMatch bySecond(second, first, fromFirst), byFirst(first, second, backward);
    if (bySecond.run()) {
      rewrite(second, bySecond);
      return second;
    }
    if (!byFirst.run())
      return {};
    rewrite(first, byFirst);
    return first;
  }

private:
  /// The second begins where the first ends, with what the first has carried.
  bool isContinued() {
    APInt step, otherStep;
    bool isOneStep = first.getUnsignedCmp() == second.getUnsignedCmp() && !first.getUnsignedCmp() &&
                     matchPattern(first.getStep(), m_ConstantInt(&step)) &&
                     matchPattern(second.getStep(), m_ConstantInt(&otherStep)) && step.isOne() && otherStep.isOne();
    if (!isOneStep || !isSame(first.getUpperBound(), second.getLowerBound()) ||
        first.getNumResults() != second.getNumResults())
      return false;
    BitVector seen(first.getNumResults());
    for (Value init : second.getInitArgs()) {
      auto result = dyn_cast<OpResult>(init);
      if (!result || result.getOwner() != first || seen.test(result.getResultNumber()) || !result.hasOneUse())
        return false;
      seen.set(result.getResultNumber());
      fromFirst.push_back(result.getResultNumber());
    }
    auto hasMma = [](scf::ForOp loop) { return !loop.getBody()->getOps<MmaOp>().empty(); };
    return !fromFirst.empty() && hasMma(first) && hasMma(second) && onlyReads(first) && onlyReads(second);
  }

  static bool isSame(Value a, Value b) {
    APInt x, y;
    return a == b || (a.getType() == b.getType() && matchPattern(a, m_ConstantInt(&x)) &&
                      matchPattern(b, m_ConstantInt(&y)) && x == y);
  }

  /// What stands between the loops can go before the first.
  bool findBetween() {
    for (Operation *op = first->getNextNode(); op != second; op = op->getNextNode()) {
      if (!op || !isPure(op))
        return false;
      between.push_back(op);
    }
    return true;
  }

  /// `a` where it is known to be at most `b`, else the smaller one.
  Value smaller(ImplicitLocOpBuilder &builder, Value a, Value b) {
    IntegerRanges ranges(first->getParentOfType<func::FuncOp>());
    std::optional<ConstantIntRanges> x = ranges.of(a), y = ranges.of(b);
    if (isSame(a, b) || (x && y && x->smax().sle(y->smin())))
      return a;
    return builder.createOrFold<arith::MinSIOp>(a, b);
  }

  /// The second's end, or its beginning if that is larger.
  Value end(ImplicitLocOpBuilder &builder) {
    Value lower = second.getLowerBound(), upper = second.getUpperBound();
    auto sum = upper.getDefiningOp<arith::AddIOp>();
    APInt length;
    bool isLonger = sum && sum.hasNoSignedWrap() && sum.getLhs() == lower &&
                    matchPattern(sum.getRhs(), m_ConstantInt(&length)) && length.isNonNegative();
    return isLonger ? upper : builder.createOrFold<arith::MaxSIOp>(upper, lower);
  }

  void rewrite(scf::ForOp model, const BodyMatch &match) {
    for (Operation *op : between)
      op->moveBefore(first);
    ImplicitLocOpBuilder builder(model.getLoc(), first);
    Value middle = second.getLowerBound();
    Value lower = smaller(builder, first.getLowerBound(), middle), upper = end(builder);
    auto isMasked = model == second ? arith::CmpIPredicate::sge : arith::CmpIPredicate::slt;
    for (auto [select, passing] : match.getSelections())
      guard(select, passing, isMasked, middle);
    for (auto [load, otherLoad] : match.getMaskedLoads())
      if (load.getInBounds()) {
        load.getViewMutable().assign(otherLoad.getView());
        load.setInBounds(false);
      }
    // The model stands where the first did, from what the first began with.
    SmallVector<Value> inits;
    for (unsigned index : fromFirst)
      inits.push_back(first.getInitArgs()[index]);
    for (auto [k, index] : llvm::enumerate(fromFirst))
      if (model == first)
        second.getResult(k).replaceAllUsesWith(first.getResult(index));
    model.setLowerBound(lower);
    model.setUpperBound(upper);
    if (model == first) {
      second.erase();
      return;
    }
    model.getInitArgsMutable().assign(inits);
    model->moveBefore(first);
    first.erase();
  }

  static void guard(arith::SelectOp select, Value passing, arith::CmpIPredicate isMasked, Value middle) {
    auto loop = cast<scf::ForOp>(select->getParentOp());
    ImplicitLocOpBuilder builder(select.getLoc(), select);
    Value condition = arith::CmpIOp::create(builder, isMasked, loop.getInductionVar(), middle);
    auto branch = scf::IfOp::create(builder, select.getType(), condition, /*withElseRegion=*/true);
    select.replaceAllUsesWith(branch.getResult(0));
    ImplicitLocOpBuilder then(select.getLoc(), branch.thenBlock(), branch.thenBlock()->end());
    auto yield = scf::YieldOp::create(then, select.getResult());
    select->moveBefore(yield);
    ImplicitLocOpBuilder otherwise(select.getLoc(), branch.elseBlock(), branch.elseBlock()->end());
    scf::YieldOp::create(otherwise, passing);
    sinkInto(branch);
  }

  /// Ops of which only the branch has a use.
  static void sinkInto(scf::IfOp branch) {
    Block *body = branch->getBlock();
    for (Operation *op = branch->getPrevNode(); op;) {
      Operation *previous = op->getPrevNode();
      bool isInside = !op->use_empty() && isPure(op) && llvm::all_of(op->getUsers(), [&](Operation *user) {
        return branch->isProperAncestor(user) && user->getBlock() != body;
      });
      if (isInside && branch.thenBlock()->findAncestorOpInBlock(**op->user_begin()))
        op->moveBefore(&branch.thenBlock()->front());
      op = previous;
    }
  }

  scf::ForOp first, second;
  SmallVector<Operation *> between;
  SmallVector<unsigned> fromFirst; ///< which of the first's results each value of the second begins with
};

struct MergeLoops : tilec::tile::impl::MergeLoopsBase<MergeLoops> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    // The one behind first: what it becomes may be continued in turn.
    llvm::SmallPtrSet<Operation *, 8> erased;
    for (scf::ForOp loop : llvm::reverse(loops)) {
      while (loop && !erased.contains(loop)) {
        scf::ForOp first = loopBefore(loop), one = first ? LoopPair(first, loop).merge() : scf::ForOp();
        if (one)
          erased.insert(one == first ? loop : first);
        loop = one;
      }
    }
  }

private:
  static scf::ForOp loopBefore(scf::ForOp loop) {
    Operation *op = loop->getPrevNode();
    while (op && !isa<scf::ForOp>(op))
      op = op->getPrevNode();
    return cast_if_present<scf::ForOp>(op);
  }
};

} // namespace
