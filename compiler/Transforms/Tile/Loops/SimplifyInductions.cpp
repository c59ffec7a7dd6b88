// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-simplify-inductions: pointers and integers that a loop moves on by the same step are computed from its counter
// (see Passes.td).
//
//     scf.for %i = %c0 to %n step %c1 iter_args(%p = %first) {       scf.for %i = %c0 to %n step %c1 {
//       %x = load %p                                                   %m = %i * %step
//       %next = offset %p, %step                                =>     %p = offset %first, %m
//       scf.yield %next                                                %x = load %p
//     }                                                              }
//
// So `p += step` and `p + i * step` are one kernel to all that follows. The number of an iteration is the counter's
// distance from its start over the loop's step, which is constant. Offsets of pointers are computed in 64 bits.
// Integers that do not overflow stay carried where their distance from the first one might.
#include "compiler/Transforms/Tile/Passes.h"
#include "dialects/Tile/Analysis/IntegerRanges.h"
#include "dialects/Tile/IR/SplatElement.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

namespace tilec::tile {
#define GEN_PASS_DEF_SIMPLIFYINDUCTIONS
#include "compiler/Transforms/Tile/Passes.h.inc"
} // namespace tilec::tile

using namespace mlir;
using namespace tilec;
using namespace tilec::tile;

namespace {

/// A value that each iteration moves on, by one scalar after the other, all from outside of the loop.
struct Induction {
  struct Step {
    Value value;
    bool isTaken; ///< subtracted
  };
  BlockArgument carried;
  SmallVector<Step> steps;
  bool overflows = true; ///< otherwise none of its sums does, as signed integers

