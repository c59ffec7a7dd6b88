// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gathering over the CTAs of a cluster: shapes, and scratch.
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

LogicalResult ClusterGatherOp::verify() {
  if (failed(tile::verifyClusterGather(*this)))
    return failure();
  Attribute layout = cast<RankedTensorType>(getResults().front().getType()).getEncoding();
  for (Type type : getResultTypes())
    if (cast<RankedTensorType>(type).getEncoding() != layout)
      return emitOpError() << "expected results of one layout, got " << layout << " and "
                           << cast<RankedTensorType>(type).getEncoding();
  return success();
}

/// One array for each result, in row-major order.
int64_t ClusterGatherOp::getScratchBytes() {
  int64_t bytes = 0;
  for (Type type : getResultTypes())
    bytes += llvm::alignTo(tile::elementCount(type) * tile::storageBytes(getElementTypeOrSelf(type)), 16);
  return bytes;
}

bool ClusterGatherOp::isScratchOfCluster() {
  return true;
}

LogicalResult ClusterPutOp::verify() {
  auto roles = WarpRolesOp::around((*this)->getBlock());
  if (!roles || !roles.isOfOneLane((*this)->getBlock()))
    return emitOpError("expected to stand in the producer's region of warp_roles");
  if (tile::numCtasOf(*this) <= 1)
    return emitOpError("expected a kernel whose blocks are shared by the CTAs of a cluster");
  BufferType buffer = getBuffer().getType();
  if (buffer.getStages() == 1 && llvm::product_of(buffer.getShape()) == 1 && buffer.getElementType().isInteger(32))
    return success();
  return emitOpError() << "expected one stage of 1 i32, got " << buffer;
}

LogicalResult ClusterSendOp::verify() {
  BufferType buffer = getBuffer().getType();
  auto tile = cast<RankedTensorType>(getValue().getType());
  int64_t bytes = tile::storageBytes(tile.getElementType());
  if (bytes != 4 && bytes != 8)
    return emitOpError() << "expected elements of 4 or 8 bytes, got " << tile.getElementType();
  if (buffer.getStages() != 1)
    return emitOpError() << "expected one stage of a buffer, got " << buffer.getStages() << " stages";
  SmallVector<int64_t> shape = {tile::numCtasOf(*this)};
  llvm::append_range(shape, tile.getShape());
  if (buffer.getShape() == ArrayRef(shape) && buffer.getElementType() == tile.getElementType())
    return success();
  return emitOpError() << "expected a buffer of " << RankedTensorType::get(shape, tile.getElementType()) << ", got "
                       << RankedTensorType::get(buffer.getShape(), buffer.getElementType());
}
