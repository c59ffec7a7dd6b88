// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-gpu-narrow-integers: 64-bit integer arithmetic whose values fit 32 bits is done in 32 bits (see Passes.td).
//
// A GPU has 32-bit integer units; a 64-bit sum takes two instructions, a product four, a comparison two. Indices are
// often 64 bits wide in the source or in the arithmetic of views, and provably small: positions inside a tile, block
// numbers, loop counters, extents that are constant or bounded by `assume_bounded`.
//
// Steps: masks of two bounds become masks of one (JoinBounds.h); the ranges of all integers
// (Analysis/IntegerRanges.h); comparisons of scalars that ranges decide become constants (DecideComparisons.h);
// then upstream's narrowing patterns. An op is narrowed
// only if its operands and its result fit for every execution, so that nothing changes but the width.
//
// The patterns ask whether numbers fit 32 bits with a sign or without, not which of the two an op takes them for. From
// 2^31 on they fit without: there, quotients, shifts to the right, extremes and comparisons become those of numbers
// without sign first, and sums promise no more that no sign is lost.
//
// It runs behind the expansion of views, which is where most 64-bit arithmetic comes from, and behind the choice of
// access widths, which looks at the arithmetic as it was written.
#include "compiler/Transforms/TileGPU/Loops/DecideComparisons.h"
#include "compiler/Transforms/TileGPU/Loops/JoinBounds.h"
#include "compiler/Transforms/TileGPU/Passes.h"
#include "dialects/Tile/Analysis/IntegerRanges.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_NARROWINTEGERS
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;

namespace {

/// Forgets what the analysis knows of ops that are erased: their addresses are used again.
class ForgetErased : public RewriterBase::Listener {
public:
  explicit ForgetErased(DataFlowSolver &solver) : solver(solver) {}
  void notifyOperationErased(Operation *op) override {
    solver.eraseState(solver.getProgramPointAfter(op));
    for (Value result : op->getResults())
      solver.eraseState(result);
  }

private:
  DataFlowSolver &solver;
};

std::optional<ConstantIntRanges> rangeOf(DataFlowSolver &solver, Value value) {
  const auto *range = solver.lookupState<dataflow::IntegerValueRangeLattice>(value);
  if (!range || range->getValue().isUninitialized())
    return std::nullopt;
  return range->getValue().getValue();
}

bool hasWideNumber(Value value) {
  Type element = getElementTypeOrSelf(value.getType());
  return element.isIntOrIndex() && ConstantIntRanges::getStorageBitwidth(element) == 64;
}

/// Whether `fits` holds for all wide numbers of `op`.
bool allFit(DataFlowSolver &solver, Operation *op, llvm::function_ref<bool(const ConstantIntRanges &)> fits) {
  auto isNarrow = [&](Value value) {
    if (!hasWideNumber(value))
      return true;
    std::optional<ConstantIntRanges> range = rangeOf(solver, value);
    return range && fits(*range);
  };
  return llvm::all_of(op->getOperands(), isNarrow) && llvm::all_of(op->getResults(), isNarrow);
}

/// Whether all numbers of `op` fit 32 bits, each signed or unsigned.
bool fitsSomehow(DataFlowSolver &solver, Operation *op) {
  return allFit(solver, op, [](const ConstantIntRanges &range) {
    return range.umax().getActiveBits() <= 32 ||
           (range.smin().getSignificantBits() <= 32 && range.smax().getSignificantBits() <= 32);
  });
}

/// Whether all numbers of `op` fit 32 unsigned bits, and some do not fit signed ones.
bool fitsWithoutSign(DataFlowSolver &solver, Operation *op) {
  bool needsTopBit = false;
  return allFit(solver, op,
                [&](const ConstantIntRanges &range) {
                  needsTopBit |= range.umax().getActiveBits() == 32;
                  return range.umax().getActiveBits() <= 32;
                }) &&
         needsTopBit;
}

template <class Unsigned> void replaceBy(DataFlowSolver &solver, Operation *op) {
  OpBuilder builder(op);
  Value result = Unsigned::create(builder, op->getLoc(), op->getOperands()).getResult();
  auto *range = solver.getOrCreateState<dataflow::IntegerValueRangeLattice>(result);
  (void)range->join(*solver.lookupState<dataflow::IntegerValueRangeLattice>(op->getResult(0)));
  op->getResult(0).replaceAllUsesWith(result);
}

/// Whether `op` gives another result in 32 bits, even where all its numbers fit. Shifts by 32 and more are undefined
/// there. So is the remainder by -1 of what may be -2^31. The unsigned quotient is another one where bits above are
/// lost.
bool differsInBits(DataFlowSolver &solver, Operation *op) {
  auto hasBits = [&](unsigned operand, unsigned bits) {
    std::optional<ConstantIntRanges> range = rangeOf(solver, op->getOperand(operand));
    return !range || range->umax().getActiveBits() > bits;
  };
  if (isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op))
    return hasBits(1, 5);
  if (isa<arith::DivUIOp, arith::CeilDivUIOp, arith::RemUIOp>(op))
    return hasBits(0, 32) || hasBits(1, 32);
  return isa<arith::RemSIOp>(op) && hasBits(1, 32) && hasBits(0, 32);
}

