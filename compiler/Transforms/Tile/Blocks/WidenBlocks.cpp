// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-widen-blocks: a CTA takes several blocks along x at once, where they load the same (see Passes.td).
//
//     %x = tile.block_id x                                          %x = tile.block_id x         // of four blocks
//     scf.for %t = ... iter_args(%sums: tensor<4x1024xf32>)         scf.for ... iter_args(%sums: tensor<16x1024xf32>)
//       %m = tile.load_view %matrix[%x, %t]                    =>     %m = tile.load_view %wide[%x, %t]
//           : tensor<4x1024xi8>                                           : tensor<16x1024xi8>
//       %v = tile.load_view %vector[%zero, %t]                        %v = tile.load_view %vector[%zero, %t]
//           : tensor<1x1024xf32>                                          : tensor<1x1024xf32>
//
// The vector comes from L2 once for each block, as many bytes as the matrix from memory; then once for four. Blocks
// that are beside each other in a view are one tile of it, so only types change: number x of the wide grid is number x
// of the view of wide tiles.
//
// Steps, for the first form of each kernel: is there a loop that loads much which is the same for all blocks along x?
// Is it possible (WidenTiles.h)? Then a copy with wide tiles goes before all forms, for grids of many blocks, a
// multiple of how many a CTA takes. Of MMAs: tile-widen-mmas.
#include "compiler/Transforms/Tile/Blocks/WidenTiles.h"
#include "compiler/Transforms/Tile/Passes.h"
#include "compiler/Transforms/Tile/Variants/VariantNames.h"
#include "dialects/Tile/Analysis/BlockIndependence.h"
#include "dialects/Tile/IR/KernelHints.h"
#include "dialects/Tile/IR/Remarks.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tilec::tile {
#define GEN_PASS_DEF_WIDENBLOCKS
#include "compiler/Transforms/Tile/Passes.h.inc"
} // namespace tilec::tile

using namespace mlir;
using namespace tilec::tile;

namespace {

/// Where what is the same for all blocks is half of what is not or less, L2 brings it in time (docs/Experiments.md,
/// "Constants of the model").
constexpr int64_t kHarmlessPart = 2;
/// Else so many blocks that it is this part.
constexpr int64_t kWantedPart = 4;
/// More a CTA's lanes have no registers for.
constexpr int64_t kMostElements = 16384;
constexpr int64_t kMostBlocksOfCta = 8;
/// Wide blocks of a multiprocessor, at least: with fewer the last ones run alone for too long.
constexpr int64_t kLeastTurns = 8;

//===- Is there anything to gain? --------------------------------------------------------------------------------===//

bool dependsOnX(Value value) {
  return blockDimensionsOf(value) & (1u << unsigned(Dimension::X));
}

int64_t bytesOf(Value tile) {
  return elementCount(tile.getType()) * storageBytes(getElementTypeOrSelf(tile.getType()));
}

/// What an iteration loads.
struct LoopLoads {
  int64_t own = 0;    ///< bytes of places that depend on the block
  int64_t common = 0; ///< of other places, which depend on the iteration
};

LoopLoads findLoads(scf::ForOp loop) {
  LoopLoads loads;
  for (auto load : loop.getOps<LoadViewOp>()) {
    bool isAgain = llvm::all_of(load.getIndices(), [&](Value v) { return loop.isDefinedOutsideOfLoop(v); });
    if (llvm::any_of(load->getOperands(), dependsOnX))
      loads.own += bytesOf(load);
    else if (!isAgain) // else it stays in L1
      loads.common += bytesOf(load);
  }
  return loads;
}

/// Blocks that a CTA should take; 1 where one has little in common with the next.
int64_t findFactor(func::FuncOp kernel) {
  int64_t factor = 1, largest = 1;
  bool isOther = false;
  kernel.walk([&](Operation *op) {
    isOther |= isa<MmaOp, ScaledMmaOp, ScanOp>(op);
    for (Value result : op->getResults())
      if (isa<RankedTensorType>(result.getType()))
        largest = std::max(largest, elementCount(result.getType()));
    auto loop = dyn_cast<scf::ForOp>(op);
    LoopLoads loads = loop ? findLoads(loop) : LoopLoads();
    if (loads.common * kHarmlessPart <= loads.own)
      return;
    while (loads.own > 0 && loads.common * kWantedPart > loads.own * factor && factor < kMostBlocksOfCta)
      factor *= 2;
  });
  while (factor * largest > kMostElements && factor > 1)
    factor /= 2;
  return isOther ? 1 : factor;
}

//===- The pass --------------------------------------------------------------------------------------------------===//

bool isOfCluster(func::FuncOp kernel) {
  return hintedCtas(kernel) > 1;
}

struct WidenBlocks : tilec::tile::impl::WidenBlocksBase<WidenBlocks> {
  using Base::Base;

  void runOnOperation() override {
    for (auto kernel : llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>())) {
      auto variant = kernel->getAttrOfType<VariantAttr>(kVariantAttr);
      bool isFirst = variant && variant.getNumber() == 0 && variant.getKernel().getValue() != kernel.getName();
      if (isFirst && !kernel.isExternal() && !kernel->hasAttr(kPersistentAttr) && !isOfCluster(kernel))
        widenOne(kernel);
    }
  }

private:
  void widenOne(func::FuncOp kernel) {
    int64_t factor = findFactor(kernel);
    if (factor == 1)
      return;
    Widening widening = findWidening(kernel, Dimension::X, factor);
    if (remarks)
      report(kernel, widening);
    if (!widening.reason.empty())
      return;
    func::FuncOp copy = addForm(kernel, factor);
    widenTiles(copy, findWidening(copy, Dimension::X, factor));
  }

  /// A copy of the first form, before it.
  func::FuncOp addForm(func::FuncOp first, int64_t factor) const {
    auto variant = first->getAttrOfType<VariantAttr>(kVariantAttr);
    OpBuilder builder(first);
    auto copy = cast<func::FuncOp>(builder.clone(*first));
    copy.setName(wideBlocksName(variant.getKernel().getValue()));
    SmallVector<FactAttr> facts(variant.getFacts());
    facts.push_back(
        FactAttr::get(copy.getContext(), FactKind::MultipleOf, std::nullopt, Dimension::X, /*step=*/1, factor));
    copy->setAttr(kVariantAttr, VariantAttr::get(copy.getContext(), variant.getKernel(), -1, facts));
    copy->setAttr(kManyBlocksAttr, builder.getI64IntegerAttr(leastBlocks(factor)));
    return copy;
  }

  int64_t leastBlocks(int64_t factor) const {
    return factor * multiprocessors * kLeastTurns;
  }

  void report(func::FuncOp kernel, const Widening &widening) const {
    if (!widening.reason.empty()) {
      Remark(widening.place, "BlocksNotWidened")
          << "each CTA takes one block, though blocks along x load the same: there is " << widening.reason;
      return;
    }
    Remark(kernel, "WideBlocks").with("blocks", widening.factor).with("leastGrid", leastBlocks(widening.factor))
        << "a CTA takes " << widening.factor << " blocks along x, which load the same once, in grids of at least "
        << leastBlocks(widening.factor) << " blocks, a multiple of " << widening.factor << " along x";
  }
};

} // namespace
