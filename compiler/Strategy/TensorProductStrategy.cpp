// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Strategy/TensorProductStrategy.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace tilec::strategy {

static constexpr int64_t kRowsOfHalf = 64, kRows = 128, kLeastColumns = 16, kLeastDepthBytes = 32;
static constexpr int64_t kLeastSums = 64 * 64, kColumns = tile_gpu::TensorMemoryType::kMaxColumns;
static constexpr int64_t kMaxOperandBytes = 128 * 1024;
static constexpr int64_t kLeastOtherBytes = 32 * 1024;
/// Of a lane, for sums that it has loaded.
static constexpr int64_t kMaxSumRegisters = 128;

namespace {
struct Extents {
  int64_t batch, m, n, k;
  explicit Extents(tile::MmaOp op) {
    ArrayRef<int64_t> sum = tile::shapeOf(op.getType());
    batch = sum.size() == 3 ? sum.front() : 1;
    m = sum[sum.size() - 2];
    n = sum.back();
    k = tile::shapeOf(op.getA().getType()).back();
  }
  int64_t columns() const {
    return batch * std::max<int64_t>(1, m / kRows) * n;
  }
};
} // namespace

static int64_t bytesOf(Value tile) {
  return tile::elementCount(tile.getType()) * tile::storageBytes(getElementTypeOrSelf(tile.getType()));
}

static bool hasElements(tile::MmaOp op, const Target &target) {
  Type factor = getElementTypeOrSelf(op.getA().getType()), sum = getElementTypeOrSelf(op.getType());
  if (factor.isInteger(8))
    return target.has(Capability::Tcgen05Int8);
  return sum.isF32() && isa<Float16Type, BFloat16Type, FloatTF32Type, Float8E4M3FNType, Float8E5M2Type>(factor);
}

static bool fits(tile::MmaOp op, const Target &target) {
  if (!target.has(Capability::Tcgen05) || !hasElements(op, target))
    return false;
  Extents extents(op);
  int64_t depthBytes = extents.k * tile::storageBytes(getElementTypeOrSelf(op.getA().getType()));
  return (extents.m == kRowsOfHalf || extents.m % kRows == 0) && extents.n >= kLeastColumns &&
         extents.m * extents.n >= kLeastSums && depthBytes >= kLeastDepthBytes && extents.columns() <= kColumns &&
         bytesOf(op.getA()) + bytesOf(op.getB()) <= kMaxOperandBytes;
}

/// For everything but operands: the largest tile that is stored changes its layout on the way.
static int64_t otherSharedBytes(func::FuncOp kernel) {
  int64_t most = kLeastOtherBytes;
  kernel.walk([&](Operation *op) {
    if (auto store = dyn_cast<tile::StoreViewOp>(op))
      most = std::max(most, bytesOf(store.getValue()));
    if (auto store = dyn_cast<tile::StoreOp>(op); store && isa<RankedTensorType>(store.getValue().getType()))
      most = std::max(most, bytesOf(store.getValue()));
  });
  return most;
}

bool canUseTensorMemory(func::FuncOp kernel, const Target &target) {
  llvm::MapVector<Value, int64_t> operands;
  int64_t columns = 0, bytes = 0;
  kernel.walk([&](tile::MmaOp op) {
    if (!fits(op, target))
      return;
    columns += Extents(op).columns();
    for (Value operand : {op.getA(), op.getB()})
      operands[operand] = bytesOf(operand);
  });
  for (auto [tile, own] : operands)
    bytes += own;
  return columns > 0 && columns <= kColumns && bytes + otherSharedBytes(kernel) <= target.sharedMemoryPerCta();
}

std::optional<ProductPlan> planTensorProduct(tile::MmaOp op, unsigned numWarps, const Target &target) {
  if (numWarps < kWarpsPerWarpgroup || !fits(op, target))
    return std::nullopt;
  return ProductPlan{layout::ProductInstruction::Tcgen05, getElementTypeOrSelf(op.getA().getType()), false};
}

std::optional<unsigned> warpsOfTensorProduct(tile::MmaOp op, const Target &target) {
  if (!fits(op, target))
    return std::nullopt;
  Extents extents(op);
  unsigned groups = extents.m == kRowsOfHalf ? 1 : 2;
  int64_t sums = tile::elementCount(op.getType());
  constexpr unsigned kMaxGroups = kWarpsPerCta / kWarpsPerWarpgroup;
  while (groups < kMaxGroups && sums > kMaxSumRegisters * groups * kWarpsPerWarpgroup * kLanesPerWarp)
    groups *= 2;
  return groups * kWarpsPerWarpgroup;
}

} // namespace tilec::strategy
