// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-split-over-ctas: the hint num_cta_in_cga = C divides the work of each tile block among the C CTAs of a cluster
// (see Passes.td).
//
// Each CTA runs the kernel on its part of the tiles: of every dimension of a class (Analysis/DimensionClasses) that is
// divided it has 1/C, part number `cta_rank` (DivideTiles.h). Later passes have to know of the cluster only where
// memory is ordered between CTAs and where they gather.
//
// Which dimensions: those that take most elements off a CTA, among equals those that need no gathering; then further
// classes as long as no tile is divided twice. The last variant of a kernel stays as it is: it is launched with the
// user's own grid.
//
// Now that tiles are those of a CTA, long rows and what is kept beside them are loaded in quarters (RowQuarters.h).
#include "compiler/Transforms/Tile/Blocks/DivideTiles.h"
#include "compiler/Transforms/Tile/Blocks/RowQuarters.h"
#include "compiler/Transforms/Tile/Passes.h"
#include "compiler/Transforms/Tile/Variants/AddVariant.h"
#include "dialects/Tile/Analysis/DimensionClasses.h"
#include "dialects/Tile/IR/KernelHints.h"
#include "dialects/Tile/IR/Remarks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tilec::tile {
#define GEN_PASS_DEF_SPLITOVERCTAS
#include "compiler/Transforms/Tile/Passes.h.inc"
} // namespace tilec::tile

using namespace mlir;
using namespace tilec::tile;

namespace {

/// Dimensions to divide, or why nothing is.
struct Split {
  std::string reason;         ///< of declining; empty if the kernel is split
  Operation *place = nullptr; ///< that the reason is about
  DividedTiles dimensions;
  size_t gathers = 0;
};

//===- Choosing --------------------------------------------------------------------------------------------------===//

/// What cannot be shared by CTAs, whatever is divided.
std::pair<Operation *, std::string> findObstacle(func::FuncOp kernel) {
  std::pair<Operation *, std::string> found{nullptr, ""};
  kernel.walk([&](Operation *op) {
    std::string reason = TypeSwitch<Operation *, std::string>(op)
                             .Case([](AllocaOp) { return "an object in the block's own memory"; })
                             .Case<MmaOp, ScaledMmaOp>([](auto) { return "an MMA"; })
                             .Case([](NextBlockOp) { return "blocks that are drawn from a counter"; })
                             .Default([](Operation *) { return ""; });
    if (reason.empty() || found.first)
      return;
    found = {op, reason};
  });
  return found;
}

/// Elements that division takes off a CTA.
double gainOf(const DimensionClass &dimensions) {
  double elements = 0;
  for (const TileDimension &member : dimensions.members)
    elements += double(elementCount(member.tile.getType()));
  return elements;
}

/// The largest tile that a kernel divided by no class at all has, for the remark.
const DimensionClass *largestOf(ArrayRef<DimensionClass> classes) {
  const DimensionClass *largest = nullptr;
  for (const DimensionClass &all : classes)
    if (!largest || gainOf(all) > gainOf(*largest))
      largest = &all;
  return largest;
}

Split chooseSplit(func::FuncOp kernel, int64_t parts) {
  Split split;
  split.place = kernel;
  if (auto [op, reason] = findObstacle(kernel); op) {
    split.reason = reason;
    split.place = op;
    return split;
  }
  std::vector<DimensionClass> classes = DimensionClasses(kernel, parts).find();
  SmallVector<const DimensionClass *> order;
  for (const DimensionClass &all : classes)
    if (!all.obstacle)
      order.push_back(&all);
  llvm::sort(order, [](const DimensionClass *a, const DimensionClass *b) {
    return std::tuple(-gainOf(*a), a->reductions.size(), a) < std::tuple(-gainOf(*b), b->reductions.size(), b);
  });
  for (const DimensionClass *all : order) {
    bool isTaken =
        llvm::any_of(all->members, [&](const TileDimension &m) { return split.dimensions.contains(m.tile); });
    if (isTaken)
      continue;
    for (const TileDimension &member : all->members)
      split.dimensions.insert({member.tile, member.dimension});
    split.gathers += all->reductions.size();
  }
  if (!split.dimensions.empty())
    return split;
  const DimensionClass *largest = largestOf(classes);
  split.reason = largest ? largest->reason : "no tile of more than one element";
  split.place = largest ? largest->obstacle : kernel;
  return split;
}

//===- Rewriting -------------------------------------------------------------------------------------------------===//

/// Each CTA's part is its number in the cluster.
void splitOverCtas(func::FuncOp kernel, const Split &split, int64_t parts) {
  SmallVector<Operation *> ops;
  kernel.walk([&](Operation *op) { ops.push_back(op); });
  ImplicitLocOpBuilder builder(kernel.getLoc(), OpBuilder::atBlockBegin(&kernel.getBody().front()));
  kernel->setAttr(kNumCtasAttr, builder.getI32IntegerAttr(int32_t(parts)));
  Value rank = CtaRankOp::create(builder, builder.getI32Type());
  Value zero = arith::ConstantOp::create(builder, builder.getI32IntegerAttr(0));
  Value isFirst = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, rank, zero);
  divideTiles(split.dimensions, parts, rank, isFirst, ops);
}

