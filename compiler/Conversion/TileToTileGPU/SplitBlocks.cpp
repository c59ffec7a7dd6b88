// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-split-blocks: tile blocks whose MMAs are too large for a CTA become several, each with a part of the tiles
// (see Passes.td).
//
// A kernel is divided where the registers or the shared memory of a CTA do not hold what its MMAs need
// (`strategy::fitsCta`), into the fewest parts of which each fits. The parts run as blocks of a larger grid, in any
// order and at any time. So nothing that one does may be seen by another: nothing is reduced along the divided
// dimensions, no access touches what another part writes, and every effect has a part of its own or no result. Of
// several dimensions that can be divided the one is taken that leaves each part the least work, then the least to load,
// then that of the instructions' rows: the MMAs' columns where those are computed transposed.
//
// The last variant of a kernel is launched with the source's own grid: it computes its parts one after another.
#include "compiler/Conversion/TileToTileGPU/Passes.h"
#include "compiler/Strategy/MmaStrategy.h"
#include "compiler/Transforms/Tile/Blocks/DivideTiles.h"
#include "compiler/Transforms/Tile/Variants/AddVariant.h"
#include "compiler/Transforms/TileGPU/TargetOption.h"
#include "dialects/Tile/Analysis/Alias.h"
#include "dialects/Tile/Analysis/BlockIndependence.h"
#include "dialects/Tile/Analysis/DimensionClasses.h"
#include "dialects/Tile/IR/BlockParts.h"
#include "dialects/Tile/IR/Remarks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"
#include <tuple>

namespace tilec {
#define GEN_PASS_DEF_SPLITBLOCKS
#include "compiler/Conversion/TileToTileGPU/Passes.h.inc"
} // namespace tilec

using namespace mlir;
using namespace tilec;

namespace {

constexpr int64_t kMostParts = 16;

/// How a kernel can be divided.
struct Division {
  tile::DividedTiles tiles;
  int64_t parts = 1;
  /// The dimension of the grid along which the parts of a block lie.
  tile::Dimension along = tile::Dimension::X;
  struct Cost {
    double work = 0, operands = 0; ///< multiply-adds of a part, elements of the operands that it multiplies
    bool dividesInstructions = false, dividesColumns = false; ///< columns of instructions, of MMAs

    bool operator<(const Cost &other) const {
      return std::tie(work, operands, dividesInstructions, dividesColumns) <
             std::tie(other.work, other.operands, other.dividesInstructions, other.dividesColumns);
    }
  };
  Cost cost;
};

//===- What can be divided ---------------------------------------------------------------------------------------===//

/// What one op reads or writes.
struct Access {
  Operation *op;
  Value address; ///< pointers or a view
  bool isWrite;

