// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Strategy/TensorProductStrategy.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tilec::strategy {

static constexpr int64_t kRowsOfHalf = 64, kRows = 128, kLeastColumns = 16, kLeastDepthBytes = 32;
static constexpr int64_t kLeastSums = 64 * 64, kColumns = tile_gpu::TensorMemoryType::kMaxColumns;
static constexpr int64_t kMaxOperandBytes = 128 * 1024;
/// The most bytes of a tile that is stored; it changes its layout by parts if need be.
static constexpr int64_t kMostStoredBytes = 64 * 1024;
/// The most registers of a lane for accumulators that it has loaded.
static constexpr int64_t kMaxSumRegisters = 128;

namespace {

/// A product, plain or block-scaled, as tensor memory sees it.
struct TensorProductTraits {
  bool hasElements; ///< that an instruction multiplies
  int64_t batch, m, n;
  /// The bytes of a row of A, and of both operands in shared memory.
  int64_t depthBytes;
  /// Scales along K; 0: none.
  int64_t scales = 0;
  Value a, b;
  /// By its loop, which waits for memory then, however few sums there are.
  bool isStreamed = false;

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
    traits.isStreamed = isStreamed(product.getA(), product);
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
         (product.m * product.n >= kLeastSums || product.isStreamed) && product.depthBytes >= kLeastDepthBytes &&
         product.columns() + product.columnsOfScales() <= kColumns &&
         product.bytesOfA() + product.bytesOfB() <= kMaxOperandBytes;
}

/// None where it goes another way.
static std::optional<TensorProductTraits> tensorProduct(Operation *op, const Target &target) {
  std::optional<TensorProductTraits> product = traitsOf(op, target);
  return product && fits(*product, target) ? product : std::nullopt;
}

bool fitsTensorMemory(tile::MmaOp op, const Target &target) {
  std::optional<TensorProductTraits> product = tensorProduct(op, target);
  return product && product->columns() <= kColumns / 2;
}

namespace {

/// Tiles that are one sum at different times, directly or around loops: they have columns together
/// (`tile-gpu-stage-products`). What is constant belongs to nobody.
class SumGroups {
public:
  explicit SumGroups(func::FuncOp kernel) {
    kernel.walk([&](Operation *op) {
      if (auto product = dyn_cast<tile::MmaOp>(op))
        join(product.getAccumulator(), product.getResult());
      if (auto product = dyn_cast<tile::ScaledMmaOp>(op))
        join(product.getAccumulator(), product.getResult());
      if (auto loop = dyn_cast<scf::ForOp>(op))
        for (auto [init, carried, yielded, result] : llvm::zip_equal(loop.getInitArgs(), loop.getRegionIterArgs(),
                                                                     loop.getYieldedValues(), loop.getResults())) {
          join(carried, init);
          join(carried, yielded);
          join(carried, result);
        }
    });
  }
  void *of(Value sum) {
    return groups.getOrInsertLeaderValue(sum.getAsOpaquePointer());
  }

private:
  void join(Value a, Value b) {
    auto isConstant = [](Value value) {
      Operation *maker = value.getDefiningOp();
      return maker && maker->hasTrait<OpTrait::ConstantLike>();
    };
    if (isa<RankedTensorType>(a.getType()) && !isConstant(a) && !isConstant(b))
      groups.unionSets(a.getAsOpaquePointer(), b.getAsOpaquePointer());
  }

  llvm::EquivalenceClasses<void *> groups;
};

} // namespace

/// The loop in whose iterations the tile comes and goes; null where it is there from outside of all but those over
/// blocks.
static Operation *loopOf(Value tile) {
  Operation *maker = tile.getDefiningOp();
  auto loop = maker ? maker->getParentOfType<LoopLikeOpInterface>() : LoopLikeOpInterface();
  return loop && !loop->hasAttr(tile::kBlockLoopAttr) ? loop.getOperation() : nullptr;
}

static bool isUsedIn(Operation *loop, Value tile) {
  return llvm::any_of(tile.getUsers(), [&](Operation *user) { return loop->isAncestor(user); });
}

/// That live at one time: those from outside of loops, as far as the loop uses them, and those of one loop with the
/// loops around it.
static int64_t mostBytesAtOnce(const llvm::MapVector<Value, int64_t> &operands) {
  llvm::SetVector<Operation *> loops;
  loops.insert(nullptr);
  for (auto [tile, bytes] : operands)
    loops.insert(loopOf(tile));
  int64_t most = 0;
  for (Operation *loop : loops) {
    int64_t live = 0;
    for (auto [tile, bytes] : operands)
      if (Operation *own = loopOf(tile); own ? loop && own->isAncestor(loop) : !loop || isUsedIn(loop, tile))
        live += bytes;
    most = std::max(most, live);
  }
  return most;
}

bool canUseTensorMemory(func::FuncOp kernel, const Target &target) {
  if (!target.has(Capability::Tcgen05))
    return false;
  SumGroups groups(kernel);
  llvm::MapVector<Value, int64_t> operands;
  llvm::MapVector<void *, int64_t> columnsOf;
  int64_t columns = 0, ofScales = 0;
  kernel.walk([&](Operation *op) {
    std::optional<TensorProductTraits> product = tensorProduct(op, target);
    if (!product)
      return;
    int64_t &ofGroup = columnsOf[groups.of(op->getResult(0))];
    ofGroup = std::max(ofGroup, product->columns());
    ofScales = std::max(ofScales, product->columnsOfScales());
    operands[product->a] = product->bytesOfA();
    operands[product->b] = product->bytesOfB();
  });
  for (auto [group, own] : columnsOf)
    columns += own;
  return columns > 0 && columns + ofScales <= kColumns &&
         sharedBytesWith(mostBytesAtOnce(operands), kernel, kMostStoredBytes) <= target.sharedMemoryPerCta();
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
