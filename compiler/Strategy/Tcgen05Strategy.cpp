// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Strategy/Tcgen05Strategy.h"
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
static constexpr int64_t kLeastAccumulators = 64 * 64, kColumns = tile_gpu::TensorMemoryType::kMaxColumns;
static constexpr int64_t kMaxOperandBytes = 128 * 1024;
/// The most bytes of a tile that is stored; it changes its layout by parts if need be.
static constexpr int64_t kMostStoredBytes = 64 * 1024;
/// The most registers of a lane for accumulators that it has loaded.
static constexpr int64_t kMaxAccumulatorRegisters = 128;

namespace {

/// An MMA, plain or block-scaled, as tensor memory sees it.
struct Tcgen05Traits {
  bool hasElements; ///< that an instruction multiplies
  int64_t batch, m, n;
  /// The bytes of a row of A, and of both operands in shared memory.
  int64_t depthBytes;
  /// Scales along K; 0: none.
  int64_t scales = 0;
  Value a, b;
  /// By its loop, which waits for memory then, however few accumulators there are.
  bool isStreamed = false;

  int64_t accumulators() const {
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

static Tcgen05Traits traitsOf(Value a, Value b, Type accumulatorType) {
  ArrayRef<int64_t> accumulator = tile::shapeOf(accumulatorType);
  int64_t batch = accumulator.size() == 3 ? accumulator.front() : 1;
  Type operandType = getElementTypeOrSelf(a.getType());
  constexpr int64_t kFoursOfByte = 2;
  int64_t bytes = tile::shapeOf(a.getType()).back() * tile::storageBytes(operandType) /
                  (isa<Float4E2M1FNType>(operandType) ? kFoursOfByte : 1);
  return {/*hasElements=*/true,
          batch,
          accumulator[accumulator.size() - 2],
          accumulator.back(),
          bytes,
          /*scales=*/0,
          a,
          b};
}

bool hasTensorElements(tile::MmaOp op, const Target &target) {
  Type operandType = getElementTypeOrSelf(op.getA().getType()), accumulator = getElementTypeOrSelf(op.getType());
  if (operandType.isInteger(8))
    return target.has(Capability::Tcgen05Int8);
  return accumulator.isF32() &&
         isa<Float16Type, BFloat16Type, FloatTF32Type, Float8E4M3FNType, Float8E5M2Type>(operandType);
}

/// None of other ops.
static std::optional<Tcgen05Traits> traitsOf(Operation *op, const Target &target) {
  if (auto mma = dyn_cast<tile::MmaOp>(op)) {
    Tcgen05Traits traits = traitsOf(mma.getA(), mma.getB(), mma.getType());
    traits.hasElements = hasTensorElements(mma, target);
    traits.isStreamed = isStreamed(mma.getA(), mma);
    return traits;
  }
  auto mma = dyn_cast<tile::ScaledMmaOp>(op);
  if (!mma)
    return std::nullopt;
  Tcgen05Traits traits = traitsOf(mma.getA(), mma.getB(), mma.getType());
  traits.scales = tile::shapeOf(mma.getAScale().getType()).back();
  return traits;
}

static bool fits(const Tcgen05Traits &mma, const Target &target) {
  bool hasRows = mma.m % kRows == 0 || (mma.m == kRowsOfHalf && mma.scales == 0);
  return target.has(Capability::Tcgen05) && mma.hasElements && hasRows && mma.n >= kLeastColumns &&
         (mma.m * mma.n >= kLeastAccumulators || mma.isStreamed) && mma.depthBytes >= kLeastDepthBytes &&
         mma.columns() + mma.columnsOfScales() <= kColumns && mma.bytesOfA() + mma.bytesOfB() <= kMaxOperandBytes;
}

/// None where it goes another way.
static std::optional<Tcgen05Traits> tcgen05Mma(Operation *op, const Target &target) {
  std::optional<Tcgen05Traits> mma = traitsOf(op, target);
  return mma && fits(*mma, target) ? mma : std::nullopt;
}

bool fitsTensorMemory(tile::MmaOp op, const Target &target) {
  std::optional<Tcgen05Traits> mma = tcgen05Mma(op, target);
  return mma && mma->columns() <= kColumns / 2;
}

namespace {

/// Tiles that are one accumulator at different times, directly or around loops: they have columns together
/// (`tile-gpu-stage-mma-operands`). What is constant belongs to nobody.
class AccumulatorGroups {
public:
  explicit AccumulatorGroups(func::FuncOp kernel) {
    kernel.walk([&](Operation *op) {
      if (auto mma = dyn_cast<tile::MmaOp>(op))
        join(mma.getAccumulator(), mma.getResult());
      if (auto mma = dyn_cast<tile::ScaledMmaOp>(op))
        join(mma.getAccumulator(), mma.getResult());
      if (auto loop = dyn_cast<scf::ForOp>(op))
        for (auto [init, carried, yielded, result] : llvm::zip_equal(loop.getInitArgs(), loop.getRegionIterArgs(),
                                                                     loop.getYieldedValues(), loop.getResults())) {
          join(carried, init);
          join(carried, yielded);
          join(carried, result);
        }
    });
  }
  void *of(Value accumulator) {
    return groups.getOrInsertLeaderValue(accumulator.getAsOpaquePointer());
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
  AccumulatorGroups groups(kernel);
  llvm::MapVector<Value, int64_t> operands;
  llvm::MapVector<void *, int64_t> columnsOf;
  int64_t columns = 0, ofScales = 0;
  kernel.walk([&](Operation *op) {
    std::optional<Tcgen05Traits> mma = tcgen05Mma(op, target);
    if (!mma)
      return;
    int64_t &ofGroup = columnsOf[groups.of(op->getResult(0))];
    ofGroup = std::max(ofGroup, mma->columns());
    ofScales = std::max(ofScales, mma->columnsOfScales());
    operands[mma->a] = mma->bytesOfA();
    operands[mma->b] = mma->bytesOfB();
  });
  for (auto [group, own] : columnsOf)
    columns += own;
  return columns > 0 && columns + ofScales <= kColumns &&
         sharedBytesWith(mostBytesAtOnce(operands), kernel, kMostStoredBytes) <= target.sharedMemoryPerCta();
}

std::optional<MmaPlan> planTcgen05Mma(tile::MmaOp op, unsigned numWarps, const Target &target) {
  if (numWarps < kWarpsPerWarpgroup || !tcgen05Mma(op, target))
    return std::nullopt;
  return MmaPlan{layout::MmaInstruction::Tcgen05, getElementTypeOrSelf(op.getA().getType()), false};
}

bool isTcgen05Mma(tile::ScaledMmaOp op, unsigned numWarps, const Target &target) {
  return numWarps >= kWarpsPerWarpgroup && tcgen05Mma(op, target).has_value();
}

bool isTcgen05MmaTransposed(tile::ScaledMmaOp op, const Target &target) {
  std::optional<Tcgen05Traits> mma = traitsOf(op, target);
  if (fits(*mma, target))
    return false;
  std::swap(mma->m, mma->n);
  return fits(*mma, target);
}

std::optional<unsigned> warpsOfTcgen05Mma(Operation *op, const Target &target) {
  std::optional<Tcgen05Traits> mma = tcgen05Mma(op, target);
  if (!mma)
    return std::nullopt;
  unsigned groups = mma->m == kRowsOfHalf ? 1 : 2;
  constexpr unsigned kMaxGroups = kWarpsPerCta / kWarpsPerWarpgroup;
  while (groups < kMaxGroups &&
         mma->accumulators() > kMaxAccumulatorRegisters * groups * kWarpsPerWarpgroup * kLanesPerWarp)
    groups *= 2;
  return groups * kWarpsPerWarpgroup;
}

unsigned registersOfTcgen05Mma(Operation *op, unsigned numWarps, const Target &target) {
  // TileGPUToNVVM, TensorMemory.cpp.
  constexpr int64_t kMostOfLoad = 64;
  std::optional<Tcgen05Traits> mma = tcgen05Mma(op, target);
  if (!mma || numWarps < kWarpsPerWarpgroup)
    return 0;
  return unsigned(std::min(mma->accumulators() / (int64_t(numWarps) * kLanesPerWarp), kMostOfLoad));
}

} // namespace tilec::strategy
