// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/Tile/Blocks/DivideTiles.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "dialects/Tile/IR/TileStarts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tilec::tile;

namespace {

class TileDivider {
public:
  TileDivider(DividedTiles tiles, int64_t parts, Value part, Value isFirst)
      : tiles(std::move(tiles)), parts(parts), part(part), isFirst(isFirst), builder(part.getLoc(), part.getContext()) {
  }

  void run(ArrayRef<Operation *> ops) {
    for (auto [tile, dimension] : tiles)
      tile.setType(partOf(tile.getType(), dimension));
    for (Operation *op : ops) {
      builder.setLoc(op->getLoc());
      adapt(op);
    }
  }

private:
  RankedTensorType partOf(Type type, unsigned dimension) const {
    auto tile = cast<RankedTensorType>(type);
    SmallVector<int64_t> shape(tile.getShape());
    shape[dimension] /= parts;
    return RankedTensorType::get(shape, tile.getElementType());
  }
  std::optional<unsigned> divided(Value tile) const {
    auto found = tiles.find(tile);
    return found == tiles.end() ? std::nullopt : std::optional(found->second);
  }
  bool isDivided(Operation *op) const {
    auto is = [&](Value value) { return divided(value).has_value(); };
    return llvm::any_of(op->getOperands(), is) || llvm::any_of(op->getResults(), is);
  }

  void adapt(Operation *op) {
    bool hasEffects = isa<StoreOp, StoreViewOp, AtomicLoadOp, AtomicStoreOp, AtomicRmwOp, AtomicCasOp, AtomicLoadViewOp,
                          AtomicStoreViewOp, AtomicReduceViewOp, PrintOp, AssertOp>(op);
    widenScope(op);
    if (hasEffects && !isDivided(op))
      return leaveToFirst(op);
    TypeSwitch<Operation *>(op)
        .Case([&](arith::ConstantOp constant) { adaptConstant(constant); })
        .Case([&](IotaOp iota) { adaptIota(iota); })
        .Case([&](AssumeOp assume) { adaptAssumption(assume); })
        .Case([&](ReduceOp reduce) { adaptReduction(reduce); })
        .Case<LoadViewOp, AtomicLoadViewOp>([&](auto load) { adaptView(load, load.getResult()); })
        .Case<StoreViewOp, AtomicStoreViewOp, AtomicReduceViewOp>(
            [&](auto store) { adaptView(store, store.getValue()); });
  }

  /// What is atomic inside a block has to be so between its CTAs.
  static void widenScope(Operation *op) {
    TypeSwitch<Operation *>(op)
        .Case<AtomicLoadOp, AtomicStoreOp, AtomicRmwOp, AtomicCasOp, AtomicLoadViewOp, AtomicStoreViewOp,
              AtomicReduceViewOp>([](auto atomic) {
          if (atomic.getScope() == MemoryScope::Block)
            atomic.setScope(MemoryScope::Device);
        });
  }

  void adaptConstant(arith::ConstantOp constant) {
    auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
    if (elements && divided(constant))
      constant.setValueAttr(elements.resizeSplat(cast<ShapedType>(constant.getType())));
  }

  void adaptIota(IotaOp iota) {
    if (!divided(iota))
      return;
    builder.setInsertionPointAfter(iota);
    auto type = cast<RankedTensorType>(iota.getType());
    Value first = times(part, type.getNumElements(), type.getElementType());
    auto sum = arith::AddIOp::create(builder, iota, SplatOp::create(builder, type, first));
    iota.getResult().replaceAllUsesExcept(sum, sum);
    tiles[sum] = 0; // what has no operand but this is divided as well
  }

  /// `value` (i32, not negative) times a constant, as a number of another type.
  Value times(Value value, int64_t factor, Type type) {
    if (type.getIntOrFloatBitWidth() > 32)
      value = arith::ExtUIOp::create(builder, type, value);
    else if (type.getIntOrFloatBitWidth() < 32)
      value = arith::TruncIOp::create(builder, type, value);
    Value constant = arith::ConstantOp::create(builder, builder.getIntegerAttr(type, factor));
    return arith::MulIOp::create(builder, value, constant);
  }

  /// What holds for every so many elements of the whole need not hold for a part.
  void adaptAssumption(AssumeOp assume) {
    auto divisible = dyn_cast<DivisibleAttr>(assume.getFact());
    bool isLocal = isa<SameElementsAttr>(assume.getFact()) || (divisible && divisible.getEvery());
    if (!isLocal || !divided(assume))
      return;
    assume.getResult().replaceAllUsesWith(assume.getSource());
    tiles.erase(assume.getResult()); // another op may come to lie there
    assume.erase();
  }

