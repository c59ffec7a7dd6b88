// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffers: tiles that fit them, and stages that are whole buffers.
#include "dialects/TileGPU/IR/TileGPUDialect.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

/// `tile` is what a stage of `buffer` holds.
static LogicalResult verifyTile(Operation *op, BufferType buffer, Type tile) {
  if (buffer.getStages() != 1)
    return op->emitOpError() << "expected one stage of a buffer, got " << buffer.getStages() << " stages";
  auto type = cast<RankedTensorType>(tile);
  if (type.getShape() != buffer.getShape() || type.getElementType() != buffer.getElementType())
    return op->emitOpError() << "expected a tile of type "
                             << RankedTensorType::get(buffer.getShape(), buffer.getElementType()) << ", got "
                             << withoutLayout(tile);
  return success();
}

LogicalResult AllocBufferOp::verify() {
  IntegerAttr offset = getSharedOffsetAttr();
  if (offset && (offset.getInt() < 0 || offset.getInt() % getType().getAlignment() != 0))
    return emitOpError() << "expected a shared_offset that is a multiple of " << getType().getAlignment() << ", got "
                         << offset.getInt();
  return success();
}

LogicalResult FreeBufferOp::verify() {
  auto alloc = getBuffer().getDefiningOp<AllocBufferOp>();
  if (!alloc)
    return emitOpError("expected a buffer from tile_gpu.alloc_buffer");
  auto roles = dyn_cast<WarpRolesOp>((*this)->getParentOp());
  bool isOfConsumers = roles && !roles.isOfOneLane((*this)->getBlock()) && roles->getBlock() == alloc->getBlock();
  if (alloc->getBlock() != (*this)->getBlock() && !isOfConsumers)
    return emitOpError(
        "expected to stand in the block of the buffer's tile_gpu.alloc_buffer, or of the consumers there");
  return success();
}

/// The only stage of a buffer is the buffer.
OpFoldResult BufferStageOp::fold(FoldAdaptor) {
  return getBuffer().getType().getStages() == 1 ? OpFoldResult(getBuffer()) : OpFoldResult();
}

LogicalResult BufferViewOp::verify() {
  BufferType from = getBuffer().getType(), to = getType();
  if (from.getStages() != 1 || to.getStages() != 1)
    return emitOpError("expected one stage of a buffer");
  if (from.getElementType() != to.getElementType() || from.getBytes() != to.getBytes() ||
      from.getAlignment() != to.getAlignment())
    return emitOpError() << "expected a view of the same bytes as " << from << ", got " << to;
  return success();
}

/// `part` is shorter than a stage of `buffer` along one dimension.
static LogicalResult verifyPart(BufferLoadOp op, BufferType buffer, RankedTensorType part) {
  if (buffer.getStages() != 1)
    return op.emitOpError() << "expected one stage of a buffer, got " << buffer.getStages() << " stages";
  unsigned shorter = 0;
  bool isPart = part.getElementType() == buffer.getElementType() && part.getRank() == int64_t(buffer.getShape().size());
  for (int64_t d = 0; isPart && d < part.getRank(); ++d) {
    isPart = part.getShape()[d] <= buffer.getShape()[d];
    shorter += part.getShape()[d] < buffer.getShape()[d];
  }
  if (isPart && shorter == 1)
    return success();
  return op.emitOpError() << "expected a part of " << RankedTensorType::get(buffer.getShape(), buffer.getElementType())
                          << " along one dimension, got " << withoutLayout(part);
}

LogicalResult BufferLoadOp::verify() {
  if (getPart())
    return verifyPart(*this, getBuffer().getType(), cast<RankedTensorType>(getType()));
  return verifyTile(*this, getBuffer().getType(), getType());
}

/// All parts behind one another, told apart by the highest register bits.
static layout::LinearLayout allParts(BufferLoadOp op) {
  layout::LinearLayout parts = LayoutAttr::of(op.getType());
  ArrayRef<int64_t> shape = op.getBuffer().getType().getShape();
  for (unsigned d = 0; d < parts.rank(); ++d)
    while (parts.shape()[d] < shape[d])
      parts = parts.doubled(d);
  return parts;
}

layout::LinearMap BufferLoadOp::getOffsets() {
  layout::LinearMap all = getBuffer().getType().getOffsetOfPlace(allParts(*this));
  unsigned ofPart = LayoutAttr::of(getType()).bits(layout::Place::Register).count,
           numbers = all.numInputs() - LayoutAttr::of(getType()).asMap().numInputs();
  std::vector<uint64_t> columns;
  for (unsigned input = 0; input < all.numInputs(); ++input)
    if (input < ofPart || input >= ofPart + numbers)
      columns.push_back(all.column(input));
  return layout::LinearMap(all.numOutputs(), std::move(columns));
}

SmallVector<uint64_t> BufferLoadOp::getOffsetsOfParts() {
  layout::LinearMap all = getBuffer().getType().getOffsetOfPlace(allParts(*this));
  unsigned first = LayoutAttr::of(getType()).bits(layout::Place::Register).count,
           numbers = all.numInputs() - LayoutAttr::of(getType()).asMap().numInputs();
  SmallVector<uint64_t> offsets;
  for (unsigned bit = 0; bit < numbers; ++bit)
    offsets.push_back(all.column(first + bit));
  return offsets;
}

LogicalResult BufferStoreOp::verify() {
  return verifyTile(*this, getBuffer().getType(), getValue().getType());
}

/// `buffer` is one stage of one i32.
static LogicalResult verifyScalar(Operation *op, BufferType buffer) {
  if (buffer.getStages() == 1 && buffer.getShape() == ArrayRef<int64_t>{1} && buffer.getElementType().isInteger(32))
    return success();
  return op->emitOpError() << "expected one stage of one i32, got " << buffer;
}

LogicalResult BufferPutOp::verify() {
  auto roles = WarpRolesOp::around((*this)->getBlock());
  if (!roles || !roles.isOfOneLane((*this)->getBlock()))
    return emitOpError("expected to stand in the producer of warp roles");
  return verifyScalar(*this, getBuffer().getType());
}

LogicalResult BufferGetOp::verify() {
  return verifyScalar(*this, getBuffer().getType());
}