  /// Along which its tile is divided; none where every part has the whole.
  std::optional<unsigned> dimension(const tile::DividedTiles &tiles) const {
    for (ValueRange values : {ValueRange(op->getOperands()), ValueRange(op->getResults())})
      for (Value value : values)
        if (auto divided = tiles.find(value); divided != tiles.end())
          return divided->second;
    return std::nullopt;
  }
};

SmallVector<Access> accessesOf(func::FuncOp kernel) {
  SmallVector<Access> accesses;
  kernel.walk([&](Operation *op) {
    auto effects = dyn_cast<MemoryEffectOpInterface>(op);
    if (!effects || op->getNumOperands() == 0 || isa<tile::PrintOp, tile::AssertOp>(op))
      return;
    bool isWrite = effects.hasEffect<MemoryEffects::Write>();
    if (isWrite || effects.hasEffect<MemoryEffects::Read>())
      accesses.push_back({op, op->getOperand(0), isWrite});
  });
  return accesses;
}

/// An update without a result that leaves the order of memory alone.
bool isPlainUpdate(Operation *op) {
  auto isRelaxed = [](auto atomic) { return atomic.getOrder() == tile::MemoryOrder::Relaxed; };
  if (auto update = dyn_cast<tile::AtomicReduceViewOp>(op))
    return isRelaxed(update);
  if (auto update = dyn_cast<tile::AtomicRmwOp>(op))
    return isRelaxed(update) && update->use_empty();
  return false;
}

/// What keeps parts of a block from running at any time, whatever is divided; null if nothing does.
Operation *findObstacle(func::FuncOp kernel) {
  if (std::optional<tile::BlockObstacle> obstacle = tile::findBlockObstacle(kernel))
    return obstacle->op;
  Operation *found = nullptr;
  kernel.walk([&](Operation *op) {
    bool isAtomic = isa<tile::AtomicLoadOp, tile::AtomicStoreOp, tile::AtomicRmwOp, tile::AtomicCasOp,
                        tile::AtomicLoadViewOp, tile::AtomicStoreViewOp, tile::AtomicReduceViewOp>(op);
    if ((isAtomic && !isPlainUpdate(op)) || isa<tile::AllocaOp, tile::NextBlockOp, tile::ScaledMmaOp>(op))
      found = op;
  });
  return found;
}

/// Two views, or one, divide a tensor into the same tiles side by side: each element is always the same part's.
bool haveSameTiles(Value a, Value b) {
  auto isPartition = [](Value view) { return isa<tile::PartitionViewType>(view.getType()); };
  if (!isPartition(a) || !isPartition(b))
    return false;
  auto x = a.getDefiningOp<tile::MakeViewOp>(), y = b.getDefiningOp<tile::MakeViewOp>();
  return x && y && x.getSource() == y.getSource() &&
         cast<tile::ViewType>(a.getType()).getTileShape() == cast<tile::ViewType>(b.getType()).getTileShape();
}

/// One part may touch with `a` what another touches with `b`, and one of them writes.
bool mayMeet(const Access &a, const Access &b, const tile::DividedTiles &tiles) {
  if (!a.isWrite && !b.isWrite)
    return false;
  std::optional<unsigned> dimension = a.dimension(tiles);
  bool isOwn = dimension && dimension == b.dimension(tiles) && haveSameTiles(a.address, b.address);
  if (isOwn)
    return false;
  if (a.op != b.op)
    return tile::mayAlias(a.address, 0, b.address, 0);
  // Once, its elements are different ones; without a dimension it is the first part's; updates need no order.
  return dimension && a.op->getParentOfType<LoopLikeOpInterface>() && !isPlainUpdate(a.op);
}

/// An access with which parts may meet; null if there is none.
Operation *findMeeting(ArrayRef<Access> accesses, const tile::DividedTiles &tiles) {
  for (auto [i, a] : llvm::enumerate(accesses))
    for (const Access &b : accesses.drop_front(i))
      if (mayMeet(a, b, tiles))
        return a.isWrite ? b.op : a.op;
  return nullptr;
}

/// Every effect is each part's own, or one that the first part can have alone.
bool keepsEffects(func::FuncOp kernel, const tile::DividedTiles &tiles) {
  bool keeps = true;
  kernel.walk([&](Operation *op) {
    auto isDivided = [&](Value value) { return tiles.contains(value); };
    bool divides = llvm::any_of(op->getOperands(), isDivided) || llvm::any_of(op->getResults(), isDivided);
    keeps &= !(divides && isa<tile::PrintOp>(op));
  });
  return keeps;
}

/// The dimension of the grid that tells the divided parts of what is stored apart, if it is one; else x.
tile::Dimension gridDimensionOf(func::FuncOp kernel, const tile::DividedTiles &tiles) {
  unsigned along = 0;
  kernel.walk([&](tile::StoreViewOp store) {
    if (auto divided = tiles.find(store.getValue()); divided != tiles.end())
      along |= tile::blockDimensionsOf(store.getIndices()[divided->second]);
  });
  return llvm::isPowerOf2_32(along) ? tile::Dimension(llvm::Log2_32(along)) : tile::Dimension::X;
}

//===- Dividing --------------------------------------------------------------------------------------------------===//

Value constantOf(ImplicitLocOpBuilder &builder, int64_t value) {
  return arith::ConstantOp::create(builder, builder.getI32IntegerAttr(int32_t(value)));
}

SmallVector<Operation *> opsOf(func::FuncOp kernel) {
  SmallVector<Operation *> ops;
  kernel.walk([&](Operation *op) {
    if (op != kernel)
      ops.push_back(op);
  });
  return ops;
}

/// Parts lie next to each other in a grid that has so many for each block of the source's.
void divideGrid(func::FuncOp kernel, const Division &division) {
  SmallVector<Operation *> ops = opsOf(kernel);
  ImplicitLocOpBuilder builder(kernel.getLoc(), OpBuilder::atBlockBegin(&kernel.getBody().front()));
  Value place = tile::BlockIdOp::create(builder, builder.getI32Type(), division.along);
  Value part = arith::AndIOp::create(builder, place, constantOf(builder, division.parts - 1));
  Value shift = constantOf(builder, llvm::Log2_64(division.parts));
  Value block = arith::ShRUIOp::create(builder, place, shift);
  Value isFirst = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, part, constantOf(builder, 0));
  for (Operation *op : ops) {
    if (auto id = dyn_cast<tile::BlockIdOp>(op); id && id.getDimension() == division.along)
      id.getResult().replaceAllUsesWith(block);
    if (auto count = dyn_cast<tile::NumBlocksOp>(op); count && count.getDimension() == division.along) {
      builder.setInsertionPointAfter(count);
      auto blocks = arith::ShRUIOp::create(builder, count.getResult(), shift);
      count.getResult().replaceAllUsesExcept(blocks, blocks);
    }
  }
  tile::setBlockParts(kernel, division.along, division.parts);
  tile::divideTiles(division.tiles, division.parts, part, isFirst, ops);
}

