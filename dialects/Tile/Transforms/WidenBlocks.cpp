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
// Is the block's number nothing but an index of views, of tiles with several rows, and is each of these rows computed
// alone (Analysis/DimensionClasses)? Then a copy with wide tiles goes before all forms, for grids of many blocks, a
// multiple of how many a CTA takes.
#include "dialects/Tile/Analysis/BlockIndependence.h"
#include "dialects/Tile/Analysis/DimensionClasses.h"
#include "dialects/Tile/IR/KernelHints.h"
#include "dialects/Tile/Transforms/Passes.h"
#include "dialects/Tile/Transforms/VariantNames.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tilec::tile {
#define GEN_PASS_DEF_WIDENBLOCKS
#include "dialects/Tile/Transforms/Passes.h.inc"
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

/// Dimensions that become `factor` times as long, or why none do.
struct Widening {
  std::string reason;         ///< of declining; empty if the kernel is widened
  Operation *place = nullptr; ///< that the reason is about
  int64_t factor = 1;
  llvm::MapVector<Value, unsigned> dimensions;
};

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

//===- Is it possible? -------------------------------------------------------------------------------------------===//

class WideningSearch {
public:
  explicit WideningSearch(func::FuncOp kernel, int64_t factor) : kernel(kernel) {
    result.factor = factor;
  }

  Widening run() {
    if (std::optional<BlockObstacle> obstacle = findBlockObstacle(kernel))
      decline(obstacle->op, obstacle->reason);
    kernel.walk([&](Operation *op) {
      if (auto id = dyn_cast<BlockIdOp>(op); id && id.getDimension() == Dimension::X)
        followNumber(id);
      if (auto store = dyn_cast<StoreViewOp>(op); store && !dependsOnX(indicesOf(store)))
        decline(op, "all blocks store to one place");
      else if (!isa<LoadOp, LoadViewOp, StoreViewOp>(op) && op->getNumRegions() == 0 && !isMemoryEffectFree(op))
        decline(op, ("an operation " + op->getName().getStringRef()).str());
    });
    if (result.reason.empty())
      widenClasses();
    return std::move(result);
  }

private:
  void decline(Operation *op, const std::string &reason) {
    if (result.reason.empty())
      std::tie(result.place, result.reason) = std::pair(op, reason);
  }

  static bool dependsOnX(ValueRange values) {
    return llvm::any_of(values, [](Value value) { return ::dependsOnX(value); });
  }
  static ValueRange indicesOf(StoreViewOp store) {
    return store.getIndices();
  }

  /// What is said of a number holds of a smaller one that is not negative, too.
  static bool isSameNumber(Operation *op) {
    if (auto assume = dyn_cast<AssumeOp>(op)) {
      auto bounded = dyn_cast<BoundedAttr>(assume.getFact());
      return bounded && bounded.getLower().value_or(0) <= 0;
    }
    return isa<arith::ExtUIOp, arith::ExtSIOp, arith::TruncIOp, arith::IndexCastOp, arith::IndexCastUIOp>(op);
  }

  /// The block's number may be nothing but an index of views.
  void followNumber(Value number) {
    for (OpOperand &use : number.getUses()) {
      Operation *user = use.getOwner();
      if (isSameNumber(user))
        followNumber(user->getResult(0));
      else if (auto load = dyn_cast<LoadViewOp>(user))
        addAccess(load, load.getResult(), use);
      else if (auto store = dyn_cast<StoreViewOp>(user))
        addAccess(store, store.getValue(), use);
      else
        decline(user, "a number that is computed from the block's");
    }
  }

  template <typename Access> void addAccess(Access access, Value tile, OpOperand &use) {
    unsigned dimension = use.getOperandNumber() - access.getIndices().getBeginOperandIndex();
    if (dimension >= access.getIndices().size() || !isa<PartitionViewType>(access.getView().getType()) ||
        !access.getView().template getDefiningOp<MakeViewOp>())
      return decline(access, "a view whose tiles are not beside each other");
    if (shapeOf(tile.getType())[dimension] == 1)
      return decline(access, "a tile with one row for each block");
    numbered.insert({access, dimension});
    rows.insert({tile, dimension});
  }

