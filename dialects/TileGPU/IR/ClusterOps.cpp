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