/// Parts come one after another, in a loop around the whole body.
void divideInTurn(func::FuncOp kernel, const Division &division) {
  SmallVector<Operation *> ops = opsOf(kernel);
  Block &body = kernel.getBody().front();
  SmallVector<Operation *> moved;
  for (Operation &op : body.without_terminator())
    moved.push_back(&op);
  ImplicitLocOpBuilder builder(kernel.getLoc(), OpBuilder::atBlockBegin(&body));
  auto loop =
      scf::ForOp::create(builder, constantOf(builder, 0), constantOf(builder, division.parts), constantOf(builder, 1));
  for (Operation *op : moved)
    op->moveBefore(loop.getBody()->getTerminator());
  builder.setInsertionPointToStart(loop.getBody());
  Value part = loop.getInductionVar();
  Value isFirst = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, part, constantOf(builder, 0));
  tile::divideTiles(division.tiles, division.parts, part, isFirst, ops);
}

//===- Choosing --------------------------------------------------------------------------------------------------===//

/// A copy of a kernel beside it, to be looked at.
struct Trial {
  Trial(func::FuncOp kernel, const Division &division) {
    IRMapping mapping;
    copy = cast<func::FuncOp>(OpBuilder(kernel).clone(*kernel, mapping));
    Division own = division;
    own.tiles.clear();
    for (auto [tile, dimension] : division.tiles)
      own.tiles.insert({mapping.lookup(tile), dimension});
    divideGrid(copy, own);
  }
  ~Trial() {
    copy->erase();
  }
  func::FuncOp copy;
};

Division::Cost costOf(func::FuncOp part, func::FuncOp whole, const Target &target) {
  Division::Cost cost;
  SmallVector<tile::MmaOp> parts, wholes;
  part.walk([&](tile::MmaOp op) { parts.push_back(op); });
  whole.walk([&](tile::MmaOp op) { wholes.push_back(op); });
  for (auto [op, of] : llvm::zip_equal(parts, wholes)) {
    ArrayRef<int64_t> own = tile::shapeOf(op.getType()), all = tile::shapeOf(of.getType());
    // Rows of the tile are the instructions' columns where the MMA is computed transposed.
    size_t columns = own.size() - 1, ofInstructions = strategy::whyTransposed(op, target) ? columns - 1 : columns;
    double a = double(tile::elementCount(op.getA().getType())), b = double(tile::elementCount(op.getB().getType()));
    cost.work += a * double(own.back());
    cost.operands += a + b;
    cost.dividesInstructions |= own[ofInstructions] < all[ofInstructions];
    cost.dividesColumns |= own[columns] < all[columns];
  }
  return cost;
}

