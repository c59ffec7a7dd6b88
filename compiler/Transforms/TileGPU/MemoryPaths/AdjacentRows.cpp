// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/MemoryPaths/AdjacentRows.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// Half of what L2 fetches at once.
constexpr int64_t kRowBytes = 128;
/// As much as rows that are fetched ahead may be ahead (PrefetchRows.h).
constexpr int64_t kBytesBetween = 6 << 20;

/// The dimension of the grid whose block number `index` is.
std::optional<tile::Dimension> countedAlong(Value index) {
  while (Operation *op = index.getDefiningOp()) {
    if (auto number = dyn_cast<tile::BlockIdOp>(op))
      return number.getDimension();
    if (!isa<arith::ExtUIOp, arith::ExtSIOp, tile::AssumeOp>(op))
      break;
    index = op->getOperand(0);
  }
  return std::nullopt;
}

/// The dimension with stride 1 of a tensor of several, from whose tiles neighbours begin where the tile ends.
std::optional<size_t> contiguousDimension(tile::ViewType view) {
  ArrayRef<int64_t> strides = view.getTensorView().getStrides(), tile = view.getTileShape();
  auto inner = llvm::find(strides, 1);
  if (strides.size() < 2 || inner == strides.end())
    return std::nullopt;
  size_t dimension = inner - strides.begin();
  return view.getSteps()[dimension] == tile[dimension] ? std::optional(dimension) : std::nullopt;
}

} // namespace

std::optional<int64_t> tile_gpu::blocksToAdjacentRow(LoadViewOp load) {
  auto view = cast<tile::ViewType>(load.getView().getType());
  std::optional<size_t> inner = contiguousDimension(view);
  if (!inner || load->getParentOfType<LoopLikeOpInterface>())
    return std::nullopt;
  int64_t elementBytes = tile::storageBytes(view.getTensorView().getElementType());
  int64_t bytes = llvm::product_of(view.getTileShape()) * elementBytes;
  if (view.getTileShape()[*inner] * elementBytes != kRowBytes || bytes == kRowBytes || bytes > kBytesBetween)
    return std::nullopt;
  std::optional<tile::Dimension> along = countedAlong(load.getIndices()[*inner]);
  if (along == tile::Dimension::X)
    return LoadOp::kAnyGrid;
  return along == tile::Dimension::Y ? std::optional(kBytesBetween / bytes) : std::nullopt;
}
