// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Loops/DecideComparisons.h"
#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

void tilec::tile_gpu::decideComparisons(Operation *root, DataFlowSolver &solver) {
  SmallVector<std::pair<arith::CmpIOp, bool>> decided;
  root->walk([&](arith::CmpIOp op) {
    const auto *range = solver.lookupState<dataflow::IntegerValueRangeLattice>(op.getResult());
    if (!op.getType().isInteger(1) || !range || range->getValue().isUninitialized())
      return;
    if (std::optional<APInt> value = range->getValue().getValue().getConstantValue())
      decided.push_back({op, value->getBoolValue()});
  });
  for (auto [op, value] : decided) {
    OpBuilder builder(op);
    op.replaceAllUsesWith(arith::ConstantOp::create(builder, op.getLoc(), builder.getBoolAttr(value)).getResult());
  }
}