  /// The index of a smaller tile, in a view of such tiles.
  template <typename Access> void adaptView(Access access, Value tile) {
    std::optional<unsigned> d = divided(tile);
    if (!d)
      return;
    auto makeView = access.getView().template getDefiningOp<MakeViewOp>();
    builder.setInsertionPoint(access);
    ViewType view = smallerView(cast<ViewType>(makeView.getType()), *d);
    access.getViewMutable().assign(MakeViewOp::create(builder, view, makeView.getSource()));
    auto gather = dyn_cast<GatherScatterViewType>(view);
    if (gather && gather.getDimension() == int64_t(*d))
      return;
    int64_t partsOfStep = cast<ViewType>(makeView.getType()).getSteps()[*d] / view.getTileShape()[*d];
    Value index = startOfTile(builder, builder.getLoc(), access.getIndices()[*d], partsOfStep);
    Value ofPart = arith::ExtUIOp::create(builder, builder.getI64Type(), part);
    index = arith::AddIOp::create(builder, index, ofPart);
    access.getIndicesMutable().slice(*d, 1).assign(index);
  }

  ViewType smallerView(ViewType view, unsigned dimension) const {
    SmallVector<int64_t> shape(view.getTileShape());
    shape[dimension] /= parts;
    MLIRContext *context = view.getContext();
    return TypeSwitch<Type, ViewType>(view)
        .Case([&](PartitionViewType type) {
          return PartitionViewType::get(context, shape, type.getTensorView(), type.getPadding());
        })
        .Case([&](StridedViewType type) {
          SmallVector<int64_t> steps(type.getTileSteps());
          steps[dimension] = shape[dimension];
          return StridedViewType::get(context, shape, steps, type.getTensorView(), type.getPadding());
        })
        .Case([&](GatherScatterViewType type) {
          return GatherScatterViewType::get(context, shape, type.getDimension(), type.getTensorView(),
                                            type.getPadding());
        });
  }

  void adaptReduction(ReduceOp reduce) {
    if (divided(reduce.getSources().front()) != std::optional<unsigned>(reduce.getAxis()))
      return;
    builder.setInsertionPointAfter(reduce);
    SmallVector<Value> all = gather(reduce.getResults());
    SmallVector<Type> types;
    for (Value tile : all)
      types.push_back(withExtentOne(cast<RankedTensorType>(tile.getType())));
    auto whole = ReduceOp::create(builder, types, all, /*axis=*/0);
    IRMapping mapping;
    reduce.getCombiner().cloneInto(&whole.getCombiner(), mapping);
    for (auto [own, sum] : llvm::zip(reduce.getResults(), whole.getResults())) {
      Value result = ReshapeOp::create(builder, own.getType(), sum);
      own.replaceAllUsesExcept(result, all.front().getDefiningOp());
    }
  }

  static RankedTensorType withExtentOne(RankedTensorType type) {
    SmallVector<int64_t> shape(type.getShape());
    shape.front() = 1;
    return RankedTensorType::get(shape, type.getElementType());
  }

  SmallVector<Value> gather(ValueRange values) {
    SmallVector<Type> types;
    for (Value tile : values) {
      SmallVector<int64_t> shape{parts};
      llvm::append_range(shape, shapeOf(tile.getType()));
      types.push_back(RankedTensorType::get(shape, getElementTypeOrSelf(tile.getType())));
    }
    return ClusterGatherOp::create(builder, types, values).getResults();
  }

  /// An effect that is to happen once. What it results in the others do not have.
  void leaveToFirst(Operation *op) {
    builder.setInsertionPoint(op);
    bool isUsed = op->getNumResults() && !op->use_empty();
    auto branch = scf::IfOp::create(builder, isUsed ? TypeRange(op->getResultTypes()) : TypeRange(), isFirst, isUsed);
    op->moveBefore(branch.thenBlock(), branch.thenBlock()->begin());
    if (!isUsed)
      return;
    builder.setInsertionPointAfter(op);
    scf::YieldOp::create(builder, op->getResults());
    builder.setInsertionPointToStart(branch.elseBlock());
    Value nothing = ub::PoisonOp::create(builder, op->getResult(0).getType());
    scf::YieldOp::create(builder, nothing);
    builder.setInsertionPointAfter(branch);
    Value result = fromFirst(branch.getResult(0));
    op->getResult(0).replaceUsesWithIf(result,
                                       [&](OpOperand &use) { return use.getOwner()->getBlock() != op->getBlock(); });
  }

  /// What the first CTA has, in all of them.
  Value fromFirst(Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    Value tile = value;
    if (!type)
      tile = SplatOp::create(builder, RankedTensorType::get({1}, value.getType()), value);
    auto tileType = cast<RankedTensorType>(tile.getType());
    Value all = gather(tile).front();
    Value zero = arith::ConstantOp::create(builder, builder.getI32IntegerAttr(0));
    SmallVector<Value> start(tileType.getRank() + 1, zero);
    Value first = ExtractOp::create(builder, withExtentOne(cast<RankedTensorType>(all.getType())), all, start);
    first = ReshapeOp::create(builder, tileType, first);
    return type ? first : ToScalarOp::create(builder, first).getResult();
  }

  DividedTiles tiles;
  int64_t parts;
  Value part, isFirst;
  ImplicitLocOpBuilder builder;
};

} // namespace

void tilec::tile::divideTiles(DividedTiles tiles, int64_t parts, Value part, Value isFirst, ArrayRef<Operation *> ops) {
  TileDivider(std::move(tiles), parts, part, isFirst).run(ops);
}
