// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/Tile/Blocks/RowQuarters.h"
#include "dialects/Tile/Analysis/Alias.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "dialects/Tile/IR/TileStarts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilec::tile;

namespace {

/// Registers of 512 lanes for a row, and for what is kept beside it.
constexpr int64_t kRowElements = 64 * 512, kRegisterBytes = 16 * 512 * 4;
constexpr int64_t kParts = 4;

/// Loads of the loop over rows.
struct RowLoads {
  LoopLikeOpInterface loop;
  SmallVector<LoadViewOp> rows, kept; ///< `kept`: the same for all rows
  int64_t rowBytes = 0, rowElements = 0, keptBytes = 0;
};

bool isInvariant(Value value, LoopLikeOpInterface loop) {
  if (loop.isDefinedOutsideOfLoop(value))
    return true;
  Operation *op = value.getDefiningOp();
  return op && isMemoryEffectFree(op) && op->getNumRegions() == 0 &&
         llvm::all_of(op->getOperands(), [&](Value operand) { return isInvariant(operand, loop); });
}

int64_t bytesOf(LoadViewOp load) {
  return elementCount(load.getType()) * storageBytes(getElementTypeOrSelf(load.getType()));
}

/// Quarters of it are parts of a row.
bool hasQuarters(LoadViewOp load) {
  auto view = dyn_cast<PartitionViewType>(load.getView().getType());
  ArrayRef<int64_t> shape = shapeOf(load.getType());
  return view && load.getView().getDefiningOp<MakeViewOp>() && shape.back() == elementCount(load.getType()) &&
         shape.back() % kParts == 0;
}

bool isWritten(LoadViewOp load, LoopLikeOpInterface loop) {
  bool isWritten = false;
  loop->walk([&](Operation *op) {
    if (auto store = dyn_cast<StoreViewOp>(op))
      isWritten |= mayAlias(load.getView(), 0, store.getView(), 0);
    else if (auto store = dyn_cast<StoreOp>(op))
      isWritten |= mayAlias(load.getView(), 0, store.getPointer(), 0);
    else
      isWritten |= isa<AtomicReduceViewOp, AtomicStoreViewOp, AtomicLoadViewOp, AtomicLoadOp, AtomicStoreOp,
                       AtomicRmwOp, AtomicCasOp>(op);
  });
  return isWritten;
}

/// The loads of a loop that reduces rows; none where something may not be divided, or kept.
RowLoads findLoads(func::FuncOp kernel) {
  RowLoads loads;
  kernel.walk([&](LoopLikeOpInterface loop) {
    if (isBlockLoop(loop))
      loads.loop = loop;
  });
  bool reduces = false, isOther = !loads.loop;
  kernel.walk([&](Operation *op) {
    reduces |= isa<ReduceOp>(op);
    auto load = dyn_cast<LoadViewOp>(op);
    if (!load || isOther || loads.loop.isDefinedOutsideOfLoop(load))
      return;
    isOther = load->getParentOp() != loads.loop || !hasQuarters(load);
    if (!llvm::all_of(load->getOperands(), [&](Value v) { return isInvariant(v, loads.loop); })) {
      loads.rows.push_back(load);
      loads.rowBytes += bytesOf(load);
      loads.rowElements += elementCount(load.getType());
      return;
    }
    loads.kept.push_back(load);
    loads.keptBytes += bytesOf(load);
    isOther |= isWritten(load, loads.loop);
  });
  return reduces && !isOther ? loads : RowLoads();
}

/// Bytes of what is kept that lanes have to take, since shared memory has no room for them beside the row; nothing
/// where lanes have no room either.
std::optional<int64_t> bytesForRegisters(const RowLoads &loads) {
  int64_t left = std::max<int64_t>(0, loads.rowBytes + loads.keptBytes - kBytesForRows);
  if (left > kRegisterBytes || (left > 0 && loads.rowElements > kRowElements))
    return std::nullopt;
  return left;
}

void moveBefore(LoopLikeOpInterface loop, Operation *op) {
  for (Value operand : op->getOperands())
    if (!loop.isDefinedOutsideOfLoop(operand))
      moveBefore(loop, operand.getDefiningOp());
  op->moveBefore(loop);
}

/// Divides the load into parts, from the first column on.
SmallVector<LoadViewOp> divide(LoadViewOp load) {
  ImplicitLocOpBuilder b(load.getLoc(), load);
  auto whole = cast<PartitionViewType>(load.getView().getType());
  SmallVector<int64_t> shape(whole.getTileShape());
  shape.back() /= kParts;
  auto type = PartitionViewType::get(b.getContext(), shape, whole.getTensorView(), whole.getPadding());
  Value view = MakeViewOp::create(b, type, load.getView().getDefiningOp<MakeViewOp>().getSource());
  SmallVector<Value> indices(load.getIndices());
  auto number = [&](int64_t value) { return arith::ConstantOp::create(b, b.getI64IntegerAttr(value)); };
  Value first = startOfTile(b, load.getLoc(), indices.back(), kParts);
  Type partType = withElementType(type.getTileType(), getElementTypeOrSelf(load.getType()));
  SmallVector<LoadViewOp> parts;
  for (int64_t part = 0; part < kParts; ++part) {
    indices.back() = arith::AddIOp::create(b, first, number(part));
    parts.push_back(LoadViewOp::create(b, partType, view, indices, load.getInBounds(), load.getHintsAttr()));
  }
  SmallVector<Value> tiles(llvm::map_range(parts, [](LoadViewOp part) { return part.getResult(); }));
  for (; tiles.size() > 1; tiles.resize(tiles.size() / 2))
    for (size_t i = 0; i < tiles.size() / 2; ++i)
      tiles[i] = CatOp::create(b, tiles[2 * i], tiles[2 * i + 1], int64_t(shape.size()) - 1);
  load.replaceAllUsesWith(tiles.front());
  load.erase();
  return parts;
}

} // namespace

void tilec::tile::loadInQuarters(func::FuncOp kernel) {
  RowLoads loads = findLoads(kernel);
  std::optional<int64_t> left = bytesForRegisters(loads);
  if (!left || loads.rows.empty())
    return;
  if (2 * loads.rowBytes + loads.keptBytes - *left > kBytesForRows)
    llvm::for_each(loads.rows, [](LoadViewOp load) { divide(load); });
  if (*left == 0)
    return;
  for (LoadViewOp load : loads.kept)
    for (LoadViewOp part : divide(load))
      if (*left > 0) {
        *left -= bytesOf(part);
        moveBefore(loads.loop, part);
      }
}