  bool isPointer() const {
    return isa<PtrType>(getElementTypeOrSelf(carried.getType()));
  }
};

std::optional<Induction> findInduction(scf::ForOp loop, BlockArgument carried) {
  Induction induction{carried, {}};
  bool isExact = true;
  // From the sum that is passed on back to what it began with.
  for (Value sum = loop.getTiedLoopYieldedValue(carried)->get(); sum != carried;) {
    Operation *op = sum.getDefiningOp();
    if (!op || op->getBlock() != loop.getBody() || !isa<OffsetOp, arith::AddIOp, arith::SubIOp>(op))
      return std::nullopt;
    Value before = op->getOperand(0), step = op->getOperand(1);
    if (isa<arith::AddIOp>(op) && loop.isDefinedOutsideOfLoop(before))
      std::swap(before, step);
    OpBuilder outside(loop);
    step = loop.isDefinedOutsideOfLoop(step) ? splatElement(outside, step) : Value();
    if (!step)
      return std::nullopt;
    if (auto arithmetic = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
      isExact &= arithmetic.hasNoSignedWrap();
    induction.steps.push_back({step, isa<arith::SubIOp>(op)});
    sum = before;
  }
  if (induction.steps.empty())
    return std::nullopt;
  induction.overflows = !isExact;
  return induction;
}

class Loop {
public:
  Loop(scf::ForOp loop, IntegerRanges &ranges) : loop(loop), ranges(ranges) {}

  void run() {
    APInt step;
    if (!matchPattern(loop.getStep(), m_ConstantInt(&step)) || !step.isStrictlyPositive() ||
        !isa<IntegerType>(loop.getInductionVar().getType()))
      return;
    stepOfCounter = step.getZExtValue();
    for (BlockArgument carried : loop.getRegionIterArgs())
      if (auto induction = findInduction(loop, carried);
          induction && (induction->overflows || staysInRange(*induction)))
        replace(*induction);
  }

private:
  /// The distance from the first value is one that the type has, as the values are.
  bool staysInRange(const Induction &induction) {
    if (induction.isPointer())
      return true;
    auto first = ranges.of(loop.getTiedLoopInit(induction.carried)->get());
    return first && first->smin().isNonNegative() && llvm::all_of(induction.steps, [](Induction::Step step) {
             APInt amount;
             return matchPattern(step.value, m_ConstantInt(&amount)) && !step.isTaken && amount.isNonNegative();
           });
  }

  void replace(const Induction &induction) {
    OpResult result = loop.getTiedLoopResult(induction.carried);
    ImplicitLocOpBuilder body = ImplicitLocOpBuilder::atBlockBegin(loop.getLoc(), loop.getBody());
    Value now = valueAfter(body, induction, [&](Type type) { return iterationsBefore(body, type); });
    if (!result.use_empty()) {
      ImplicitLocOpBuilder behind(loop.getLoc(), loop->getContext());
      behind.setInsertionPointAfter(loop);
      result.replaceAllUsesWith(valueAfter(behind, induction, [&](Type type) { return iterations(behind, type); }));
    }
    loop.getTiedLoopYieldedValue(induction.carried)->set(induction.carried);
    BlockArgument carried = induction.carried;
    carried.replaceUsesWithIf(now, [&](OpOperand &use) { return !isa<scf::YieldOp>(use.getOwner()); });
  }

  /// What it is behind so many iterations, which `number` gives in a type.
  Value valueAfter(ImplicitLocOpBuilder &b, const Induction &induction, llvm::function_ref<Value(Type)> number) {
    Type type = induction.carried.getType();
    Type element = induction.isPointer() ? b.getI64Type() : getElementTypeOrSelf(type);
    // Pointers move within memory.
    auto flags = induction.isPointer() || !induction.overflows ? arith::IntegerOverflowFlags::nsw
                                                               : arith::IntegerOverflowFlags::none;
    Value count = number(element), value = loop.getTiedLoopInit(induction.carried)->get();
    for (auto [step, isTaken] : induction.steps) {
      Value moved = product(b, step, count, element, type, flags);
      if (induction.isPointer())
        value = OffsetOp::create(b, type, value, moved);
      else if (isTaken)
        value = arith::SubIOp::create(b, value, moved, flags);
      else
        value = arith::AddIOp::create(b, value, moved, flags);
    }
    return value;
  }

  /// `step * count`: a scalar, or a tile of the shape of `like`.
  static Value product(ImplicitLocOpBuilder &b, Value step, Value count, Type element, Type like,
                       arith::IntegerOverflowFlags flags) {
    auto tile = dyn_cast<RankedTensorType>(like);
    step = resized(b, step, element, /*isSigned=*/true);
    Value scalar = b.createOrFold<arith::MulIOp>(step, count, flags);
    return tile ? SplatOp::create(b, tile.clone(element), scalar).getResult() : scalar;
  }

  /// Iterations before the one of the body.
  Value iterationsBefore(ImplicitLocOpBuilder &b, Type type) {
    APInt first;
    bool isFromZero = matchPattern(loop.getLowerBound(), m_ConstantInt(&first)) && first.isZero();
    Value counter = resized(b, loop.getInductionVar(), type, !loop.getUnsignedCmp());
    if (!isFromZero) {
      bool isWider = type.getIntOrFloatBitWidth() > loop.getInductionVar().getType().getIntOrFloatBitWidth();
      Value start = resized(b, loop.getLowerBound(), type, !loop.getUnsignedCmp());
      counter = arith::SubIOp::create(b, counter, start,
                                      isWider ? arith::IntegerOverflowFlags::nsw : arith::IntegerOverflowFlags::none);
    }
    if (stepOfCounter == 1)
      return counter;
    return arith::DivUIOp::create(b, counter, constant(b, type, stepOfCounter));
  }

  /// All of them.
  Value iterations(ImplicitLocOpBuilder &b, Type type) {
    Type wide = b.getI64Type();
    auto bound = [&](Value value) { return resized(b, value, wide, !loop.getUnsignedCmp()); };
    Value distance = arith::SubIOp::create(b, bound(loop.getUpperBound()), bound(loop.getLowerBound()));
    auto less = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt;
    Value enters = arith::CmpIOp::create(b, less, loop.getLowerBound(), loop.getUpperBound());
    Value count = arith::SelectOp::create(b, enters, distance, constant(b, wide, 0));
    if (stepOfCounter > 1)
      count = arith::CeilDivUIOp::create(b, count, constant(b, wide, stepOfCounter));
    return resized(b, count, type, /*isSigned=*/false);
  }

  static Value constant(ImplicitLocOpBuilder &b, Type type, int64_t value) {
    return arith::ConstantOp::create(b, b.getIntegerAttr(type, value));
  }

  /// With as many bits as `type`.
  static Value resized(ImplicitLocOpBuilder &b, Value value, Type type, bool isSigned) {
    unsigned from = value.getType().getIntOrFloatBitWidth(), to = type.getIntOrFloatBitWidth();
    if (from == to)
      return value;
    if (from > to)
      return b.createOrFold<arith::TruncIOp>(type, value);
    return isSigned ? b.createOrFold<arith::ExtSIOp>(type, value) : b.createOrFold<arith::ExtUIOp>(type, value);
  }

  scf::ForOp loop;
  IntegerRanges &ranges;
  int64_t stepOfCounter = 1;
};

struct SimplifyInductions : tile::impl::SimplifyInductionsBase<SimplifyInductions> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops; // inner ones first: their steps may be steps of those around them
    getOperation()->walk([&](scf::ForOp loop) { loops.push_back(loop); });
    if (loops.empty())
      return;
    IntegerRanges ranges(getOperation());
    for (scf::ForOp loop : loops) {
      moveLoopInvariantCode(loop);
      Loop(loop, ranges).run();
    }
  }
};

} // namespace
