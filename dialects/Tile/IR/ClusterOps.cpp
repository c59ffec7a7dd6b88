// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifiers of the ops of clusters.
#include "dialects/Tile/IR/TileDialect.h"

using namespace mlir;
using namespace tilec::tile;

LogicalResult tilec::tile::verifyClusterGather(Operation *op) {
  if (op->getNumOperands() == 0 || op->getNumOperands() != op->getNumResults())
    return op->emitOpError() << "expected as many results as operands and at least one, got " << op->getNumResults()
                             << " and " << op->getNumOperands();
  SmallVector<int64_t> expected{int64_t(numCtasOf(op))};
  llvm::append_range(expected, shapeOf(op->getOperand(0).getType()));
  for (auto [source, result] : llvm::zip(op->getOperandTypes(), op->getResultTypes())) {
    if (shapeOf(source) != ArrayRef(expected).drop_front())
      return op->emitOpError() << "expected operands of one shape, got " << source;
    auto type = cast<RankedTensorType>(result);
    if (type.getShape() != ArrayRef(expected) || type.getElementType() != getElementTypeOrSelf(source))
      return op->emitOpError() << "expected one " << source << " for each of " << expected.front() << " CTAs, got "
                               << result;
  }
  return success();
}

LogicalResult ClusterGatherOp::verify() {
  return verifyClusterGather(*this);
}