/// Makes upstream's patterns right for what they would narrow.
void prepareForNarrowing(Operation *root, DataFlowSolver &solver) {
  root->walk([&](Operation *op) {
    // Others stay as wide as they are, and what is known of their results serves those that use them.
    bool isWide = op->getNumResults() == 1 && hasWideNumber(op->getResult(0));
    if (isWide && differsInBits(solver, op) && fitsSomehow(solver, op))
      return solver.eraseState(op->getResult(0));
    if (auto flagged = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
        flagged && fitsWithoutSign(solver, op)) {
      using enum arith::IntegerOverflowFlags;
      arith::IntegerOverflowFlags kept = flagged.getOverflowAttr().getValue() & ~nsw;
      op->setAttr(flagged.getIntegerOverflowAttrName(), arith::IntegerOverflowFlagsAttr::get(op->getContext(), kept));
      return;
    }
    if (!isa<arith::DivSIOp, arith::CeilDivSIOp, arith::FloorDivSIOp, arith::RemSIOp, arith::ShRSIOp, arith::MaxSIOp,
             arith::MinSIOp, arith::CmpIOp>(op) ||
        !fitsWithoutSign(solver, op))
      return;
    TypeSwitch<Operation *>(op)
        .Case([&](arith::CmpIOp compare) {
          using enum arith::CmpIPredicate;
          arith::CmpIPredicate of = compare.getPredicate();
          compare.setPredicate(of == slt ? ult : of == sle ? ule : of == sgt ? ugt : of == sge ? uge : of);
        })
        .Case([&](arith::DivSIOp) { replaceBy<arith::DivUIOp>(solver, op); })
        .Case([&](arith::FloorDivSIOp) { replaceBy<arith::DivUIOp>(solver, op); })
        .Case([&](arith::CeilDivSIOp) { replaceBy<arith::CeilDivUIOp>(solver, op); })
        .Case([&](arith::RemSIOp) { replaceBy<arith::RemUIOp>(solver, op); })
        .Case([&](arith::ShRSIOp) { replaceBy<arith::ShRUIOp>(solver, op); })
        .Case([&](arith::MaxSIOp) { replaceBy<arith::MaxUIOp>(solver, op); })
        .Case([&](arith::MinSIOp) { replaceBy<arith::MinUIOp>(solver, op); });
  });
}

struct NarrowIntegers : tile_gpu::impl::NarrowIntegersBase<NarrowIntegers> {
  void runOnOperation() override {
    // Before ranges are computed for all that follows.
    tile_gpu::joinBounds(getOperation());
    DataFlowSolver solver;
    tile::loadIntegerRanges(solver);
    if (failed(solver.initializeAndRun(getOperation())))
      return signalPassFailure();
    tile_gpu::decideComparisons(getOperation(), solver);
    prepareForNarrowing(getOperation(), solver);
    RewritePatternSet patterns(&getContext());
    arith::populateIntRangeNarrowingPatterns(patterns, solver, {32});
    ForgetErased listener(solver);
    // Folding is left to the canonicaliser: values that it makes have no range.
    GreedyRewriteConfig config;
    config.enableFolding(false).setListener(&listener);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};

} // namespace
