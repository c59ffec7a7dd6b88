// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-gpu-narrow-integers: 64-bit integer arithmetic whose values fit 32 bits is done in 32 bits (see Passes.td).
//
// A GPU has 32-bit integer units; a 64-bit sum takes two instructions, a product four, a comparison two. Indices are
// often 64 bits wide in the source or in the arithmetic of views, and provably small: positions inside a tile, block
// numbers, loop counters, extents that are constant or bounded by `assume_bounded`.
//
// Steps: upstream's integer range analysis, taught what our ops yield (`Ranges`); then upstream's narrowing patterns.
// An op is narrowed only if its operands and its result fit for every execution, so that nothing changes but the width.
//
// Ranges known: block numbers and counts (CUDA's limits of a grid), `iota`, `coordinate`, promises, and all that hands
// elements on (splats, broadcasts, layout changes, sub-tiles). Loads are unknown, and so are counters of unsigned
// loops.
//
// It runs behind the expansion of views, which is where most 64-bit arithmetic comes from, and behind the choice of
// access widths, which looks at the arithmetic as it was written.
#include "dialects/Tile/IR/TileDialect.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "dialects/TileGPU/Transforms/Passes.h"
#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Analysis/DataFlowFramework.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_NARROWINTEGERS
#include "dialects/TileGPU/Transforms/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using dataflow::IntegerValueRangeLattice;

namespace {

/// From 0 to `largest`, as elements of `type`.
ConstantIntRanges upTo(uint64_t largest, Type type) {
  unsigned width = ConstantIntRanges::getStorageBitwidth(type);
  return ConstantIntRanges::fromUnsigned(APInt::getZero(width), APInt(width, largest, false, /*implicitTrunc=*/true));
}

/// The largest number of blocks along a dimension of a grid.
uint64_t gridLimit(uint32_t dimension) {
  return dimension == 0 ? 0x7FFFFFFF : 0xFFFF;
}

/// What a promise leaves of `range`.
ConstantIntRanges bounded(const ConstantIntRanges &range, tile::BoundedAttr fact) {
  unsigned width = range.smin().getBitWidth();
  APInt low = APInt::getSignedMinValue(width), high = APInt::getSignedMaxValue(width);
  // Bounds that the type cannot hold say nothing.
  if (fact.getLower() && llvm::isIntN(width, *fact.getLower()))
    low = APInt(width, *fact.getLower(), /*isSigned=*/true);
  if (fact.getUpper() && llvm::isIntN(width, *fact.getUpper()))
    high = APInt(width, *fact.getUpper(), /*isSigned=*/true);
  if (low.sgt(high))
    return range;
  return range.intersection(ConstantIntRanges::fromSigned(low, high));
}

class Ranges : public dataflow::IntegerRangeAnalysis {
public:
  using IntegerRangeAnalysis::IntegerRangeAnalysis;

  LogicalResult visitOperation(Operation *op, ArrayRef<const IntegerValueRangeLattice *> operands,
                               ArrayRef<IntegerValueRangeLattice *> results) override {
    FailureOr<IntegerValueRange> range = rangeOf(op, operands);
    if (failed(range))
      return IntegerRangeAnalysis::visitOperation(op, operands, results);
    IntegerValueRangeLattice *result = results.front();
    IntegerValueRange before = result->getValue();
    ChangeResult change = result->join(*range);
    // A value carried round a loop would grow step by step; it is unknown as soon as it grows.
    bool isCarried =
        llvm::any_of(op->getUsers(), [](Operation *user) { return user->hasTrait<OpTrait::IsTerminator>(); });
    if (isCarried && !before.isUninitialized() && !(result->getValue() == before))
      change |= result->join(IntegerValueRange::getMaxRange(op->getResult(0)));
    propagateIfChanged(result, change);
    return success();
  }

  void visitNonControlFlowArguments(Operation *op, const RegionSuccessor &successor,
                                    ArrayRef<IntegerValueRangeLattice *> arguments, unsigned firstIndex) override {
    auto loop = dyn_cast<scf::ForOp>(op);
    if (loop && loop.getUnsignedCmp())
      return setAllToEntryStates(arguments);
    IntegerRangeAnalysis::visitNonControlFlowArguments(op, successor, arguments, firstIndex);
  }

private:
  /// The range of an op of ours; failure for the others.
  static FailureOr<IntegerValueRange> rangeOf(Operation *op, ArrayRef<const IntegerValueRangeLattice *> operands) {
    if (op->getNumResults() != 1 || !getElementTypeOrSelf(op->getResult(0).getType()).isInteger())
      return failure();
    Type type = op->getResult(0).getType();
    if (auto id = dyn_cast<tile::BlockIdOp>(op))
      return IntegerValueRange(upTo(gridLimit(uint32_t(id.getDimension())) - 1, type));
    if (auto count = dyn_cast<tile::NumBlocksOp>(op))
      return IntegerValueRange(upTo(gridLimit(uint32_t(count.getDimension())), type));
    if (isa<tile::IotaOp>(op))
      return IntegerValueRange(upTo(cast<ShapedType>(type).getNumElements() - 1, type));
    if (auto coordinate = dyn_cast<tile_gpu::CoordinateOp>(op))
      return IntegerValueRange(upTo(cast<ShapedType>(type).getDimSize(coordinate.getDimension()) - 1, type));
    if (auto promise = dyn_cast<tile::AssumeOp>(op)) {
      auto fact = dyn_cast<tile::BoundedAttr>(promise.getFact());
      const IntegerValueRange &source = operands.front()->getValue();
      return fact && !source.isUninitialized() ? IntegerValueRange(bounded(source.getValue(), fact)) : source;
    }
    if (isa<tile::SplatOp, tile::ToScalarOp, tile_gpu::BroadcastOp, tile_gpu::ReshapeOp, tile_gpu::PermuteOp,
            tile_gpu::ConvertLayoutOp, tile_gpu::ExtractOp>(op))
      return operands.front()->getValue();
    return failure();
  }
};

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

struct NarrowIntegers : tile_gpu::impl::NarrowIntegersBase<NarrowIntegers> {
  void runOnOperation() override {
    DataFlowSolver solver;
    solver.load<dataflow::DeadCodeAnalysis>();
    solver.load<dataflow::SparseConstantPropagation>();
    solver.load<Ranges>();
    if (failed(solver.initializeAndRun(getOperation())))
      return signalPassFailure();
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
