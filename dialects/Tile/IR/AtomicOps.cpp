// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomics: which orders and element types each has; results nobody reads are dropped.
#include "dialects/Tile/IR/TileDialect.h"

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

LogicalResult AtomicRmwOp::canonicalize(AtomicRmwOp op, PatternRewriter &rewriter) {
  if (!op.getResult() || !op.getResult().use_empty())
    return failure();
  rewriter.replaceOpWithNewOp<AtomicRmwOp>(op, TypeRange(), op->getOperands(), op->getAttrs());
  return success();
}

LogicalResult AtomicCasOp::canonicalize(AtomicCasOp op, PatternRewriter &rewriter) {
  if (!op.getResult() || !op.getResult().use_empty())
    return failure();
  rewriter.replaceOpWithNewOp<AtomicCasOp>(op, TypeRange(), op->getOperands(), op->getAttrs());
  return success();
}
