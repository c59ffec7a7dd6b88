// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the operands of an MMA lie, and what follows from it for MMAs of wgmma: which are computed transposed,
// and which take their first operand from registers (MmaStrategy.h).
#include "compiler/Strategy/MmaStrategy.h"
#include "compiler/Strategy/Wgmma.h"
#include "dialects/Tile/Analysis/Divisibility.h"
#include "dialects/Tile/IR/KernelHints.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;

namespace tilec::strategy {

static constexpr int64_t kHalfBytes = 2;

/// Whether a transposed MMA reads less from shared memory. Each instruction reads 64 rows of A and all of B from there,
/// and TMA writes both at the same time. Where that takes longer than multiplying, the shorter side gives the rows
/// (docs/Experiments.md, "Constants of the model").
static bool readsLessTransposed(tile::MmaOp op, const Extents &extents, const Target &target) {
  constexpr double kSharedBytes = 128;
  Type operand = getElementTypeOrSelf(op.getA().getType());
  auto kernel = op->getParentOfType<func::FuncOp>();
  bool isAlone =
      !kernel.walk([&](tile::MmaOp other) { return other == op ? WalkResult::advance() : WalkResult::interrupt(); })
           .wasInterrupted();
  // More warps than a tile's rows need share its columns: each way they read as much.
  bool hasOtherWarps = tile::hintedWarps(kernel).has_value();
  bool areStreamed = isLoadedInLoop(op.getA(), op) && isLoadedInLoop(op.getB(), op);
  if (!isAlone || hasOtherWarps || !areStreamed || tile::storageBytes(operand) != kHalfBytes || extents.m <= extents.n)
    return false;
  double brought = double(extents.m + extents.n), read = double(extents.m) * (1 + double(extents.n) / kRowsOfWarpgroup);
  double multiplied = double(extents.m * extents.n) / target.rates().unit16Bits;
  return (brought + read) * kHalfBytes / kSharedBytes > multiplied;
}

/// As wide as the copy engine wants a tensor.
static bool isLoadedWide(tile::LoadViewOp load) {
  tile::Divisibility facts;
  return facts.viewAccessWidth(load.getView(), load.getIndices(), load.getInBounds()) *
             tile::storageBytes(getElementTypeOrSelf(load.getType())) >=
         tile::kPortableAccessBytes;
}

/// The dimension of a tile along which elements lie side by side in memory, if a load gives it, moved, or computed
/// element by element.
static std::optional<unsigned> contiguousDimension(Value tile, llvm::DenseSet<Value> &seen) {
  if (!seen.insert(tile).second)
    return std::nullopt;
  Operation *op = tile.getDefiningOp();
  if (auto load = dyn_cast_if_present<tile::LoadViewOp>(op)) {
    ArrayRef<int64_t> strides = cast<tile::ViewType>(load.getView().getType()).getTensorView().getStrides();
    auto one = llvm::find(strides, 1);
    return one == strides.end() ? std::nullopt : std::optional(unsigned(one - strides.begin()));
  }
  if (op && isa<RankedTensorType>(tile.getType()) && (op->hasTrait<OpTrait::Elementwise>() || isa<tile::FToFOp>(op))) {
    for (Value operand : op->getOperands())
      if (std::optional<unsigned> dimension = contiguousDimension(operand, seen))
        return dimension;
    return std::nullopt;
  }
  if (!isa_and_present<tile::PermuteOp, tile::ReshapeOp>(op))
    return std::nullopt;
  std::optional<unsigned> source = contiguousDimension(op->getOperand(0), seen);
  if (!source)
    return source;
  if (auto permute = dyn_cast<tile::PermuteOp>(op))
    return unsigned(llvm::find(permute.getPermutation(), int64_t(*source)) - permute.getPermutation().begin());
  // Dimensions of extent 1 come and go.
  auto wide = [](Value value) {
    SmallVector<unsigned> dimensions;
    for (auto [d, extent] : llvm::enumerate(tile::shapeOf(value.getType())))
      if (extent != 1)
        dimensions.push_back(unsigned(d));
    return dimensions;
  };
  SmallVector<unsigned> before = wide(op->getOperand(0)), behind = wide(tile);
  auto found = llvm::find(before, *source);
  bool isSame = llvm::equal(before, behind, [&](unsigned from, unsigned to) {
    return tile::shapeOf(op->getOperand(0).getType())[from] == tile::shapeOf(tile.getType())[to];
  });
  return isSame && found != before.end() ? std::optional(behind[found - before.begin()]) : std::nullopt;
}

static std::optional<unsigned> contiguousDimension(Value tile) {
  llvm::DenseSet<Value> seen;
  return contiguousDimension(tile, seen);
}

/// Elements of 8 and 32 bits wgmma reads from shared memory only where neighbours lie along K.
static bool isReadAlongK(tile::MmaOp op) {
  Type element = getElementTypeOrSelf(op.getA().getType());
  Type operand = wgmmaOperand(element, getElementTypeOrSelf(op.getType()));
  return operand && tile::storageBytes(operand) != kHalfBytes;
}

/// Loaded, if at all, with neighbours along K, or along M or N.
static bool liesAlongK(Value operand, bool isA) {
  unsigned rank = tile::shapeOf(operand.getType()).size();
  return contiguousDimension(operand) == (isA ? rank - 1 : rank - 2);
}
static bool liesAcrossK(Value operand, bool isA) {
  unsigned rank = tile::shapeOf(operand.getType()).size();
  return contiguousDimension(operand) == (isA ? rank - 2 : rank - 1);
}

/// Brought to shared memory by the MMA's loop, across K: lanes load it from there as wgmma takes it in registers.
static bool isLoadedAcrossK(tile::MmaOp op, bool isA) {
  Value operand = isA ? op.getA() : op.getB();
  auto load = storedTile(operand).getDefiningOp<tile::LoadViewOp>();
  return load && isReadAlongK(op) && isLoadedInLoop(operand, op) && isLoadedWide(load) && liesAcrossK(operand, isA);
}

/// The share of an operand's elements below which a tile is not what the operand is made of. A scale of rows is such a
/// tile.
static constexpr double kSmallPart = 0.25;

/// Makes a tile of others, element by element or by where they stand.
static bool isMadeOfTiles(Operation *op) {
  return op->hasTrait<OpTrait::Elementwise>() ||
         isa<tile::FToFOp, tile::PermuteOp, tile::ReshapeOp, tile::BroadcastOp, tile::CatOp>(op);
}

int64_t computedElements(tile::MmaOp op, Value operand) {
  auto loop = op->getParentOfType<LoopLikeOpInterface>();
  if (!loop || loop->hasAttr(tile::kBlockLoopAttr) || storedTile(operand).getDefiningOp<tile::LoadViewOp>())
    return 0;
  SmallVector<Value> pending = {operand};
  llvm::DenseSet<Value> seen;
  bool isLoaded = false;
  int64_t made = 0, least = int64_t(kSmallPart * double(tile::elementCount(operand.getType())));
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    Operation *maker = value.getDefiningOp();
    bool isTile = isa<RankedTensorType>(value.getType());
    if (!isTile || !seen.insert(value).second || loop.isDefinedOutsideOfLoop(value))
      continue;
    if (auto load = dyn_cast_if_present<tile::LoadViewOp>(maker)) {
      bool isPart = tile::elementCount(load.getType()) < least;
      if (!isPart && !isLoadedWide(load))
        return 0;
      isLoaded |= !isPart;
    } else if (maker && isMadeOfTiles(maker)) {
      if (maker->hasTrait<OpTrait::Elementwise>() || isa<tile::FToFOp>(maker))
        made += std::max<int64_t>(1, tile::elementCount(value.getType()));
      llvm::append_range(pending, maker->getOperands());
    } else if (!isa_and_present<tile::SplatOp, tile::IotaOp, arith::ConstantOp>(maker)) {
      return 0;
    }
  }
  return isLoaded ? std::max<int64_t>(1, made) : 0;
}

