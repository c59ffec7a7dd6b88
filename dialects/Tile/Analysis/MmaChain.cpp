// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Tile/Analysis/MmaChain.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tilec::tile;

bool tilec::tile::multipliesAnother(MmaOp product) {
  SmallVector<Value> sources{product.getA(), product.getB()};
  llvm::SmallPtrSet<Operation *, 16> seen;
  while (!sources.empty()) {
    Operation *op = sources.pop_back_val().getDefiningOp();
    if (!op || !seen.insert(op).second)
      continue;
    if (isa<MmaOp>(op))
      return true;
    llvm::append_range(sources, op->getOperands());
    if (auto branch = dyn_cast<scf::IfOp>(op))
      for (Region *region : branch.getRegions())
        for (Block &block : *region)
          llvm::append_range(sources, block.getTerminator()->getOperands());
  }
  return false;
}
