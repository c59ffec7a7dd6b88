// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads, stores, local memory and module variables.
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilec::tile;

OpFoldResult OffsetOp::fold(FoldAdaptor) {
  return matchPattern(getOffset(), m_Zero()) ? OpFoldResult(getPointer()) : OpFoldResult();
}

/// p - p is 0, and (p + n) - p is n.
OpFoldResult PtrDiffOp::fold(FoldAdaptor) {
  if (getLhs() == getRhs())
    return cast<TypedAttr>(Builder(getContext()).getZeroAttr(getType()));
  auto offset = getLhs().getDefiningOp<OffsetOp>();
  if (offset && offset.getPointer() == getRhs() && offset.getOffset().getType() == getType())
    return offset.getOffset();
  return {};
}

LogicalResult LoadOp::verify() {
  if (getPadding() && !getMask())
    return emitOpError() << "expected a mask beside the padding";
  return success();
}

/// A mask that lets everything through is no mask; one that lets nothing through is no load.
LogicalResult LoadOp::canonicalize(LoadOp op, PatternRewriter &rewriter) {
  if (!op.getMask())
    return failure();
  if (matchPattern(op.getMask(), m_One())) {
    rewriter.modifyOpInPlace(op, [&] {
      op.getMaskMutable().clear();
      op.getPaddingMutable().clear();
    });
    return success();
  }
  if (!op.getPadding() || !matchPattern(op.getMask(), m_Zero()))
    return failure();
  rewriter.replaceOp(op, op.getPadding());
  return success();
}

LogicalResult StoreOp::canonicalize(StoreOp op, PatternRewriter &rewriter) {
  if (!op.getMask())
    return failure();
  if (matchPattern(op.getMask(), m_One())) {
    rewriter.modifyOpInPlace(op, [&] { op.getMaskMutable().clear(); });
    return success();
  }
  if (!matchPattern(op.getMask(), m_Zero()))
    return failure();
  rewriter.eraseOp(op);
  return success();
}

/// Objects are at most 16 MiB, as in the language.
static constexpr int64_t kMaxObjectBytes = int64_t(1) << 24;

static LogicalResult verifyObject(Operation *op, int64_t bytes, int64_t alignment) {
  if (bytes <= 0 || bytes > kMaxObjectBytes)
    return op->emitOpError() << "expected from 1 to " << kMaxObjectBytes << " bytes, got " << bytes;
  if (alignment <= 0 || !llvm::isPowerOf2_64(alignment))
    return op->emitOpError() << "expected a power of two as alignment, got " << alignment;
  return success();
}

LogicalResult AllocaOp::verify() {
  return verifyObject(*this, getBytes(), getAlignment());
}

LogicalResult GlobalOp::verify() {
  if (failed(verifyObject(*this, getBytes(), getAlignment())))
    return failure();
  if (getInitial() && int64_t(getInitial()->size()) != int64_t(getBytes()))
    return emitOpError() << "expected " << getBytes() << " initial bytes, got " << getInitial()->size();
  return success();
}

LogicalResult AddressOfOp::verifySymbolUses(SymbolTableCollection &symbols) {
  if (symbols.lookupNearestSymbolFrom<GlobalOp>(*this, getVariableAttr()))
    return success();
  return emitOpError() << "expected a tile.global named " << getVariableAttr();
}