/// The MMAs of an iteration that add to one accumulator, which has one layout.
static SmallVector<tile::MmaOp> mmasOfAccumulator(tile::MmaOp op) {
  while (auto before = op.getAccumulator().getDefiningOp<tile::MmaOp>())
    op = before;
  SmallVector<tile::MmaOp> mmas = {op};
  for (size_t i = 0; i < mmas.size(); ++i)
    for (Operation *user : mmas[i]->getUsers())
      if (auto next = dyn_cast<tile::MmaOp>(user); next && next.getAccumulator() == mmas[i].getResult())
        mmas.push_back(next);
  return mmas;
}

/// The second operand alone is computed, from tiles that the loop loads beside the first one.
static bool isOnlyBComputed(tile::MmaOp op) {
  return computedElements(op, op.getB()) > 0 && isLoadedInLoop(op.getA(), op) && !comesFromMma(op.getA());
}

std::optional<StringRef> whyTransposed(tile::MmaOp op, const Target &target) {
  Extents transposed(op);
  std::swap(transposed.m, transposed.n);
  if (!fitsWarpgroups(op, transposed, target))
    return std::nullopt;
  if (readsLessTransposed(op, Extents(op), target))
    return "more rows than columns, and instructions with many columns read less of shared memory";
  if (llvm::all_of(mmasOfAccumulator(op), isOnlyBComputed) && isWorthWarpgroups(op))
    return "the loop computes b, which lanes keep in registers as the first operand";
  if (!isStreamed(op.getB(), op))
    return std::nullopt;
  if (transposed.n < kRowsOfWarpgroup)
    return "few rows, and a loop loads the operand of many columns";
  bool isAInPlace = storedTile(op.getA()).getDefiningOp<tile::LoadViewOp>() && liesAlongK(op.getA(), /*isA=*/true);
  if (isAInPlace && isLoadedAcrossK(op, /*isA=*/false) && isWorthWarpgroups(op))
    return "b has adjacent elements along N, which wgmma cannot read from shared memory";
  return std::nullopt;
}

