// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Views: operands match what the types leave open, indices match the view; accesses that stay inside are marked.
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilec::tile;

LogicalResult MakeTensorViewOp::verify() {
  auto type = cast<TensorViewType>(getType());
  if (cast<PtrType>(getPointer().getType()).getPointee() != type.getElementType())
    return emitOpError() << "expected a pointer to " << type.getElementType() << ", got " << getPointer().getType();
  if (int64_t(getExtents().size()) != type.getNumDynamicExtents())
    return emitOpError() << "expected " << type.getNumDynamicExtents() << " extents, got " << getExtents().size();
  if (int64_t(getStrides().size()) != type.getNumDynamicStrides())
    return emitOpError() << "expected " << type.getNumDynamicStrides() << " strides, got " << getStrides().size();
  return success();
}

/// One scalar index for each dimension; a gather/scatter view takes a tile of its extent at its dimension.
static LogicalResult verifyIndices(Operation *op, ViewType view, OperandRange indices) {
  int64_t rank = view.getTensorView().getRank();
  if (int64_t(indices.size()) != rank)
    return op->emitOpError() << "expected " << rank << " indices, got " << indices.size();
  auto gather = dyn_cast<GatherScatterViewType>(view);
  for (auto [dimension, index] : llvm::enumerate(indices)) {
    bool isTile = isa<RankedTensorType>(index.getType());
    if (!gather || int64_t(dimension) != gather.getDimension()) {
      if (isTile)
        return op->emitOpError() << "expected a scalar as index " << dimension << ", got " << index.getType();
      continue;
    }
    int64_t extent = view.getTileShape()[dimension];
    if (!isTile || shapeOf(index.getType()) != ArrayRef<int64_t>(extent))
      return op->emitOpError() << "expected a tile of " << extent << " indices as index " << dimension << ", got "
                               << index.getType();
  }
  return success();
}

LogicalResult LoadViewOp::verify() {
  auto view = cast<ViewType>(getView().getType());
  Type element = getElementTypeOrSelf(getType());
  bool isOfView = isLoadConversion(view.getTensorView().getElementType(), element)
                      ? getType() == withElementType(view.getTileType(), element)
                      : getType() == view.getTileType();
  if (!isOfView)
    return emitOpError() << "expected a tile of type " << view.getTileType() << ", got " << getType();
  return verifyIndices(*this, cast<ViewType>(getView().getType()), getIndices());
}
LogicalResult StoreViewOp::verify() {
  return verifyIndices(*this, cast<ViewType>(getView().getType()), getIndices());
}

/// The tile at constant indices lies in a tensor whose extents are all known.
static bool isWhollyInside(ViewType view, OperandRange indices) {
  if (isa<GatherScatterViewType>(view))
    return false;
  constexpr unsigned kBitsThatCannotWrap = 31;
  ArrayRef<int64_t> extents = view.getTensorView().getShape(), tile = view.getTileShape();
  for (auto [extent, length, step, index] : llvm::zip(extents, tile, view.getSteps(), indices)) {
    llvm::APInt number;
    if (ShapedType::isDynamic(extent) || !matchPattern(index, m_ConstantInt(&number)) ||
        number.getActiveBits() > kBitsThatCannotWrap || int64_t(number.getZExtValue()) * step + length > extent)
      return false;
  }
  return true;
}

/// Says so where an access is seen to stay inside.
template <typename Op> static LogicalResult markInside(Op op, PatternRewriter &rewriter) {
  if (op.getInBounds() || !isWhollyInside(cast<ViewType>(op.getView().getType()), op.getIndices()))
    return failure();
  rewriter.modifyOpInPlace(op, [&] { op.setInBounds(true); });
  return success();
}

LogicalResult LoadViewOp::canonicalize(LoadViewOp op, PatternRewriter &rewriter) {
  return markInside(op, rewriter);
}
LogicalResult StoreViewOp::canonicalize(StoreViewOp op, PatternRewriter &rewriter) {
  return markInside(op, rewriter);
}

LogicalResult AtomicLoadViewOp::verify() {
  if (getOrder() != MemoryOrder::Relaxed && getOrder() != MemoryOrder::Acquire)
    return emitOpError() << "expected order relaxed or acquire, got " << stringifyMemoryOrder(getOrder());
  return verifyIndices(*this, cast<ViewType>(getView().getType()), getIndices());
}

LogicalResult AtomicStoreViewOp::verify() {
  if (getOrder() != MemoryOrder::Relaxed && getOrder() != MemoryOrder::Release)
    return emitOpError() << "expected order relaxed or release, got " << stringifyMemoryOrder(getOrder());
  return verifyIndices(*this, cast<ViewType>(getView().getType()), getIndices());
}

LogicalResult AtomicReduceViewOp::verify() {
  auto view = cast<ViewType>(getView().getType());
  Type element = view.getTensorView().getElementType();
  if (isa<GatherScatterViewType>(view))
    return emitOpError() << "expected a partition or strided view, got " << getView().getType();
  if (getOrder() != MemoryOrder::Relaxed)
    return emitOpError() << "expected order relaxed, got " << stringifyMemoryOrder(getOrder());
  if (getScope() == MemoryScope::System)
    return emitOpError() << "expected scope block or device, got system";
  if (getKind() == AtomicKind::Exchange || !hasAtomic(getKind(), element))
    return emitOpError() << "has no reduction " << stringifyAtomicKind(getKind()) << " of " << element;
  return verifyIndices(*this, view, getIndices());
}
