// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/Tile/Blocks/PingPong.h"
#include "dialects/Tile/IR/KernelHints.h"
#include "dialects/Tile/IR/PartialSums.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include <functional>

using namespace mlir;
using namespace tilec::tile;

/// Registers of a lane, for accumulators.
static constexpr int64_t kAccumulators = 128;
/// For these and all else that loops carry.
static constexpr int64_t kCarried = 176;

bool tilec::tile::mayGoByTensorMap(LoadViewOp load) {
  ArrayAttr hints = load.getHintsAttr();
  return !hints || llvm::all_of(hints.getAsRange<HintsAttr>(),
                                [](HintsAttr hint) { return !hint.getAllowTma() || hint.getAllowTma().getValue(); });
}

/// A loop loads it through a view, and nothing changes it but how it lies. Lanes load rows that a list names: chips
/// whose warpgroups take turns copy boxes alone.
static bool isLoadedAsItIs(Value operand) {
  while (isa_and_nonnull<PermuteOp, ReshapeOp>(operand.getDefiningOp()))
    operand = operand.getDefiningOp()->getOperand(0);
  auto load = operand.getDefiningOp<LoadViewOp>();
  return load && load->getParentOfType<scf::ForOp>() && mayGoByTensorMap(load) &&
         !isa<GatherScatterViewType>(load.getView().getType());
}

/// The registers of a lane, where one warpgroup has the tile.
static int64_t registersOfWarpgroup(Type tile) {
  constexpr int64_t kLanes = 128, kWord = 4;
  int64_t bytes = std::max<int64_t>(kWord, storageBytes(getElementTypeOrSelf(tile)));
  return elementCount(tile) * bytes / (kWord * kLanes);
}

/// What the accumulators of a block take, by one warpgroup. Those of fp8 are kept twice.
static int64_t accumulatorsOfWarpgroup(MmaOp mma) {
  Type mmaOperand = getElementTypeOrSelf(mma.getA().getType()), sum = getElementTypeOrSelf(mma.getType());
  return (depthOfPartialSums(mma, mmaOperand, sum) ? 2 : 1) * registersOfWarpgroup(mma.getType());
}

/// What loops around the MMA carry beside its accumulators, by one warpgroup.
static int64_t carriedBeside(MmaOp mma) {
  bool isCarried = !matchPattern(mma.getAccumulator(), m_Constant());
  int64_t most = 0;
  for (auto loop = mma->getParentOfType<scf::ForOp>(); loop; loop = loop->getParentOfType<scf::ForOp>()) {
    int64_t carried = 0;
    bool hasAccumulators = false;
    for (BlockArgument tile : loop.getRegionIterArgs()) {
      if (isa<RankedTensorType>(tile.getType()))
        carried += registersOfWarpgroup(tile.getType());
      hasAccumulators |= isCarried && tile.getType() == mma.getType();
    }
    most = std::max(most, carried - (hasAccumulators ? registersOfWarpgroup(mma.getType()) : 0));
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

/// Groups count past the stages of each other's blocks: all blocks bring tiles as often.
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

bool tilec::tile::mayPingPong(func::FuncOp kernel, MmaOp mma) {
  constexpr int64_t kRowsOfWarpgroup = 64;
  if (hintedWarps(kernel))
    return false;
  Type mmaOperand = getElementTypeOrSelf(mma.getA().getType());
  int64_t rows = shapeOf(mma.getType()).take_back(2).front();
  return rows % kRowsOfWarpgroup == 0 && !mmaOperand.isF32() && !mmaOperand.isF64() &&
         accumulatorsOfWarpgroup(mma) <= kAccumulators &&
         accumulatorsOfWarpgroup(mma) + carriedBeside(mma) <= kCarried && bringAsMuch(kernel);
}

/// Loops load nothing through views but operands of the MMA: blocks wait for what is brought in their turns alone.
static bool loadsOperandsAlone(MmaOp mma) {
  std::function<bool(Value)> isOperand = [&](Value tile) {
    return llvm::all_of(tile.getUsers(), [&](Operation *user) {
      return user == mma || (isa<PermuteOp, ReshapeOp>(user) && isOperand(user->getResult(0)));
    });
  };
  return !mma->getParentOfType<func::FuncOp>()
              .walk([&](LoadViewOp load) {
                bool isOther = load->getParentOfType<scf::ForOp>() && !isOperand(load.getResult());
                return isOther ? WalkResult::interrupt() : WalkResult::advance();
              })
              .wasInterrupted();
}

bool tilec::tile::isWorthPingPong(MmaOp mma) {
  Type mmaOperand = getElementTypeOrSelf(mma.getA().getType());
  return (mmaOperand.isBF16() || mmaOperand.isF16()) && accumulatorsOfWarpgroup(mma) >= kAccumulators &&
         isLoadedAsItIs(mma.getA()) && isLoadedAsItIs(mma.getB()) && loadsOperandsAlone(mma);
}
