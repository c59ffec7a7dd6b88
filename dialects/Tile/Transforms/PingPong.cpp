// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Tile/Transforms/PingPong.h"
#include "dialects/Tile/IR/KernelHints.h"
#include "dialects/Tile/IR/PartialSums.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilec::tile;

/// Registers of a lane, for sums.
static constexpr int64_t kSums = 128;
/// For these and all else that loops carry.
static constexpr int64_t kCarried = 176;

bool tilec::tile::mayGoByTensorMap(LoadViewOp load) {
  ArrayAttr hints = load.getHintsAttr();
  return !hints || llvm::all_of(hints.getAsRange<HintsAttr>(),
                                [](HintsAttr hint) { return !hint.getAllowTma() || hint.getAllowTma().getValue(); });
}

/// A loop loads it through a view, and nothing changes it but how it lies.
static bool isLoadedAsItIs(Value operand) {
  while (auto permuted = operand.getDefiningOp<PermuteOp>())
    operand = permuted.getSource();
  auto load = operand.getDefiningOp<LoadViewOp>();
  return load && load->getParentOfType<scf::ForOp>() && mayGoByTensorMap(load);
}

/// The registers of a lane, where one warpgroup has the tile.
static int64_t registersOfWarpgroup(Type tile) {
  constexpr int64_t kLanes = 128, kWord = 4;
  int64_t bytes = std::max<int64_t>(kWord, storageBytes(getElementTypeOrSelf(tile)));
  return elementCount(tile) * bytes / (kWord * kLanes);
}

/// What the sums of a block take, by one warpgroup. Those of fp8 are kept twice.
static int64_t sumsOfWarpgroup(MmaOp product) {
  Type factor = getElementTypeOrSelf(product.getA().getType()), sum = getElementTypeOrSelf(product.getType());
  return (depthOfPartialSums(product, factor, sum) ? 2 : 1) * registersOfWarpgroup(product.getType());
}

/// What loops around the product carry beside its sums, by one warpgroup.
static int64_t carriedBeside(MmaOp product) {
  bool isCarried = !matchPattern(product.getAccumulator(), m_Constant());
  int64_t most = 0;
  for (auto loop = product->getParentOfType<scf::ForOp>(); loop; loop = loop->getParentOfType<scf::ForOp>()) {
    int64_t carried = 0;
    bool hasSums = false;
    for (BlockArgument tile : loop.getRegionIterArgs()) {
      if (isa<RankedTensorType>(tile.getType()))
        carried += registersOfWarpgroup(tile.getType());
      hasSums |= isCarried && tile.getType() == product.getType();
    }
    most = std::max(most, carried - (hasSums ? registersOfWarpgroup(product.getType()) : 0));
  }
  return most;
}

/// Computed of the kernel's arguments and the grid alone.
static bool isSameForAllBlocks(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return isa<func::FuncOp>(argument.getOwner()->getParentOp());
  Operation *op = value.getDefiningOp();
  return op->getNumRegions() == 0 && isMemoryEffectFree(op) && !isa<BlockIdOp>(op) &&
         llvm::all_of(op->getOperands(), isSameForAllBlocks);
}

/// Groups count past the slots of each other's blocks: all blocks bring tiles as often.
static bool bringAsMuch(func::FuncOp kernel) {
  auto isCounted = [&](LoadViewOp load) {
    Operation *around = load->getParentOp();
    for (; around != kernel; around = around->getParentOp()) {
      auto loop = dyn_cast<scf::ForOp>(around);
      if (!loop || !isa<IntegerType>(loop.getInductionVar().getType()) || !isSameForAllBlocks(loop.getLowerBound()) ||
          !isSameForAllBlocks(loop.getUpperBound()) || !isSameForAllBlocks(loop.getStep()))
        return false;
    }
    return true;
  };
  return !kernel
              .walk([&](LoadViewOp load) {
                bool isInLoop = bool(load->getParentOfType<LoopLikeOpInterface>());
                return isInLoop && !isCounted(load) ? WalkResult::interrupt() : WalkResult::advance();
              })
              .wasInterrupted();
}

bool tilec::tile::mayPingPong(func::FuncOp kernel, MmaOp product) {
  constexpr int64_t kRowsOfWarpgroup = 64;
  if (HintsAttr hints = hintsOf(kernel); hints && hints.getNumWorkerWarpsPerCta())
    return false;
  Type factor = getElementTypeOrSelf(product.getA().getType());
  int64_t rows = shapeOf(product.getType()).take_back(2).front();
  return rows % kRowsOfWarpgroup == 0 && !factor.isF32() && !factor.isF64() && sumsOfWarpgroup(product) <= kSums &&
         sumsOfWarpgroup(product) + carriedBeside(product) <= kCarried && bringAsMuch(kernel);
}

/// Loops load nothing through views but factors of the product: blocks wait for what is brought in their turns alone.
static bool loadsFactorsAlone(MmaOp product) {
  auto isFactor = [&](Value tile) {
    return llvm::all_of(tile.getUsers(), [&](Operation *user) {
      return user == product ||
             (isa<PermuteOp>(user) && llvm::all_of(user->getUsers(), [&](Operation *next) { return next == product; }));
    });
  };
  return !product->getParentOfType<func::FuncOp>()
              .walk([&](LoadViewOp load) {
                bool isOther = load->getParentOfType<scf::ForOp>() && !isFactor(load.getResult());
                return isOther ? WalkResult::interrupt() : WalkResult::advance();
              })
              .wasInterrupted();
}

bool tilec::tile::isWorthPingPong(MmaOp product) {
  Type factor = getElementTypeOrSelf(product.getA().getType());
  return (factor.isBF16() || factor.isF16()) && sumsOfWarpgroup(product) >= kSums && isLoadedAsItIs(product.getA()) &&
         isLoadedAsItIs(product.getB()) && loadsFactorsAlone(product);
}
