// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomics: which orders and element types each has; masks and results that say nothing are dropped.
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilec::tile;

static LogicalResult refuseOrder(Operation *op, StringRef expected, MemoryOrder order) {
  return op->emitOpError() << "expected order " << expected << ", got " << stringifyMemoryOrder(order);
}

LogicalResult AtomicLoadOp::verify() {
  if (getOrder() != MemoryOrder::Relaxed && getOrder() != MemoryOrder::Acquire)
    return refuseOrder(*this, "relaxed or acquire", getOrder());
  if (getPadding() && !getMask())
    return emitOpError() << "expected a mask beside the padding";
  return success();
}

LogicalResult AtomicStoreOp::verify() {
  if (getOrder() != MemoryOrder::Relaxed && getOrder() != MemoryOrder::Release)
    return refuseOrder(*this, "relaxed or release", getOrder());
  return success();
}

static bool isWideInteger(Type type) {
  return type.isInteger(32) || type.isInteger(64);
}

bool tilec::tile::hasAtomic(AtomicKind kind, Type element) {
  if (isWideInteger(element))
    return true;
  if (kind == AtomicKind::Exchange)
    return element.isF32() || element.isF64();
  return (kind == AtomicKind::Add || kind == AtomicKind::Sub) && isArithmeticFloat(element);
}

LogicalResult AtomicRmwOp::verify() {
  Type element = getElementTypeOrSelf(getValue().getType());
  if (!hasAtomic(getKind(), element))
    return emitOpError() << "has no " << stringifyAtomicKind(getKind()) << " of " << element;
  if (getResult() && getResult().getType() != getValue().getType())
    return emitOpError() << "expected a result of type " << getValue().getType() << ", got " << getResult().getType();
  return success();
}

LogicalResult AtomicCasOp::verify() {
  Type element = getElementTypeOrSelf(getExpected().getType());
  if (!isWideInteger(element) && !element.isF32() && !element.isF64())
    return emitOpError() << "has no compare-exchange of " << element;
  if (getResult() && getResult().getType() != getExpected().getType())
    return emitOpError() << "expected a result of type " << getExpected().getType() << ", got "
                         << getResult().getType();
  return success();
}

//===- Canonical forms -------------------------------------------------------------------------------------------===//

/// A mask that lets everything through is no mask.
template <typename Op> static LogicalResult dropFullMask(Op op, PatternRewriter &rewriter) {
  if (!op.getMask() || !matchPattern(op.getMask(), m_One()))
    return failure();
  rewriter.modifyOpInPlace(op, [&] { op.getMaskMutable().clear(); });
  return success();
}

/// Touches nothing and, being relaxed, orders nothing.
template <typename Op> static bool isNothing(Op op) {
  return op.getMask() && matchPattern(op.getMask(), m_Zero()) && op.getOrder() == MemoryOrder::Relaxed;
}

/// A result that nobody reads is not fetched.
template <typename Op> static LogicalResult dropUnreadResult(Op op, PatternRewriter &rewriter) {
  if (!op.getResult() || !op.getResult().use_empty())
    return failure();
  rewriter.replaceOpWithNewOp<Op>(op, TypeRange(), op->getOperands(), op->getAttrs());
  return success();
}

LogicalResult AtomicLoadOp::canonicalize(AtomicLoadOp op, PatternRewriter &rewriter) {
  if (isNothing(op) && op.getPadding()) {
    rewriter.replaceOp(op, op.getPadding());
    return success();
  }
  if (!op.getMask() || !matchPattern(op.getMask(), m_One()))
    return failure();
  rewriter.modifyOpInPlace(op, [&] {
    op.getMaskMutable().clear();
    op.getPaddingMutable().clear();
  });
  return success();
}

LogicalResult AtomicStoreOp::canonicalize(AtomicStoreOp op, PatternRewriter &rewriter) {
  if (!isNothing(op))
    return dropFullMask(op, rewriter);
  rewriter.eraseOp(op);
  return success();
}

LogicalResult AtomicRmwOp::canonicalize(AtomicRmwOp op, PatternRewriter &rewriter) {
  if (isNothing(op) && (!op.getResult() || op.getResult().use_empty())) {
    rewriter.eraseOp(op);
    return success();
  }
  return failed(dropFullMask(op, rewriter)) ? dropUnreadResult(op, rewriter) : success();
}

LogicalResult AtomicCasOp::canonicalize(AtomicCasOp op, PatternRewriter &rewriter) {
  if (isNothing(op)) {
    op.getResult() ? rewriter.replaceOp(op, op.getExpected()) : rewriter.eraseOp(op);
    return success();
  }
  return failed(dropFullMask(op, rewriter)) ? dropUnreadResult(op, rewriter) : success();
}
