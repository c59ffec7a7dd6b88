// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// test-tile-alias: a remark for each pair of loads and stores that the alias analysis keeps apart, for tests of the
// analysis.
#include "dialects/Tile/Analysis/Alias.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace tilec::tile;

namespace {

struct Access {
  Operation *op;
  Value address;
  int64_t bytes;
};

Access describe(Operation *op) {
  Value address = op->getOperand(0);
  auto pointer = dyn_cast<PtrType>(address.getType());
  return {op, address, pointer ? storageBytes(pointer.getPointee()) : 0};
}

struct TestAlias : PassWrapper<TestAlias, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestAlias)
  StringRef getArgument() const override {
    return "test-tile-alias";
  }
  StringRef getDescription() const override {
    return "Report which accesses do not alias (test only)";
  }

  void runOnOperation() override {
    SmallVector<Access> accesses;
    getOperation()->walk([&](Operation *op) {
      if (isa<LoadOp, StoreOp, LoadViewOp, StoreViewOp>(op))
        accesses.push_back(describe(op));
    });
    for (auto [index, second] : llvm::enumerate(accesses))
      for (auto [before, first] : llvm::enumerate(ArrayRef(accesses).take_front(index)))
        if (!mayAlias(first.address, first.bytes, second.address, second.bytes))
          second.op->emitRemark() << "apart from access " << before;
  }
};

} // namespace

namespace tilec {
void registerTestAlias() {
  PassRegistration<TestAlias>();
}
} // namespace tilec
