// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads and stores: padding needs a mask, and the width of an access must fit its layout.
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

static LogicalResult verifyVector(Operation *op, Type pointer, Type value, int64_t vector) {
  if (vector < 1 || !llvm::isPowerOf2_64(vector))
    return op->emitOpError() << "expected a power of two as vector, got " << vector;
  int64_t bytes = vector * tile::storageBytes(getElementTypeOrSelf(value));
  if (int64_t most = accessBytesOf(op); vector > 1 && bytes > most)
    return op->emitOpError() << "expected accesses of at most " << most << " bytes, got " << bytes;
  int64_t registers = isDistributed(pointer) ? LayoutAttr::of(pointer).size(layout::Place::Register) : 1;
  if (vector > registers)
    return op->emitOpError() << "expected a vector of at most " << registers << " registers, got " << vector;
  return success();
}

LogicalResult LoadOp::verify() {
  if (getPadding() && !getMask())
    return emitOpError("expected a mask with the padding");
  if (std::optional<uint64_t> blocks = getAdjacentBlocks(); blocks && (*blocks == 0 || *blocks > UINT32_MAX))
    return emitOpError() << "expected 1 to 4294967295 adjacent_blocks, got " << *blocks;
  if (getAdjacentBlocks() && getMask())
    return emitOpError("expected no mask with adjacent_blocks");
  if (getMap())
    if (TensorMapAttr map = TensorMapAttr::ofMap(getMap()); map && map.getRank() != getCoordinates().size())
      return emitOpError() << "expected " << map.getRank() << " coordinates of the box, got "
                           << getCoordinates().size();
  return verifyVector(*this, getPointer().getType(), getType(), getVector());
}

LogicalResult LoadStructsOp::verify() {
  Type pointer = getPointer().getType(), element = tile::pointeeLike(pointer);
  if (getNumResults() < 2)
    return emitOpError() << "expected two results or more, got " << getNumResults();
  for (Type type : getResultTypes())
    if (type != element)
      return emitOpError() << "expected results of type " << element << ", got " << type;
  if (getPadding() && !getMask())
    return emitOpError("expected a mask with the padding");
  if (getMask() && getMask().getType() != tile::maskTypeOf(pointer))
    return emitOpError() << "expected a mask of type " << tile::maskTypeOf(pointer) << ", got " << getMask().getType();
  if (getPadding() && getPadding().getType() != element)
    return emitOpError() << "expected padding of type " << element << ", got " << getPadding().getType();
  return verifyVector(*this, pointer, element, getVector());
}

LogicalResult StoreOp::verify() {
  return verifyVector(*this, getPointer().getType(), getValue().getType(), getVector());
}
