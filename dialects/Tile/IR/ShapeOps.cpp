// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifiers and result types of the grid and shape ops; folds are in ShapeFolds.cpp.
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilec::tile;

LogicalResult IotaOp::verify() {
  auto type = cast<RankedTensorType>(getType());
  unsigned width = type.getElementTypeBitWidth();
  if (width < 64 && uint64_t(type.getNumElements() - 1) > llvm::maxUIntN(width))
    return emitOpError() << "expected an element type that holds " << type.getNumElements() - 1 << ", got "
                         << type.getElementType();
  return success();
}

LogicalResult ToScalarOp::verify() {
  if (elementCount(getSource().getType()) == 1)
    return success();
  return emitOpError() << "expected a tile of one element, got " << elementCount(getSource().getType());
}

LogicalResult BroadcastOp::verify() {
  ArrayRef<int64_t> from = shapeOf(getSource().getType()), to = shapeOf(getType());
  if (from.size() > to.size())
    return emitOpError() << "expected at least rank " << from.size() << ", got " << to.size();
  for (auto [source, result] : llvm::zip(from, to.take_back(from.size())))
    if (source != 1 && source != result)
      return emitOpError() << "expected extent 1 or " << result << ", got " << source;
  return success();
}

LogicalResult ReshapeOp::verify() {
  int64_t from = elementCount(getSource().getType()), to = elementCount(getType());
  if (from == to)
    return success();
  return emitOpError() << "expected " << from << " elements, got " << to;
}

LogicalResult PermuteOp::verify() {
  ArrayRef<int64_t> permutation = getPermutation();
  size_t rank = shapeOf(getSource().getType()).size();
  if (permutation.size() != rank || !isPermutationVector(permutation))
    return emitOpError() << "expected a permutation of " << rank << " dimensions";
  return success();
}

LogicalResult PermuteOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, ValueRange operands,
                                          DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
                                          SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  auto source = dyn_cast<RankedTensorType>(adaptor.getSource().getType());
  if (!source)
    return failure();
  SmallVector<int64_t> shape;
  for (int64_t dimension : adaptor.getPermutation()) {
    if (dimension < 0 || dimension >= source.getRank())
      return emitOptionalError(loc, "expected dimensions below ", source.getRank(), ", got ", dimension);
    shape.push_back(source.getDimSize(dimension));
  }
  types.push_back(RankedTensorType::get(shape, source.getElementType()));
  return success();
}

LogicalResult CatOp::verify() {
  int64_t rank = shapeOf(getFirst().getType()).size();
  if (getAxis() < 0 || int64_t(getAxis()) >= rank)
    return emitOpError() << "expected an axis below " << rank << ", got " << int64_t(getAxis());
  return success();
}

LogicalResult CatOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, ValueRange operands,
                                      DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
                                      SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  auto source = dyn_cast<RankedTensorType>(adaptor.getFirst().getType());
  int64_t axis = adaptor.getAxis();
  if (!source || axis < 0 || axis >= source.getRank())
    return emitOptionalError(loc, "expected an axis of the operands, got ", axis);
  SmallVector<int64_t> shape(source.getShape());
  shape[axis] *= 2;
  types.push_back(RankedTensorType::get(shape, source.getElementType()));
  return success();
}

/// A sub-tile divides its tile, has its rank and element type, and one index for each dimension.
static LogicalResult verifySubTile(Operation *op, Type whole, Type part, size_t numIndices) {
  ArrayRef<int64_t> wholeShape = shapeOf(whole), partShape = shapeOf(part);
  if (getElementTypeOrSelf(whole) != getElementTypeOrSelf(part))
    return op->emitOpError() << "expected element type " << getElementTypeOrSelf(whole) << ", got "
                             << getElementTypeOrSelf(part);
  if (wholeShape.size() != partShape.size())
    return op->emitOpError() << "expected a sub-tile of rank " << wholeShape.size() << ", got " << partShape.size();
  if (numIndices != wholeShape.size())
    return op->emitOpError() << "expected " << wholeShape.size() << " indices, got " << numIndices;
  for (auto [extent, sub] : llvm::zip(wholeShape, partShape))
    if (sub > extent)
      return op->emitOpError() << "expected a sub-tile extent of at most " << extent << ", got " << sub;
  return success();
}

LogicalResult ExtractOp::verify() {
  return verifySubTile(*this, getSource().getType(), getType(), getIndices().size());
}

LogicalResult InsertOp::verify() {
  return verifySubTile(*this, getType(), getSource().getType(), getIndices().size());
}
