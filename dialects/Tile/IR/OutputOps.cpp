// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assumptions: facts fit their values, and a fact said twice is said once. Assertions that always hold vanish.
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilec::tile;

LogicalResult AssumeOp::verify() {
  Type type = getSource().getType(), element = getElementTypeOrSelf(type);
  ArrayRef<int64_t> shape = shapeOf(type);
  if (isFloatElement(element))
    return emitOpError() << "expected integers or pointers, got " << element;
  if (isa<BoundedAttr>(getFact()) && isa<PtrType>(element))
    return emitOpError() << "expected integers under 'bounded', got " << element;
  if (auto divisible = dyn_cast<DivisibleAttr>(getFact()))
    if (divisible.getAlong() && (*divisible.getAlong() < 0 || *divisible.getAlong() >= int64_t(shape.size())))
      return emitOpError() << "expected 'along' below " << shape.size() << ", got " << *divisible.getAlong();
  if (auto same = dyn_cast<SameElementsAttr>(getFact()))
    if (same.getBlock().size() != shape.size())
      return emitOpError() << "expected a block of rank " << shape.size() << ", got " << same.getBlock().size();
  return success();
}

/// What always holds needs no check.
LogicalResult AssertOp::canonicalize(AssertOp op, PatternRewriter &rewriter) {
  if (!matchPattern(op.getCondition(), m_One()))
    return failure();
  rewriter.eraseOp(op);
  return success();
}

OpFoldResult AssumeOp::fold(FoldAdaptor) {
  auto inner = getSource().getDefiningOp<AssumeOp>();
  return inner && inner.getFact() == getFact() ? OpFoldResult(getSource()) : OpFoldResult();
}
