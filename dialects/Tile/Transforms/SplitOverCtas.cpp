// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-split-over-ctas: the hint num_cta_in_cga = C divides the work of each tile block among the C CTAs of a cluster
// (see Passes.td).
//
// Each CTA runs the kernel on its part of the tiles: of every dimension of a class (Analysis/DimensionClasses) that is
// divided it has 1/C, part number `cta_rank`. What that changes is little, since everything else follows from the
// types:
//
//   loads, stores through views   index i of the view becomes index i * C + rank of one with smaller tiles
//   iota                          starts at rank times the part's extent
//   reductions along it           each CTA reduces its part, all CTAs gather the parts' results and reduce those
//   effects without such a tile   are the first CTA's; what they result in, all CTAs gather from it
//   atomics of block scope        get device scope: the block is several CTAs
//
// So whatever comes later (layouts, widths of accesses, barriers, warps) sees an ordinary kernel with smaller tiles,
// and has to know of the cluster only where memory is ordered between CTAs and where they gather.
//
// Which dimensions: those that take most elements off a CTA, among equals those that need no gathering; then further
// classes as long as no tile is divided twice. The last variant of a kernel stays as it is: it is launched with the
// user's own grid.
//
// Now that tiles are those of a CTA, long rows and what is kept beside them are loaded in quarters (RowQuarters.h).
#include "dialects/Tile/Analysis/DimensionClasses.h"
#include "dialects/Tile/IR/TileStarts.h"
#include "dialects/Tile/Transforms/AddVariant.h"
#include "dialects/Tile/Transforms/Passes.h"
#include "dialects/Tile/Transforms/RowQuarters.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include <map>

namespace tilec::tile {
#define GEN_PASS_DEF_SPLITOVERCTAS
#include "dialects/Tile/Transforms/Passes.h.inc"
} // namespace tilec::tile

using namespace mlir;
using namespace tilec::tile;

namespace {

/// Dimensions to divide, or why nothing is.
struct Split {
  std::string reason;         ///< of declining; empty if the kernel is split
  Operation *place = nullptr; ///< that the reason is about
  llvm::MapVector<Value, unsigned> dimensions;
  size_t gathers = 0;
};

//===- Choosing --------------------------------------------------------------------------------------------------===//

/// What cannot be shared by CTAs, whatever is divided.
std::pair<Operation *, std::string> findObstacle(func::FuncOp kernel) {
  std::pair<Operation *, std::string> found{nullptr, ""};
  kernel.walk([&](Operation *op) {
    std::string reason = TypeSwitch<Operation *, std::string>(op)
                             .Case([](AllocaOp) { return "an object in the block's own memory"; })
                             .Case<MmaOp, ScaledMmaOp>([](auto) { return "a product"; })
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

class Splitter {
public:
  Splitter(func::FuncOp kernel, const Split &split, int64_t parts)
      : kernel(kernel), dimensions(split.dimensions), parts(parts),
        builder(kernel.getLoc(), OpBuilder::atBlockBegin(&kernel.getBody().front())) {}

  void run() {
    kernel->setAttr(kNumCtasAttr, builder.getI32IntegerAttr(int32_t(parts)));
    rank = CtaRankOp::create(builder, builder.getI32Type());
    Value zero = arith::ConstantOp::create(builder, builder.getI32IntegerAttr(0));
    isFirst = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, rank, zero);
    SmallVector<Operation *> ops;
    kernel.walk([&](Operation *op) {
      if (op != rank.getDefiningOp() && op != isFirst.getDefiningOp())
        ops.push_back(op);
    });
    for (auto [tile, dimension] : dimensions)
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
    auto found = dimensions.find(tile);
    return found == dimensions.end() ? std::nullopt : std::optional(found->second);
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
    Value first = times(rank, type.getNumElements(), type.getElementType());
    auto sum = arith::AddIOp::create(builder, iota, SplatOp::create(builder, type, first));
    iota.getResult().replaceAllUsesExcept(sum, sum);
    dimensions[sum] = 0; // what has no operand but this is divided as well
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
    dimensions.erase(assume.getResult()); // another op may come to lie there
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
    Value part = arith::ExtUIOp::create(builder, builder.getI64Type(), rank);
    index = arith::AddIOp::create(builder, index, part);
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
    for (auto [part, sum] : llvm::zip(reduce.getResults(), whole.getResults())) {
      Value result = ReshapeOp::create(builder, part.getType(), sum);
      part.replaceAllUsesExcept(result, all.front().getDefiningOp());
    }
  }

  static RankedTensorType withExtentOne(RankedTensorType type) {
    SmallVector<int64_t> shape(type.getShape());
    shape.front() = 1;
    return RankedTensorType::get(shape, type.getElementType());
  }

  SmallVector<Value> gather(ValueRange tiles) {
    SmallVector<Type> types;
    for (Value tile : tiles) {
      SmallVector<int64_t> shape{parts};
      llvm::append_range(shape, shapeOf(tile.getType()));
      types.push_back(RankedTensorType::get(shape, getElementTypeOrSelf(tile.getType())));
    }
    return ClusterGatherOp::create(builder, types, tiles).getResults();
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

  func::FuncOp kernel;
  llvm::MapVector<Value, unsigned> dimensions; ///< that are divided, of tiles
  int64_t parts;
  ImplicitLocOpBuilder builder;
  Value rank, isFirst;
};

//===- The pass --------------------------------------------------------------------------------------------------===//

/// The hint; hints are resolved, so at most one entry is left.
int64_t ctasHinted(func::FuncOp kernel) {
  auto hints = kernel->getAttrOfType<ArrayAttr>("tile.hints");
  auto hint = hints && !hints.empty() ? cast<HintsAttr>(hints[0]) : HintsAttr();
  return hint ? hint.getNumCtaInCga().value_or(1) : 1;
}

struct SplitOverCtas : tilec::tile::impl::SplitOverCtasBase<SplitOverCtas> {
  using Base::Base;

  void runOnOperation() override {
    for (auto kernel : llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
      if (kernel->hasAttr("tile.kernel") && !kernel.isExternal() && ctasHinted(kernel) > 1)
        splitOne(kernel);
  }

private:
  void splitOne(func::FuncOp kernel) {
    int64_t parts = ctasHinted(kernel);
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
    Splitter(kernel, split, parts).run();
    loadInQuarters(kernel);
  }

  void report(func::FuncOp kernel, const Split &split, int64_t parts) {
    bool isProduct = isa<MmaOp, ScaledMmaOp>(split.place);
    if (isProduct && neighbours)
      return;
    if (!split.reason.empty()) {
      InFlightDiagnostic remark = split.place->emitRemark()
                                  << "num_cta_in_cga = " << parts
                                  << " has no effect: the work of a tile block is not divided, because of "
                                  << split.reason;
      if (isProduct)
        remark << "; CTAs with blocks of their own load for each other only where they stay and a producer warp brings "
                  "what warpgroups multiply (wgmma)";
      return;
    }
    auto largest = llvm::max_element(split.dimensions, [](const auto &a, const auto &b) {
      return elementCount(a.first.getType()) < elementCount(b.first.getType());
    });
    int64_t extent = shapeOf(largest->first.getType())[largest->second];
    InFlightDiagnostic remark = kernel.emitRemark()
                                << "num_cta_in_cga = " << parts << ": each CTA of a cluster has " << extent / parts
                                << " of " << extent << " elements along dimension " << largest->second;
    if (split.gathers)
      remark << "; " << split.gathers << (split.gathers == 1 ? " reduction goes" : " reductions go")
             << " through distributed shared memory";
  }
};

} // namespace