/// The cheapest of the divisions into so many parts that fit a CTA; none if none does. `meeting`: with which parts of
/// others may meet.
std::optional<Division> chooseDivision(func::FuncOp kernel, int64_t parts, const Target &target, Operation *&meeting) {
  std::optional<Division> best;
  SmallVector<Access> accesses = accessesOf(kernel);
  for (const tile::DimensionClass &dimensions : tile::DimensionClasses(kernel, parts).find()) {
    if (dimensions.obstacle || !dimensions.reductions.empty())
      continue;
    Division division;
    division.parts = parts;
    for (const tile::TileDimension &member : dimensions.members)
      division.tiles.insert({member.tile, member.dimension});
    if (!keepsEffects(kernel, division.tiles))
      continue;
    if (Operation *access = findMeeting(accesses, division.tiles)) {
      meeting = meeting ? meeting : access;
      continue;
    }
    Trial trial(kernel, division);
    if (!strategy::fitsCta(trial.copy, target))
      continue;
    division.cost = costOf(trial.copy, kernel, target);
    if (best && !(division.cost < best->cost))
      continue;
    division.along = gridDimensionOf(kernel, division.tiles);
    best = std::move(division);
  }
  return best;
}

std::optional<Division> chooseDivision(func::FuncOp kernel, const Target &target, Operation *&meeting) {
  for (int64_t parts = 2; parts <= kMostParts; parts *= 2)
    if (std::optional<Division> division = chooseDivision(kernel, parts, target, meeting))
      return division;
  return std::nullopt;
}

/// Gives each use of numbers and constants a tile of its own: what rows and columns count by is the same tile where
/// they are equally many, and would be divided alike.
void separateUses(func::FuncOp kernel) {
  SmallVector<Operation *> makers;
  kernel.walk([&](Operation *op) {
    bool isTile = op->getNumResults() == 1 && isa<RankedTensorType>(op->getResult(0).getType());
    if (isTile && isa<tile::IotaOp, arith::ConstantOp>(op))
      makers.push_back(op);
  });
  for (Operation *maker : makers)
    for (OpOperand &use : llvm::make_early_inc_range(maker->getUses()))
      if (!maker->hasOneUse())
        use.set(OpBuilder(maker).clone(*maker)->getResult(0));
}

//===- The pass --------------------------------------------------------------------------------------------------===//

struct SplitBlocks : tilec::impl::SplitBlocksBase<SplitBlocks> {
  using Base::Base;

  void runOnOperation() override {
    FailureOr<Target> target = tile_gpu::readTarget(getOperation(), architecture);
    if (failed(target))
      return signalPassFailure();
    for (auto kernel : llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
      if (kernel->hasAttr("tile.kernel") && !kernel.isExternal() && !strategy::fitsCta(kernel, *target))
        splitOne(kernel, *target);
  }

private:
  void splitOne(func::FuncOp kernel, const Target &target) {
    auto variant = kernel->getAttrOfType<tile::VariantAttr>(tile::kVariantAttr);
    bool isLast = !variant || variant.getKernel().getValue() == kernel.getName();
    bool isReported = remarks && tile::isPreferredVariant(kernel);
    Operation *obstacle = findObstacle(kernel);
    separateUses(kernel);
    std::optional<Division> division = obstacle ? std::nullopt : chooseDivision(kernel, target, obstacle);
    if (!division) {
      if (isReported && obstacle)
        tile::Remark(obstacle, "BlockNotSplit")
            << ("the tiles of a block are too large for a CTA, but are not divided among several: parts of "
                "the block may meet here; add __restrict__ to pointers that nothing else reaches");
      else if (isReported)
        tile::Remark(kernel, "BlockNotSplit")
            << ("the tiles of a block are too large for a CTA, and no dimension of them can be divided among "
                "several");
      return;
    }
    if (isReported)
      report(kernel, *division);
    if (isLast && !variant && maxVariants > 1) {
      func::FuncOp preferred = tile::addPreferredVariant(kernel);
      divideGrid(preferred, *chooseDivision(preferred, target, obstacle));
    }
    isLast ? divideInTurn(kernel, *division) : divideGrid(kernel, *division);
  }

  static void report(func::FuncOp kernel, const Division &division) {
    auto largest = llvm::max_element(division.tiles, [](const auto &a, const auto &b) {
      return tile::elementCount(a.first.getType()) < tile::elementCount(b.first.getType());
    });
    int64_t extent = tile::shapeOf(largest->first.getType())[largest->second];
    tile::Remark(kernel, "SplitBlock").with("ctas", division.parts)
        << "the tiles of a block are too large for a CTA: " << division.parts << " CTAs share it, each with "
        << extent / division.parts << " of " << extent << " elements along dimension " << largest->second;
  }
};

} // namespace
