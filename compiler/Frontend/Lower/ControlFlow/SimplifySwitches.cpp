// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SimplifySwitches.cpp - two-way scf.index_switch to scf.if -----------===//
//
//   %x = arith.index_castui %n : i32 to index          %c = arith.cmpi eq, %n, %k : i32
//   scf.index_switch %x                                scf.if %c { A } else { B }
//   case k { A }                              =>
//   default { B }
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Lower/ControlFlow/Structure.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace {

struct SwitchToIf : OpRewritePattern<scf::IndexSwitchOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(scf::IndexSwitchOp op, PatternRewriter &rewriter) const override {
    if (op.getNumCases() != 1)
      return rewriter.notifyMatchFailure(op, "more than one case");
    Value selector = op.getArg();
    if (auto widened = selector.getDefiningOp<arith::IndexCastUIOp>())
      selector = widened.getIn();
    APInt value = APInt(64, op.getCases()[0], /*isSigned=*/true);
    if (auto integer = dyn_cast<IntegerType>(selector.getType()))
      value = value.trunc(integer.getWidth());
    Value key = arith::ConstantOp::create(rewriter, op.getLoc(), rewriter.getIntegerAttr(selector.getType(), value));
    Value test = arith::CmpIOp::create(rewriter, op.getLoc(), arith::CmpIPredicate::eq, selector, key);
    auto conditional = scf::IfOp::create(rewriter, op.getLoc(), op.getResultTypes(), test, /*addThenBlock=*/false,
                                         /*addElseBlock=*/false);
    rewriter.inlineRegionBefore(op.getCaseRegions()[0], conditional.getThenRegion(), conditional.getThenRegion().end());
    rewriter.inlineRegionBefore(op.getDefaultRegion(), conditional.getElseRegion(), conditional.getElseRegion().end());
    rewriter.replaceOp(op, conditional.getResults());
    return success();
  }
};

struct SimplifySwitches : PassWrapper<SimplifySwitches, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SimplifySwitches)
  StringRef getArgument() const final {
    return "tile-simplify-switches";
  }
  StringRef getDescription() const final {
    return "turn two-way scf.index_switch into scf.if";
  }

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<SwitchToIf>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace

std::unique_ptr<Pass> tilec::frontend::createSimplifySwitchesPass() {
  return std::make_unique<SimplifySwitches>();
}
