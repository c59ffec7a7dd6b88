// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- UpliftLoops.cpp - counting scf.while to scf.for ---------------------===//
#include "compiler/Frontend/Structure.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace {
struct UpliftLoops : PassWrapper<UpliftLoops, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(UpliftLoops)
  StringRef getArgument() const final { return "tile-uplift-loops"; }
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    scf::populateUpliftWhileToForPatterns(patterns);
    scf::WhileOp::getCanonicalizationPatterns(patterns, &getContext());
    (void)applyPatternsGreedily(getOperation(), std::move(patterns));
  }
};
} // namespace

std::unique_ptr<Pass> tilec::frontend::createUpliftLoopsPass() { return std::make_unique<UpliftLoops>(); }