  void widenClasses() {
    for (const DimensionClass &all : DimensionClasses(kernel, /*parts=*/1).find()) {
      bool isOfBlocks =
          llvm::any_of(all.members, [&](const TileDimension &m) { return rows.contains({m.tile, m.dimension}); });
      if (!isOfBlocks)
        continue;
      if (all.obstacle)
        decline(all.obstacle, all.reason);
      if (!all.reductions.empty())
        decline(all.reductions.front(), "a reduction of a block's rows");
      for (const TileDimension &member : all.members)
        widen(member);
    }
  }

  void widen(const TileDimension &member) {
    auto [place, isNew] = result.dimensions.insert({member.tile, member.dimension});
    Operation *maker = member.tile.getDefiningOp();
    if (!isNew)
      decline(maker ? maker : kernel.getOperation(), "two dimensions of one tile that depend on the block");
    if (isa_and_nonnull<IotaOp, AssumeOp>(maker))
      decline(maker, "what is known of a block's rows");
    auto isOther = [&](Operation *access) { return !numbered.contains({access, member.dimension}); };
    if (maker && isa<LoadViewOp>(maker) && isOther(maker))
      decline(maker, "rows that are the same for all blocks");
    for (Operation *user : member.tile.getUsers())
      if (auto store = dyn_cast<StoreViewOp>(user); store && store.getValue() == member.tile && isOther(store))
        decline(store, "rows that are the same for all blocks");
  }

  func::FuncOp kernel;
  Widening result;
  DenseSet<std::pair<Operation *, unsigned>> numbered; ///< accesses by the block's number, and along what
  DenseSet<std::pair<Value, unsigned>> rows;           ///< of the tiles that they move
};

//===- Rewriting -------------------------------------------------------------------------------------------------===//

RankedTensorType widened(Type type, unsigned dimension, int64_t factor) {
  auto tile = cast<RankedTensorType>(type);
  SmallVector<int64_t> shape(tile.getShape());
  shape[dimension] *= factor;
  return RankedTensorType::get(shape, tile.getElementType());
}

void useWideView(OpBuilder &builder, Operation *access, OpOperand &view, unsigned dimension, int64_t factor) {
  auto narrow = view.get().getDefiningOp<MakeViewOp>();
  auto type = cast<PartitionViewType>(narrow.getType());
  SmallVector<int64_t> shape(type.getTileShape());
  shape[dimension] *= factor;
  builder.setInsertionPoint(access);
  auto wide = PartitionViewType::get(type.getContext(), shape, type.getTensorView(), type.getPadding());
  view.assign(MakeViewOp::create(builder, access->getLoc(), wide, narrow.getSource()));
}

void rewrite(func::FuncOp kernel, const Widening &widening) {
  OpBuilder builder(kernel);
  auto dimensionOf = [&](Value tile) { return widening.dimensions.find(tile); };
  SmallVector<Operation *> accesses;
  kernel.walk([&](Operation *op) {
    if (isa<LoadViewOp, StoreViewOp>(op))
      accesses.push_back(op);
  });
  for (Operation *op : accesses) {
    Value tile = isa<LoadViewOp>(op) ? op->getResult(0) : cast<StoreViewOp>(op).getValue();
    auto found = dimensionOf(tile);
    if (found == widening.dimensions.end())
      continue;
    OpOperand &view =
        isa<LoadViewOp>(op) ? cast<LoadViewOp>(op).getViewMutable() : cast<StoreViewOp>(op).getViewMutable();
    useWideView(builder, op, view, found->second, widening.factor);
  }
  for (auto [tile, dimension] : widening.dimensions) {
    tile.setType(widened(tile.getType(), dimension, widening.factor));
    if (auto constant = tile.getDefiningOp<arith::ConstantOp>())
      constant.setValueAttr(cast<DenseElementsAttr>(constant.getValue()).resizeSplat(cast<ShapedType>(tile.getType())));
  }
  kernel->setAttr(kBlocksOfCtaAttr, builder.getI32IntegerAttr(int32_t(widening.factor)));
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
    Widening widening = WideningSearch(kernel, factor).run();
    if (remarks)
      report(kernel, widening);
    if (!widening.reason.empty())
      return;
    func::FuncOp copy = addForm(kernel, factor);
    rewrite(copy, WideningSearch(copy, factor).run());
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
      widening.place->emitRemark() << "each CTA takes one block, though blocks along x load the same: there is "
                                   << widening.reason;
      return;
    }
    kernel.emitRemark() << "a CTA takes " << widening.factor
                        << " blocks along x, which load the same once, in grids of at least "
                        << leastBlocks(widening.factor) << " blocks, a multiple of " << widening.factor << " along x";
  }
};

} // namespace