bool hasOperandInRegisters(tile::MmaOp op) {
  return comesFromMma(op.getA()) || computedElements(op, op.getA()) > 0 || isLoadedAcrossK(op, /*isA=*/true);
}

/// Of operands of 16 bits lanes load those that are made of bytes in pairs of neighbours, as they load bytes.
static bool isMadeOfBytes(tile::MmaOp op) {
  auto loop = op->getParentOfType<LoopLikeOpInterface>();
  SetVector<Operation *> makers;
  BackwardSliceOptions options;
  options.filter = [&](Operation *maker) {
    return loop && loop->isAncestor(maker) && maker != loop && !isa<tile::MmaOp>(maker);
  };
  options.inclusive = true;
  (void)getBackwardSlice(op.getA(), &makers, options);
  return llvm::any_of(makers, [&](Operation *maker) {
    auto load = dyn_cast<tile::LoadViewOp>(maker);
    return load && getElementTypeOrSelf(load.getType()).getIntOrFloatBitWidth() == 8 &&
           tile::elementCount(load.getType()) >= kSmallPart * tile::elementCount(op.getA().getType());
  });
}

bool hasOperandAcrossK(tile::MmaOp op) {
  auto isAcrossK = [](tile::MmaOp mma) {
    return hasOperandInRegisters(mma) && (isReadAlongK(mma) || isMadeOfBytes(mma)) &&
           liesAcrossK(mma.getA(), /*isA=*/true);
  };
  return isReadAlongK(op) ? isAcrossK(op) : llvm::all_of(mmasOfAccumulator(op), isAcrossK);
}

} // namespace tilec::strategy
