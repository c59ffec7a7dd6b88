// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-group-blocks: blocks of an MMA's grid change places, so that those that run at one time read little (see
// Passes.td).
//
//     %x = tile.block_id x          %r = %blockIdx.y * %numBlocks.x + %blockIdx.x
//     %y = tile.block_id y     =>   %x, %y = blockInGroups(%r)                      // BlockRaster.h
//
// Every place is taken once, whatever the grid: the numbers are a permutation of those launched. Places of a plane have
// to be counted in 32 bits; a grid with more than kMostAlongX blocks along x keeps its order.
//
// It pays where a multiprocessor's operands come from L2: as launched, blocks that run at one time have all rows of A
// and few columns of B. With the numbers of an H200, two CTAs of 128x128 accumulators on each of 132 multiprocessors
// and 64 blocks along x: 64 tiles of A and 4 of B, in groups 8 and 33.
#include "compiler/Transforms/Tile/Blocks/BlockRaster.h"
#include "compiler/Transforms/Tile/Passes.h"
#include "dialects/Tile/Analysis/BlockIndependence.h"
#include "dialects/Tile/IR/Remarks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace tilec::tile {
#define GEN_PASS_DEF_GROUPBLOCKS
#include "compiler/Transforms/Tile/Passes.h.inc"
} // namespace tilec::tile

using namespace mlir;
using namespace tilec::tile;

namespace {

/// The most blocks along x and y: with these, indices within a plane fit 32 bits.
constexpr int64_t kMostAlongX = 65536, kMostAlongY = 65535;

/// One that a loop repeats and whose operands belong to a row and to a column of blocks; null if there is none.
MmaOp findOuterMma(func::FuncOp kernel) {
  MmaOp found;
  kernel.walk([&](MmaOp mma) {
    if (!mma->getParentOfType<LoopLikeOpInterface>() || !isOuterMma(mma))
      return WalkResult::advance();
    found = mma;
    return WalkResult::interrupt();
  });
  return found;
}

Value assumeBelow(ImplicitLocOpBuilder &builder, Value value, int64_t end) {
  return AssumeOp::create(builder, value.getType(), value, BoundedAttr::get(builder.getContext(), 0, end - 1));
}

struct BlockNumbers {
  Value x, y;
};

BlockNumbers createNumbers(ImplicitLocOpBuilder &builder) {
  Type i32 = builder.getI32Type();
  Value gx = NumBlocksOp::create(builder, i32, Dimension::X), gy = NumBlocksOp::create(builder, i32, Dimension::Y);
  Value x = BlockIdOp::create(builder, i32, Dimension::X), y = BlockIdOp::create(builder, i32, Dimension::Y);
  Value place = arith::AddIOp::create(builder, arith::MulIOp::create(builder, y, gx), x);
  auto [groupedX, groupedY] = blockInGroups(builder, place, gx, gy);
  Value most = arith::ConstantOp::create(builder, builder.getI32IntegerAttr(kMostAlongX));
  Value fits = arith::CmpIOp::create(builder, arith::CmpIPredicate::ule, gx, most);
  Value newX = arith::SelectOp::create(builder, fits, groupedX, x);
  Value newY = arith::SelectOp::create(builder, fits, groupedY, y);
  return {assumeBelow(builder, newX, int64_t(1) << 31), assumeBelow(builder, newY, kMostAlongY)};
}

void changePlaces(func::FuncOp kernel) {
  SmallVector<BlockIdOp> ids;
  kernel.walk([&](BlockIdOp id) { ids.push_back(id); });
  ImplicitLocOpBuilder builder(kernel.getLoc(), OpBuilder::atBlockBegin(&kernel.getBody().front()));
  BlockNumbers numbers = createNumbers(builder);
  for (BlockIdOp id : ids) {
    if (id.getDimension() == Dimension::Z)
      continue;
    id.replaceAllUsesWith(id.getDimension() == Dimension::X ? numbers.x : numbers.y);
    id.erase();
  }
}

/// Whether the kernel is the last of several variants, for all other arguments. It accesses single elements. Lanes that
/// also computed their block's numbers would hold addresses and masks of each, and spill more.
bool isFallback(func::FuncOp kernel) {
  auto variant = kernel->getAttrOfType<VariantAttr>(kVariantAttr);
  return variant && variant.getKernel().getValue() == kernel.getName();
}

struct GroupBlocks : tilec::tile::impl::GroupBlocksBase<GroupBlocks> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!kernel->hasAttr("tile.kernel") || kernel.isExternal() || kernel->hasAttr(kPersistentAttr) ||
        kernel->hasAttr(kFewBlocksAttr) || isFallback(kernel))
      return;
    MmaOp mma = findOuterMma(kernel);
    if (!mma)
      return;
    bool reports = remarks && isPreferredVariant(kernel);
    if (std::optional<BlockObstacle> obstacle = findBlockObstacle(kernel)) {
      if (reports)
        Remark(obstacle->op, "BlocksNotGrouped") << "blocks run in the order of their numbers: " << obstacle->reason;
      return;
    }
    changePlaces(kernel);
    if (reports)
      Remark(kernel, "GroupedBlocks").with("blocks", BlockRaster::kGroup)
          << "blocks run in groups of " << BlockRaster::kGroup << " along x";
  }
};

} // namespace
