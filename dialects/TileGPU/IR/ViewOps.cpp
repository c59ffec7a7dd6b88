// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// View accesses: the tile is the view's, and there is an index for each dimension.
#include "dialects/TileGPU/IR/TileGPUDialect.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

template <typename Op> static LogicalResult verifyAccess(Op op, Type value) {
  auto view = cast<tile::ViewType>(op.getView().getType());
  RankedTensorType tile = view.getTileType();
  if (Type loaded = getElementTypeOrSelf(value);
      std::is_same_v<Op, LoadViewOp> && tile::isLoadConversion(tile.getElementType(), loaded))
    tile = tile.clone(loaded);
  if (withoutLayout(value) != tile)
    return op.emitOpError() << "expected a tile of type " << tile << ", got " << withoutLayout(value);
  if (int64_t(op.getIndices().size()) != tile.getRank())
    return op.emitOpError() << "expected " << tile.getRank() << " indices, got " << op.getIndices().size();
  auto gather = dyn_cast<tile::GatherScatterViewType>(view);
  for (auto [dimension, index] : llvm::enumerate(op.getIndices())) {
    bool isGathered = gather && gather.getDimension() == int64_t(dimension);
    SmallVector<int64_t, 1> shape;
    if (isGathered)
      shape.push_back(tile.getDimSize(dimension));
    if (tile::shapeOf(index.getType()) != ArrayRef<int64_t>(shape))
      return op.emitOpError() << "expected "
                              << (isGathered ? "a tile of " + std::to_string(shape[0]) + " indices" : "a scalar index")
                              << " for dimension " << dimension << ", got " << index.getType();
  }
  return success();
}

LogicalResult LoadViewOp::verify() {
  return verifyAccess(*this, getType());
}
LogicalResult StoreViewOp::verify() {
  return verifyAccess(*this, getValue().getType());
}
LogicalResult AtomicLoadViewOp::verify() {
  return verifyAccess(*this, getType());
}
LogicalResult AtomicStoreViewOp::verify() {
  return verifyAccess(*this, getValue().getType());
}
LogicalResult AtomicReduceViewOp::verify() {
  if (getKind() == tile::AtomicKind::Exchange)
    return emitOpError("expected a reduction, got exchange");
  return verifyAccess(*this, getValue().getType());
}
