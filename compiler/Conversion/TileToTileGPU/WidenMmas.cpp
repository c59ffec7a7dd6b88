// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-widen-mmas: several small tile blocks become one where memory is too slow for their MMAs (see
// Passes.td).
//
// A tile of M x N sums multiplies M x N pairs of each step of K, and loads M + N of them. With sides of 64 L2 takes
// twice as long for the operands as wgmma for the MMA, with 128 as long. Tiles next to each other have one operand
// in common, so two of them as one tile load less. What limits an MMA is counted by Strategy/MmaCycles.
//
// A grid of few more blocks than a multiple of the multiprocessors leaves most of these idle in the last turn, which
// takes longer with wide blocks. So the form is for grids of so many blocks that the other turns save more.
//
// Steps, for the first form of each kernel: do the operands of all its MMAs depend on x alone and on y alone, and
// is something slower than the instructions? Then tiles of 2 and 4 blocks along x and y are tried on copies of the
// kernel, as far as that is possible (compiler/Transforms/Tile/Blocks/WidenTiles.h) and fits a CTA. The fewest blocks
// are taken with which the MMAs take less time than with fewer. A numbered form (tile-number-blocks) becomes wide
// itself, since the one behind it takes all other grids. Other kernels get one more form.
#include "compiler/Conversion/TileToTileGPU/Passes.h"
#include "compiler/Strategy/KernelStrategy.h"
#include "compiler/Strategy/LiveTiles.h"
#include "compiler/Strategy/MmaCycles.h"
#include "compiler/Transforms/Tile/Blocks/BlockRaster.h"
#include "compiler/Transforms/Tile/Blocks/WidenTiles.h"
#include "compiler/Transforms/Tile/Variants/VariantNames.h"
#include "compiler/Transforms/TileGPU/TargetOption.h"
#include "dialects/Tile/Analysis/MmaChain.h"
#include "dialects/Tile/IR/BlockNumbering.h"
#include "dialects/Tile/IR/BlockParts.h"
#include "dialects/Tile/IR/KernelHints.h"
#include "dialects/Tile/IR/RareLoops.h"
#include "dialects/Tile/IR/Remarks.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <cmath>

namespace tilec {
#define GEN_PASS_DEF_WIDENMMAS
#include "compiler/Conversion/TileToTileGPU/Passes.h.inc"
} // namespace tilec

using namespace mlir;
using namespace tilec;
using tile::Dimension;

namespace {

/// Blocks of the source along x and y that become one.
struct Shape {
  int64_t x = 1, y = 1;

  int64_t blocks() const {
    return x * y;
  }
};

/// In the order of their blocks.
constexpr Shape kShapes[] = {{1, 2}, {2, 1}, {2, 2}, {1, 4}, {4, 1}, {2, 4}, {4, 2}};
/// A shape has to be so much faster than one of fewer blocks.
constexpr double kLeastGain = 1.1;
/// Of the rate on a data sheet instructions reach this share at most: under load the clock is lower.
constexpr double kAttainableShare = 0.75;

SmallVector<tile::MmaOp> mmasOf(func::FuncOp kernel) {
  SmallVector<tile::MmaOp> mmas;
  kernel.walk([&](tile::MmaOp mma) {
    if (!tile::isRare(mma))
      mmas.push_back(mma);
  });
  return mmas;
}

/// A loop that carries more tiles than it has accumulators passes them on from iteration to iteration: registers for
/// all of them, as wide ones, are not there.
bool carriesAccumulatorsAlone(scf::ForOp loop) {
  int64_t carried = 0, accumulated = 0;
  for (Value value : loop.getRegionIterArgs())
    if (isa<RankedTensorType>(value.getType()))
      carried += tile::elementCount(value.getType());
  loop.walk([&](tile::MmaOp mma) { accumulated += tile::elementCount(mma.getType()); });
  return carried <= accumulated;
}

/// A loop loads both operands, or computes one of what it loads.
bool isOfLoadedTiles(tile::MmaOp mma) {
  bool isALoaded = strategy::isLoadedInLoop(mma.getA(), mma), isBLoaded = strategy::isLoadedInLoop(mma.getB(), mma);
  return (isALoaded && (isBLoaded || strategy::computedElements(mma, mma.getB()) > 0)) ||
         (isBLoaded && strategy::computedElements(mma, mma.getA()) > 0);
}

/// Each of a row of blocks by a column of them, of tiles that a loop loads.
bool areOuter(ArrayRef<tile::MmaOp> mmas) {
  return !mmas.empty() && llvm::all_of(mmas, [](tile::MmaOp mma) {
    auto loop = mma->getParentOfType<scf::ForOp>();
    return loop && carriesAccumulatorsAlone(loop) && tile::isOuterMma(mma) && !tile::multipliesAnother(mma) &&
           isOfLoadedTiles(mma);
  });
}

/// Cycles of one iteration of all MMAs: what takes longest, the instructions alone, and memory alone.
struct Cycles {
  double all = 0, instructions = 0, memory = 0;
};

Cycles countCycles(func::FuncOp kernel, const Target &target) {
  strategy::KernelStrategy plan = strategy::planKernel(kernel, target);
  Cycles sum;
  for (tile::MmaOp mma : mmasOf(kernel)) {
    strategy::MmaCycles cycles =
        strategy::countCycles(mma, strategy::planMma(mma, plan, target), plan.numWarps, target);
    double instructions = cycles.tensor / kAttainableShare;
    double memory = std::max({cycles.shared, cycles.l2, cycles.memory});
    sum.all += std::max({instructions, memory, cycles.issue}) + cycles.operands;
    sum.instructions += instructions;
    sum.memory += memory;
  }
  return sum;
}

/// False where it is not possible.
bool widen(func::FuncOp kernel, Shape shape) {
  for (auto [along, count] : {std::pair(Dimension::X, shape.x), {Dimension::Y, shape.y}}) {
    if (count == 1)
      continue;
    tile::Widening widening = tile::findWidening(kernel, along, count);
    if (!widening.reason.empty())
      return false;
    tile::widenTiles(kernel, widening);
  }
  return true;
}

/// A copy of a kernel beside it, to be looked at.
struct Trial {
  explicit Trial(func::FuncOp kernel) : copy(cast<func::FuncOp>(OpBuilder(kernel).clone(*kernel))) {}
  ~Trial() {
    copy->erase();
  }
  func::FuncOp copy;
};

struct Choice {
  Shape shape;
  double cycles = 0, memory = 0; ///< for a block of the source, in all and of memory alone

