// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// lower-control-flow: upstream's lowerings from `scf` to `cf`, the last op of a block first (see Passes.td).
///
/// Each lowering splits the block behind its op. From the front, what follows an op would be moved once for each op
/// before it: the square of a block's length in time, and in the memory that a dialect conversion keeps of its steps.
/// From the back each part is moved once.
#include "compiler/Conversion/TileGPUToNVVM/Passes.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Rewrite/PatternApplicator.h"

namespace tilec {
#define GEN_PASS_DEF_LOWERCONTROLFLOW
#include "compiler/Conversion/TileGPUToNVVM/Passes.h.inc"
} // namespace tilec

using namespace mlir;

namespace {

class LowerControlFlow : public tilec::impl::LowerControlFlowBase<LowerControlFlow> {
public:
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateSCFToControlFlowConversionPatterns(patterns);
    FrozenRewritePatternSet frozen(std::move(patterns));
    PatternApplicator applicator(frozen);
    applicator.applyDefaultCostModel();
    // Those around others first: what a region holds becomes several blocks only once the region is gone.
    SmallVector<Operation *> ops;
    getOperation()->walk<WalkOrder::PreOrder, ReverseIterator>([&](Operation *op) {
      if (isa_and_nonnull<scf::SCFDialect>(op->getDialect()) && op->getNumRegions() > 0)
        ops.push_back(op);
    });
    PatternRewriter rewriter(&getContext());
    for (Operation *op : ops) {
      rewriter.setInsertionPoint(op);
      if (failed(applicator.matchAndRewrite(op, rewriter))) {
        op->emitError("expected control flow that can be lowered");
        return signalPassFailure();
      }
    }
  }
};

} // namespace
