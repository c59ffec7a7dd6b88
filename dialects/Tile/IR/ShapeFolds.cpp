// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Folds of the shape ops: constants move through, inverse and identity rearrangements vanish.
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilec::tile;

/// A uniform constant with another type; null for other attributes.
static OpFoldResult resplat(Attribute constant, Type type) {
  auto splat = dyn_cast_if_present<SplatElementsAttr>(constant);
  auto tensor = cast<RankedTensorType>(type);
  return splat ? OpFoldResult(splat.resizeSplat(tensor)) : OpFoldResult();
}

OpFoldResult IotaOp::fold(FoldAdaptor) {
  auto type = cast<RankedTensorType>(getType());
  if (type.getNumElements() != 1)
    return {};
  return DenseElementsAttr::get(type, APInt::getZero(type.getElementTypeBitWidth()));
}

OpFoldResult SplatOp::fold(FoldAdaptor adaptor) {
  auto type = cast<RankedTensorType>(getType());
  if (isa_and_present<IntegerAttr, FloatAttr>(adaptor.getSource()))
    return DenseElementsAttr::get(type, adaptor.getSource());
  if (auto scalar = getSource().getDefiningOp<ToScalarOp>())
    if (scalar.getSource().getType() == type)
      return scalar.getSource();
  return {};
}

OpFoldResult ToScalarOp::fold(FoldAdaptor adaptor) {
  if (auto splat = dyn_cast_if_present<SplatElementsAttr>(adaptor.getSource()))
    return splat.getSplatValue<Attribute>();
  if (auto splat = getSource().getDefiningOp<SplatOp>())
    return splat.getSource();
  return {};
}

OpFoldResult BroadcastOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType())
    return getSource();
  if (auto inner = getSource().getDefiningOp<BroadcastOp>()) {
    getSourceMutable().assign(inner.getSource());
    return getResult();
  }
  return resplat(adaptor.getSource(), getType());
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType())
    return getSource();
  if (auto inner = getSource().getDefiningOp<ReshapeOp>()) {
    getSourceMutable().assign(inner.getSource());
    return getResult();
  }
  if (auto dense = dyn_cast_if_present<DenseElementsAttr>(adaptor.getSource()))
    return dense.reshape(cast<RankedTensorType>(getType()));
  return {};
}

OpFoldResult PermuteOp::fold(FoldAdaptor adaptor) {
  if (llvm::equal(getPermutation(), llvm::seq<int64_t>(0, getPermutation().size())))
    return getSource();
  if (auto inner = getSource().getDefiningOp<PermuteOp>()) {
    SmallVector<int64_t> composed =
        llvm::map_to_vector(getPermutation(), [&](int64_t dimension) { return inner.getPermutation()[dimension]; });
    setPermutation(composed);
    getSourceMutable().assign(inner.getSource());
    return getResult();
  }
  return resplat(adaptor.getSource(), getType());
}

OpFoldResult CatOp::fold(FoldAdaptor adaptor) {
  if (adaptor.getFirst() && adaptor.getFirst() == adaptor.getSecond())
    return resplat(adaptor.getFirst(), getType());
  return {};
}

/// Folds the extraction of a sub-tile that was just inserted there.
OpFoldResult ExtractOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType())
    return getSource();
  if (auto insert = getSource().getDefiningOp<InsertOp>())
    if (insert.getSource().getType() == getType() && insert.getIndices() == getIndices())
      return insert.getSource();
  return resplat(adaptor.getSource(), getType());
}

/// Folds an insertion that replaces the whole tile, or that changes nothing.
OpFoldResult InsertOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType())
    return getSource();
  if (auto extract = getSource().getDefiningOp<ExtractOp>())
    if (extract.getSource() == getDestination() && extract.getIndices() == getIndices())
      return getDestination();
  auto source = dyn_cast_if_present<SplatElementsAttr>(adaptor.getSource());
  auto destination = dyn_cast_if_present<SplatElementsAttr>(adaptor.getDestination());
  if (source && destination && source.getSplatValue<Attribute>() == destination.getSplatValue<Attribute>())
    return getDestination();
  return {};
}