  /// Much faster, or with as many blocks as fast and further from what memory brings.
  bool isBetterThan(const Choice &other) const {
    bool isSquarer = shape.blocks() == other.shape.blocks() && cycles <= other.cycles && memory < other.memory;
    return isSquarer || cycles * kLeastGain < other.cycles;
  }
};

/// Behind its loops a kernel computes functions of accumulators, or loads a tile that is as large as one.
bool hasWorkBehindLoops(func::FuncOp kernel) {
  int64_t accumulated = 0;
  for (tile::MmaOp mma : mmasOf(kernel))
    accumulated = std::max(accumulated, tile::elementCount(mma.getType()));
  return kernel
      .walk([&](Operation *op) {
        bool isTile = op->getNumResults() == 1 && isa<RankedTensorType>(op->getResult(0).getType()) &&
                      tile::elementCount(op->getResult(0).getType()) >= accumulated;
        bool isFunction = isa<math::MathDialect>(op->getDialect()) && !isa<math::FmaOp, math::AbsFOp>(op);
        bool isWork = isFunction || isa<tile::ExpOp, tile::Exp2Op, tile::TanhOp, tile::LoadOp, tile::LoadViewOp>(op);
        return isTile && isWork && !op->getParentOfType<LoopLikeOpInterface>() ? WalkResult::interrupt()
                                                                               : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The words of operands that loops compute, of one MMA at a time: lanes keep them in registers.
int64_t wordsOfOperands(func::FuncOp kernel) {
  constexpr int64_t kWordBytes = 4;
  int64_t most = 0;
  for (tile::MmaOp mma : mmasOf(kernel))
    for (Value operand : {mma.getA(), mma.getB()})
      if (strategy::computedElements(mma, operand) > 0)
        most = std::max(most, tile::elementCount(operand.getType()) *
                                  tile::storageBytes(getElementTypeOrSelf(operand.getType())) / kWordBytes);
  return most;
}

/// A lane has registers for what lives where most does, operands in shared memory aside: half of those there are for
/// accumulators, and those of an operand, or fewer where more tiles live while accumulators are worked on.
bool fitsLanes(func::FuncOp kernel, const Target &target) {
  constexpr int64_t kMostWords = 128, kMostWordsWithWork = 48;
  int64_t lanes = kLanesPerWarp * int64_t(strategy::planKernel(kernel, target).numWarps);
  int64_t most = hasWorkBehindLoops(kernel) ? kMostWordsWithWork * lanes : kMostWords * lanes + wordsOfOperands(kernel);
  return strategy::liveWords(kernel, strategy::LoadedOperands::InSharedMemory) <= most;
}

/// The shape that is worth it, of one block where none is. `narrow`: cycles of a block as it is.
Choice chooseShape(func::FuncOp kernel, double narrow, const Target &target) {
  Choice best = {{}, narrow, narrow};
  for (Shape shape : kShapes) {
    Trial trial(kernel);
    if (!widen(trial.copy, shape) || !strategy::fitsCta(trial.copy, target) || !fitsLanes(trial.copy, target))
      continue;
    Cycles cycles = countCycles(trial.copy, target);
    Choice choice = {shape, cycles.all / double(shape.blocks()), cycles.memory / double(shape.blocks())};
    if (choice.isBetterThan(best))
      best = choice;
  }
  return best;
}

struct WidenMmas : tilec::impl::WidenMmasBase<WidenMmas> {
  using Base::Base;

  void runOnOperation() override {
    FailureOr<Target> target = tile_gpu::readTarget(getOperation(), architecture);
    if (failed(target))
      return signalPassFailure();
    for (auto kernel : llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>())) {
      auto variant = kernel->getAttrOfType<tile::VariantAttr>(tile::kVariantAttr);
      bool isFirst = variant && variant.getNumber() == 0 && variant.getKernel().getValue() != kernel.getName();
      bool isWhole = tile::blockPartsOf(kernel) == std::array<uint32_t, 3>{1, 1, 1};
      // CTAs and warps that the user asks for are those of a block of the source.
      bool isHinted = tile::hintedCtas(kernel) != 1 || tile::hintedWarps(kernel);
      if (isFirst && isWhole && !kernel.isExternal() && !isHinted)
        widenOne(kernel, *target);
    }
  }

private:
  void widenOne(func::FuncOp kernel, const Target &target) {
    if (!areOuter(mmasOf(kernel)))
      return;
    Cycles narrow = countCycles(kernel, target);
    if (narrow.all <= narrow.instructions)
      return;
    Choice choice = chooseShape(kernel, narrow.all, target);
    if (choice.shape.blocks() == 1)
      return;
    int64_t least = leastBlocks(choice, narrow.all, target);
    if (remarks)
      tile::Remark(kernel, "WideMmas").with("x", choice.shape.x).with("y", choice.shape.y).with("leastGrid", least)
          << "blocks of " << choice.shape.x << " along x and " << choice.shape.y
          << " along y become one in grids of multiples of them where that takes fewer waves' cycles, as from " << least
          << " blocks on: the MMAs take " << int64_t(std::llround(choice.cycles)) << " instead of "
          << int64_t(std::llround(narrow.all)) << " cycles for each";
    func::FuncOp form = kernel->hasAttr(tile::kNumberingAttr) ? kernel : addForm(kernel);
    widen(form, choice.shape);
    setFacts(form, choice.shape, least);
    int64_t wide = std::llround(choice.cycles * double(choice.shape.blocks()));
    form->setAttr(
        tile::kWaveCyclesAttr,
        Builder(form.getContext()).getDenseI64ArrayAttr({target.multiprocessors(), std::llround(narrow.all), wide}));
  }

  /// With a last turn in which most multiprocessors have nothing to do, wide blocks still take less time than narrow
  /// ones, whose last turn is shorter.
  static int64_t leastBlocks(const Choice &choice, double narrow, const Target &target) {
    double blocks = double(choice.shape.blocks()), wide = blocks * choice.cycles;
    int64_t turns = int64_t((wide - narrow) / (blocks * narrow - wide)) + 1;
    return turns * target.multiprocessors() * choice.shape.blocks();
  }

  /// A copy of the first form, before it.
  static func::FuncOp addForm(func::FuncOp first) {
    auto variant = first->getAttrOfType<tile::VariantAttr>(tile::kVariantAttr);
    auto copy = cast<func::FuncOp>(OpBuilder(first).clone(*first));
    copy.setName(tile::wideBlocksName(variant.getKernel().getValue()));
    copy->setAttr(tile::kVariantAttr,
                  tile::VariantAttr::get(copy.getContext(), variant.getKernel(), -1, variant.getFacts()));
    return copy;
  }

  static void setFacts(func::FuncOp form, Shape shape, int64_t least) {
    MLIRContext *context = form.getContext();
    auto variant = form->getAttrOfType<tile::VariantAttr>(tile::kVariantAttr);
    SmallVector<tile::FactAttr> facts(variant.getFacts());
    for (auto [along, count] : {std::pair(Dimension::X, shape.x), {Dimension::Y, shape.y}})
      if (count > 1)
        facts.push_back(
            tile::FactAttr::get(context, tile::FactKind::MultipleOf, std::nullopt, along, /*step=*/1, count));
    form->setAttr(tile::kVariantAttr, tile::VariantAttr::get(context, variant.getKernel(), variant.getNumber(), facts));
    form->setAttr(tile::kManyBlocksAttr, Builder(context).getI64IntegerAttr(least));
  }
};

} // namespace
