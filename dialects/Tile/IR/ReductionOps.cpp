// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions and scans: shapes, combining regions, and axes of extent 1.
#include "dialects/Tile/IR/TileDialect.h"

using namespace mlir;
using namespace tilec::tile;

/// Operands have one shape, the axis is one of theirs, and results repeat the operands' element types under `shape`.
static LogicalResult verifyShapes(Operation *op, OperandRange sources, TypeRange results, int64_t axis, bool reduces) {
  if (sources.empty())
    return op->emitOpError() << "expected at least one operand";
  SmallVector<int64_t> shape(shapeOf(sources.front().getType()));
  if (axis < 0 || axis >= int64_t(shape.size()))
    return op->emitOpError() << "expected an axis below " << shape.size() << ", got " << axis;
  for (Value source : sources)
    if (shapeOf(source.getType()) != ArrayRef<int64_t>(shape))
      return op->emitOpError() << "expected operands of one shape, got " << source.getType();
  if (results.size() != sources.size())
    return op->emitOpError() << "expected " << sources.size() << " results, got " << results.size();
  if (reduces)
    shape[axis] = 1;
  for (auto [source, result] : llvm::zip(sources, results))
    if (shapeOf(result) != ArrayRef<int64_t>(shape) ||
        getElementTypeOrSelf(result) != getElementTypeOrSelf(source.getType()))
      return op->emitOpError() << "expected a result of type "
                               << RankedTensorType::get(shape, getElementTypeOrSelf(source.getType())) << ", got "
                               << result;
  return success();
}

/// The region takes the operands' element types twice and yields them once.
static LogicalResult verifyCombiner(Operation *op, OperandRange sources, Region &combiner) {
  Block &block = combiner.front();
  SmallVector<Type> elements =
      llvm::map_to_vector(sources, [](Value source) { return getElementTypeOrSelf(source.getType()); });
  SmallVector<Type> expected(elements);
  llvm::append_range(expected, elements);
  if (!llvm::equal(block.getArgumentTypes(), expected))
    return op->emitOpError() << "expected a combiner that takes two elements of each operand";
  auto yield = dyn_cast<YieldOp>(block.getTerminator());
  if (!yield || !llvm::equal(yield.getValues().getTypes(), elements))
    return op->emitOpError() << "expected a combiner that yields one element of each operand";
  return success();
}

LogicalResult ReduceOp::verify() {
  return verifyShapes(*this, getSources(), getResultTypes(), getAxis(), true);
}
LogicalResult ReduceOp::verifyRegions() {
  return verifyCombiner(*this, getSources(), getCombiner());
}
LogicalResult ScanOp::verify() {
  return verifyShapes(*this, getSources(), getResultTypes(), getAxis(), false);
}
LogicalResult ScanOp::verifyRegions() {
  return verifyCombiner(*this, getSources(), getCombiner());
}

/// Along an axis of extent 1 there is nothing to combine.
template <typename Op> static LogicalResult dropUnitAxis(Op op, PatternRewriter &rewriter) {
  if (shapeOf(op.getSources().front().getType())[op.getAxis()] != 1)
    return failure();
  rewriter.replaceOp(op, op.getSources());
  return success();
}

LogicalResult ReduceOp::canonicalize(ReduceOp op, PatternRewriter &rewriter) {
  return dropUnitAxis(op, rewriter);
}
LogicalResult ScanOp::canonicalize(ScanOp op, PatternRewriter &rewriter) {
  return dropUnitAxis(op, rewriter);
}
