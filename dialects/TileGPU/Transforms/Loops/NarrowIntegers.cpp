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
// It runs behind the expansion of views, which is where most 64-bit arithmetic comes from, and behind the choice of
// access widths, which looks at the arithmetic as it was written.
#include "dialects/Tile/Analysis/IntegerRanges.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "dialects/TileGPU/Transforms/Loops/DecideComparisons.h"
#include "dialects/TileGPU/Transforms/Loops/JoinBounds.h"
#include "dialects/TileGPU/Transforms/Passes.h"
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

struct NarrowIntegers : tile_gpu::impl::NarrowIntegersBase<NarrowIntegers> {
  void runOnOperation() override {
    // Before ranges are computed for all that follows.
    tile_gpu::joinBounds(getOperation());
    DataFlowSolver solver;
    tile::loadIntegerRanges(solver);
    if (failed(solver.initializeAndRun(getOperation())))
      return signalPassFailure();
    tile_gpu::decideComparisons(getOperation(), solver);
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
