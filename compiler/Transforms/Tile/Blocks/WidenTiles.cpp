// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/Tile/Blocks/WidenTiles.h"
#include "dialects/Tile/Analysis/BlockIndependence.h"
#include "dialects/Tile/Analysis/DimensionClasses.h"
#include "dialects/Tile/IR/BlockParts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tilec::tile;

namespace {

class WideningSearch {
public:
  WideningSearch(func::FuncOp kernel, Dimension along, int64_t factor) : kernel(kernel), along(along) {
    result.along = along;
    result.factor = factor;
  }

  Widening run() {
    if (std::optional<BlockObstacle> obstacle = findBlockObstacle(kernel))
      decline(obstacle->op, obstacle->reason);
    kernel.walk([&](Operation *op) {
      if (auto id = dyn_cast<BlockIdOp>(op); id && id.getDimension() == along)
        followNumber(id);
      if (auto store = dyn_cast<StoreViewOp>(op); store && !dependOnNumber(store.getIndices()))
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

  bool dependOnNumber(ValueRange values) const {
    return llvm::any_of(values, [&](Value value) { return blockDimensionsOf(value) & (1u << unsigned(along)); });
  }

  /// What is said of a number holds of a smaller one that is not negative, too.
  static bool isSameNumber(Operation *op) {
    if (auto assume = dyn_cast<AssumeOp>(op)) {
      auto bounded = dyn_cast<BoundedAttr>(assume.getFact());
      return bounded && bounded.getLower().value_or(0) <= 0;
    }
    // Of a truncated number the rest is lost, which tells blocks apart.
    constexpr unsigned kBitsOfNumber = 32;
    if (auto truncation = dyn_cast<arith::TruncIOp>(op))
      return truncation.getType().getIntOrFloatBitWidth() >= kBitsOfNumber;
    return isa<arith::ExtUIOp, arith::ExtSIOp, arith::IndexCastOp, arith::IndexCastUIOp>(op);
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
  Dimension along;
  Widening result;
  DenseSet<std::pair<Operation *, unsigned>> numbered; ///< accesses by the block's number, and along what
  DenseSet<std::pair<Value, unsigned>> rows;           ///< of the tiles that they move
};

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

/// What the source counts are its own blocks.
void keepCounts(func::FuncOp kernel, const Widening &widening) {
  SmallVector<NumBlocksOp> counts;
  kernel.walk([&](NumBlocksOp count) {
    if (count.getDimension() == widening.along)
      counts.push_back(count);
  });
  for (NumBlocksOp count : counts) {
    OpBuilder builder(count->getContext());
    builder.setInsertionPointAfter(count);
    Value each =
        arith::ConstantOp::create(builder, count.getLoc(), builder.getI32IntegerAttr(int32_t(widening.factor)));
    auto all = arith::MulIOp::create(builder, count.getLoc(), count.getResult(), each);
    count.getResult().replaceAllUsesExcept(all, all);
  }
}

} // namespace

Widening tilec::tile::findWidening(func::FuncOp kernel, Dimension along, int64_t factor) {
  return WideningSearch(kernel, along, factor).run();
}

void tilec::tile::widenTiles(func::FuncOp kernel, const Widening &widening) {
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
  std::array<uint32_t, 3> joined = joinedBlocksOf(kernel);
  joined[size_t(widening.along)] *= uint32_t(widening.factor);
  setJoinedBlocks(kernel, joined);
  keepCounts(kernel, widening);
}
