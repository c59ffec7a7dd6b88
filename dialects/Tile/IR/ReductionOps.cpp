// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions and scans: shapes, combining regions, axes of extent 1, and results that nobody reads.
#include "dialects/Tile/IR/TileDialect.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace tilec::tile;

/// A yield without operands.
void YieldOp::build(OpBuilder &, OperationState &) {}

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

/// Adds to `kept` those operands whose elements the yielded values in `kept`, or side effects, depend on. True if that
/// added any.
static bool addOperandsBehind(Block &combiner, llvm::BitVector &kept) {
  SmallVector<Value> open;
  for (unsigned i : kept.set_bits())
    open.push_back(combiner.getTerminator()->getOperand(i));
  for (Operation &op : combiner.without_terminator())
    if (!isMemoryEffectFree(&op))
      llvm::append_range(open, op.getOperands());
  llvm::SmallPtrSet<Value, 16> seen;
  unsigned before = kept.count();
  while (!open.empty()) {
    Value value = open.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(value); argument && argument.getOwner() == &combiner)
      kept.set(argument.getArgNumber() % kept.size());
    else if (Operation *definition = value.getDefiningOp(); definition && definition->getBlock() == &combiner)
      definition->walk([&](Operation *op) { llvm::append_range(open, op->getOperands()); });
  }
  return kept.count() > before;
}

static void eraseDeadOps(Block &block, PatternRewriter &rewriter) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op))
      rewriter.eraseOp(&op);
}

/// Replaces `op` by one with the operands `kept` only.
template <typename Op> static void keepOnly(Op op, const llvm::BitVector &kept, PatternRewriter &rewriter) {
  SmallVector<Value> sources, yielded;
  SmallVector<Type> types;
  for (unsigned i : kept.set_bits()) {
    sources.push_back(op.getSources()[i]);
    types.push_back(op->getResult(i).getType());
    yielded.push_back(op.getCombiner().front().getTerminator()->getOperand(i));
  }
  auto smaller = Op::create(rewriter, op.getLoc(), types, sources, op->getAttrs());
  rewriter.inlineRegionBefore(op.getCombiner(), smaller.getCombiner(), smaller.getCombiner().end());
  Block &combiner = smaller.getCombiner().front();
  rewriter.modifyOpInPlace(combiner.getTerminator(), [&] { combiner.getTerminator()->setOperands(yielded); });
  eraseDeadOps(combiner, rewriter);
  llvm::BitVector gone(2 * kept.size());
  for (unsigned i = 0; i < gone.size(); ++i)
    gone[i] = !kept[i % kept.size()];
  rewriter.modifyOpInPlace(smaller, [&] { combiner.eraseArguments(gone); });
  for (auto [index, result] : llvm::enumerate(smaller->getResults()))
    rewriter.replaceAllUsesWith(op->getResult(*std::next(kept.set_bits_begin(), index)), result);
  rewriter.eraseOp(op);
}

/// Drops operands whose results nobody reads and whose elements no other result depends on.
template <typename Op> static LogicalResult dropUnreadResults(Op op, PatternRewriter &rewriter) {
  unsigned count = op->getNumResults();
  llvm::BitVector kept(count);
  for (unsigned i = 0; i < count; ++i)
    kept[i] = !op->getResult(i).use_empty();
  while (kept.any() && addOperandsBehind(op.getCombiner().front(), kept))
    ;
  if (kept.none() || kept.all())
    return failure();
  keepOnly(op, kept, rewriter);
  return success();
}

LogicalResult ReduceOp::canonicalize(ReduceOp op, PatternRewriter &rewriter) {
  return failed(dropUnitAxis(op, rewriter)) ? dropUnreadResults(op, rewriter) : success();
}
LogicalResult ScanOp::canonicalize(ScanOp op, PatternRewriter &rewriter) {
  return failed(dropUnitAxis(op, rewriter)) ? dropUnreadResults(op, rewriter) : success();
}
