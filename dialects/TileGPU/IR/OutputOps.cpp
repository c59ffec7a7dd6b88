// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where printed tiles lie in the scratch.
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

static int64_t paddedTileBytes(Type type) {
  if (!isDistributed(type))
    return 0;
  return llvm::alignTo(tile::elementCount(type) * tile::storageBytes(getElementTypeOrSelf(type)), 16);
}

SmallVector<int64_t> PrintOp::getTileOffsets() {
  SmallVector<int64_t> offsets;
  int64_t offset = 0;
  for (Value argument : getArguments()) {
    offsets.push_back(offset);
    offset += paddedTileBytes(argument.getType());
  }
  return offsets;
}

int64_t PrintOp::getScratchBytes() {
  int64_t bytes = 0;
  for (Value argument : getArguments())
    bytes += paddedTileBytes(argument.getType());
  return bytes;
}
