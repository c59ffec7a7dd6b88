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

/// A product, plain or block-scaled, as tensor memory sees it.
struct TensorProductTraits {
  bool hasElements; ///< that an instruction multiplies
  int64_t batch, m, n;
  /// Of a row of A, and of both operands in shared memory.
  int64_t depthBytes;
  /// Scales along K; 0: none.
  int64_t scales = 0;
  Value a, b;

  int64_t sums() const {
    return batch * m * n;
  }
  int64_t columns() const {
    return batch * std::max<int64_t>(1, m / kRows) * n;
  }
  int64_t columnsOfScales() const {
    std::optional<int64_t> batches = batch > 1 ? std::optional(batch) : std::nullopt;
    auto of = [&](layout::MmaOperand operand, int64_t rows) {
      return layout::TensorScales{operand, batches, rows, scales}.columns();
    };
    return scales ? of(layout::MmaOperand::A, m) + of(layout::MmaOperand::B, n) : 0;
  }
  int64_t bytesOfA() const {
    return batch * m * depthBytes;
  }
  int64_t bytesOfB() const {
    return batch * n * depthBytes;
  }
};

} // namespace

static int64_t bytesOf(Value tile) {
  return tile::elementCount(tile.getType()) * tile::storageBytes(getElementTypeOrSelf(tile.getType()));
}

static TensorProductTraits traitsOf(Value a, Value b, Type sumType) {
  ArrayRef<int64_t> sum = tile::shapeOf(sumType);
  int64_t batch = sum.size() == 3 ? sum.front() : 1;
  Type factor = getElementTypeOrSelf(a.getType());
  constexpr int64_t kFoursOfByte = 2;
  int64_t bytes = tile::shapeOf(a.getType()).back() * tile::storageBytes(factor) /
                  (isa<Float4E2M1FNType>(factor) ? kFoursOfByte : 1);
  return {/*hasElements=*/true, batch, sum[sum.size() - 2], sum.back(), bytes, /*scales=*/0, a, b};
}

bool hasTensorElements(tile::MmaOp op, const Target &target) {
  Type factor = getElementTypeOrSelf(op.getA().getType()), sum = getElementTypeOrSelf(op.getType());
  if (factor.isInteger(8))
    return target.has(Capability::Tcgen05Int8);
  return sum.isF32() && isa<Float16Type, BFloat16Type, FloatTF32Type, Float8E4M3FNType, Float8E5M2Type>(factor);
}

/// None of other ops.
static std::optional<TensorProductTraits> traitsOf(Operation *op, const Target &target) {
  if (auto product = dyn_cast<tile::MmaOp>(op)) {
    TensorProductTraits traits = traitsOf(product.getA(), product.getB(), product.getType());
    traits.hasElements = hasTensorElements(product, target);
    return traits;
  }
  auto product = dyn_cast<tile::ScaledMmaOp>(op);
  if (!product)
    return std::nullopt;
  TensorProductTraits traits = traitsOf(product.getA(), product.getB(), product.getType());
  traits.scales = tile::shapeOf(product.getAScale().getType()).back();
  return traits;
}

static bool fits(const TensorProductTraits &product, const Target &target) {
  bool hasRows = product.m % kRows == 0 || (product.m == kRowsOfHalf && product.scales == 0);
  return target.has(Capability::Tcgen05) && product.hasElements && hasRows && product.n >= kLeastColumns &&
         product.m * product.n >= kLeastSums && product.depthBytes >= kLeastDepthBytes &&
         product.columns() + product.columnsOfScales() <= kColumns &&
         product.bytesOfA() + product.bytesOfB() <= kMaxOperandBytes;
}

/// None where it goes another way.
static std::optional<TensorProductTraits> tensorProduct(Operation *op, const Target &target) {
  std::optional<TensorProductTraits> product = traitsOf(op, target);
  return product && fits(*product, target) ? product : std::nullopt;
}

bool fitsTensorMemory(tile::MmaOp op, const Target &target) {
  return tensorProduct(op, target).has_value();
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
  int64_t columns = 0, ofScales = 0, bytes = 0;
  kernel.walk([&](Operation *op) {
    std::optional<TensorProductTraits> product = tensorProduct(op, target);
    if (!product)
      return;
    columns += product->columns();
    ofScales = std::max(ofScales, product->columnsOfScales());
    operands[product->a] = product->bytesOfA();
    operands[product->b] = product->bytesOfB();
  });
  for (auto [tile, own] : operands)
    bytes += own;
  return columns > 0 && columns + ofScales <= kColumns &&
         bytes + otherSharedBytes(kernel) <= target.sharedMemoryPerCta();
}

std::optional<ProductPlan> planTensorProduct(tile::MmaOp op, unsigned numWarps, const Target &target) {
  if (numWarps < kWarpsPerWarpgroup || !tensorProduct(op, target))
    return std::nullopt;
  return ProductPlan{layout::ProductInstruction::Tcgen05, getElementTypeOrSelf(op.getA().getType()), false};
}

bool isTensorProduct(tile::ScaledMmaOp op, unsigned numWarps, const Target &target) {
  return numWarps >= kWarpsPerWarpgroup && tensorProduct(op, target).has_value();
}

bool isTensorProductTransposed(tile::ScaledMmaOp op, const Target &target) {
  std::optional<TensorProductTraits> product = traitsOf(op, target);
  if (fits(*product, target))
    return false;
  std::swap(product->m, product->n);
  return fits(*product, target);
}

std::optional<unsigned> warpsOfTensorProduct(Operation *op, const Target &target) {
  std::optional<TensorProductTraits> product = tensorProduct(op, target);
  if (!product)
    return std::nullopt;
  unsigned groups = product->m == kRowsOfHalf ? 1 : 2;
  constexpr unsigned kMaxGroups = kWarpsPerCta / kWarpsPerWarpgroup;
  while (groups < kMaxGroups && product->sums() > kMaxSumRegisters * groups * kWarpsPerWarpgroup * kLanesPerWarp)
    groups *= 2;
  return groups * kWarpsPerWarpgroup;
}

unsigned registersOfTensorProduct(Operation *op, unsigned numWarps, const Target &target) {
  // TileGPUToNVVM, TensorMemory.cpp.
  constexpr int64_t kMostOfLoad = 64;
  std::optional<TensorProductTraits> product = tensorProduct(op, target);
  if (!product || numWarps < kWarpsPerWarpgroup)
    return 0;
  return unsigned(std::min(product->sums() / (int64_t(numWarps) * kLanesPerWarp), kMostOfLoad));
}

} // namespace tilec::strategy
