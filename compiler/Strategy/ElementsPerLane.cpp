// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Strategy/ElementsPerLane.h"
#include "dialects/Tile/Analysis/Divisibility.h"
#include "dialects/Tile/IR/TileDialect.h"

using namespace mlir;

namespace tilec::strategy {

namespace {

constexpr int64_t kMaxAccessBytes = 16;

/// One load or store of a tile.
struct TileAccess {
  RankedTensorType tile;
  /// Elements that one access of a lane may cover.
  int64_t width;

  /// Lanes with `elements` neighbours each are as good as they can be for this access.
  bool suits(int64_t elements) const {
    int64_t widest = std::max<int64_t>(1, kMaxAccessBytes / tile::storageBytes(tile.getElementType()));
    return width >= std::min(elements, widest);
  }
};

std::optional<TileAccess> describe(Operation *op, tile::Divisibility &facts) {
  auto throughPointers = [&](Value pointers, Value mask, Type value) -> std::optional<TileAccess> {
    auto tile = dyn_cast<RankedTensorType>(value);
    if (!tile)
      return std::nullopt;
    return TileAccess{tile, facts.accessWidth(pointers, mask)};
  };
  auto throughView = [&](auto access, Type value) -> std::optional<TileAccess> {
    return TileAccess{cast<RankedTensorType>(value),
                      facts.viewAccessWidth(access.getView(), access.getIndices(), access.getInBounds())};
  };
  if (auto load = dyn_cast<tile::LoadOp>(op))
    return throughPointers(load.getPointer(), load.getMask(), load.getType());
  if (auto store = dyn_cast<tile::StoreOp>(op))
    return throughPointers(store.getPointer(), store.getMask(), store.getValue().getType());
  if (auto load = dyn_cast<tile::LoadViewOp>(op))
    return throughView(load, load.getType());
  if (auto store = dyn_cast<tile::StoreViewOp>(op))
    return throughView(store, store.getValue().getType());
  return std::nullopt;
}

int64_t widestForHalf(ArrayRef<TileAccess> accesses) {
  int64_t widest = 1;
  for (const TileAccess &candidate : accesses) {
    int64_t suited = llvm::count_if(accesses, [&](const TileAccess &access) { return access.suits(candidate.width); });
    if (2 * suited >= int64_t(accesses.size()))
      widest = std::max(widest, candidate.width);
  }
  return widest;
}

} // namespace

AccessWidths chooseAccessWidths(func::FuncOp kernel) {
  tile::Divisibility facts;
  std::map<std::vector<int64_t>, SmallVector<TileAccess>> byShape;
  kernel.walk([&](Operation *op) {
    if (std::optional<TileAccess> access = describe(op, facts)) {
      ArrayRef<int64_t> shape = access->tile.getShape();
      byShape[{shape.begin(), shape.end()}].push_back(*access);
    }
  });
  AccessWidths widths;
  for (const auto &[shape, accesses] : byShape)
    widths[shape] = widestForHalf(accesses);
  return widths;
}

} // namespace tilec::strategy
