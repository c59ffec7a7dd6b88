// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// test-tile-divisibility: a remark with the range of each result whose op is marked `range`, with the facts of each
// result whose op is marked `facts` (or `facts = 0`: along dimension 0), and with the width of each load and store, for
// tests of the analysis.
#include "dialects/Tile/Analysis/Divisibility.h"
#include "dialects/Tile/Analysis/IntegerRanges.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace tilec::tile;

namespace {

struct TestDivisibility : PassWrapper<TestDivisibility, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestDivisibility)
  StringRef getArgument() const override {
    return "test-tile-divisibility";
  }
  StringRef getDescription() const override {
    return "Report what is known of values (test only)";
  }

  static void reportRange(Operation *op, const std::optional<ConstantIntRanges> &range) {
    if (range)
      op->emitRemark() << "from " << range->smin().getSExtValue() << " to " << range->smax().getSExtValue();
    else
      op->emitRemark() << "no range";
  }

  void runOnOperation() override {
    Divisibility facts;
    IntegerRanges ranges(getOperation());
    getOperation()->walk([&](Operation *op) {
      if (op->hasAttr("range"))
        reportRange(op, ranges.of(op->getResult(0)));
      if (op->hasAttr("facts")) {
        auto dimension = op->getAttrOfType<IntegerAttr>("facts");
        ValueFacts known = dimension ? facts.of(op->getResult(0), dimension.getInt()) : facts.of(op->getResult(0));
        op->emitRemark() << "contiguity " << known.contiguity << ", constancy " << known.constancy << ", divisor "
                         << known.divisor;
      }
      if (auto load = dyn_cast<LoadOp>(op))
        op->emitRemark() << "width " << facts.accessWidth(load.getPointer(), load.getMask());
      if (auto load = dyn_cast<LoadViewOp>(op))
        op->emitRemark() << "width " << facts.viewAccessWidth(load.getView(), load.getIndices(), load.getInBounds());
    });
  }
};

} // namespace

namespace tilec {
void registerTestDivisibility() {
  PassRegistration<TestDivisibility>();
}
} // namespace tilec
