// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/Tile/Blocks/ClusterOperands.h"
#include "compiler/Transforms/Tile/Blocks/BlockRaster.h"
#include "dialects/Tile/Analysis/BlockIndependence.h"

using namespace mlir;
using namespace tilec::tile;

/// The most parts that CTAs can load a tile in. Long rows are copied in pieces of 128 bytes, and a part is some of the
/// pieces. With short rows a part is some of the rows.
static int64_t mostParts(LoadViewOp load) {
  constexpr int64_t kBytesOfPiece = 128;
  Type element = getElementTypeOrSelf(load.getType());
  ArrayRef<int64_t> strides = cast<ViewType>(load.getView().getType()).getTensorView().getStrides();
  for (auto [extent, stride] : llvm::zip(shapeOf(load.getType()), strides))
    if (int64_t bytes = extent * storageBytes(element); stride == 1 && bytes > kBytesOfPiece)
      return std::min(bytes / kBytesOfPiece, BlockRaster::kGroup);
  return BlockRaster::kGroup;
}

SharedOperands tilec::tile::sharedOperands(MmaOp mma, int64_t ctas) {
  constexpr int64_t kRowsOfWarpgroup = 64;
  constexpr unsigned kX = 1;
  if (!isOuterMma(mma))
    return {"the operands of a block do not depend on its x alone and on its y alone; an operand that the blocks of "
            "one x or y share would help"};
  Type operand = getElementTypeOrSelf(mma.getA().getType());
  if (shapeOf(mma.getType()).take_back(2).front() < kRowsOfWarpgroup || operand.isF32() || operand.isF64())
    return {"no warpgroup multiplies from shared memory; tiles of 64 rows or more, of 16 bits or fewer an element, "
            "would help"};
  Value same = blockDimensionsOf(mma.getA()) & kX ? mma.getB() : mma.getA();
  while (isa_and_nonnull<PermuteOp, ReshapeOp>(same.getDefiningOp()))
    same = same.getDefiningOp()->getOperand(0);
  auto load = same.getDefiningOp<LoadViewOp>();
  if (!load)
    return {"the operand that is the same for all of them is computed; an operand that is loaded as it is would help"};
  return {"", std::min(ctas, mostParts(load))};
}