//===- The pass --------------------------------------------------------------------------------------------------===//

struct SplitOverCtas : tilec::tile::impl::SplitOverCtasBase<SplitOverCtas> {
  using Base::Base;

  void runOnOperation() override {
    for (auto kernel : llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
      if (kernel->hasAttr("tile.kernel") && !kernel.isExternal() && hintedCtas(kernel) > 1)
        splitOne(kernel);
  }

private:
  void splitOne(func::FuncOp kernel) {
    int64_t parts = hintedCtas(kernel);
    auto variant = kernel->getAttrOfType<VariantAttr>(kVariantAttr);
    bool isLast = !variant || variant.getKernel().getValue() == kernel.getName();
    // The last of several stays; a kernel without variants gets one.
    if (isLast && variant)
      return;
    Split split = maxVariants > 1 ? chooseSplit(kernel, parts) : Split{"variants are off", kernel, {}, 0};
    if (remarks && isPreferredVariant(kernel))
      report(kernel, split, parts);
    if (!split.reason.empty())
      return;
    if (isLast) {
      kernel = addPreferredVariant(kernel);
      split = chooseSplit(kernel, parts);
    }
    splitOverCtas(kernel, split, parts);
    loadInQuarters(kernel);
  }

  void report(func::FuncOp kernel, const Split &split, int64_t parts) {
    bool isMma = isa<MmaOp, ScaledMmaOp>(split.place);
    if (isMma && multicast)
      return;
    if (!split.reason.empty()) {
      Remark remark(split.place, "NoCluster");
      remark.with("ctas", parts) << "num_cta_in_cga = " << parts
                                 << " has no effect: the work of a tile block is not divided, because of "
                                 << split.reason;
      if (isMma)
        remark << "; CTAs with blocks of their own load for each other only where they stay and a producer warp brings "
                  "what warpgroups multiply (wgmma)";
      return;
    }
    auto largest = llvm::max_element(split.dimensions, [](const auto &a, const auto &b) {
      return elementCount(a.first.getType()) < elementCount(b.first.getType());
    });
    int64_t extent = shapeOf(largest->first.getType())[largest->second];
    Remark remark(kernel, "ClusterOfParts");
    remark.with("ctas", parts) << "num_cta_in_cga = " << parts << ": each CTA of a cluster has " << extent / parts
                               << " of " << extent << " elements along dimension " << largest->second;
    if (split.gathers)
      remark << "; " << split.gathers << (split.gathers == 1 ? " reduction goes" : " reductions go")
             << " through distributed shared memory";
  }
};

} // namespace
