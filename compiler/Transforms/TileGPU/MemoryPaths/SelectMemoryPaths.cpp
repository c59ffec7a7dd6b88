// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses how each view access reaches memory.
//
// | path       | how                                                    | for                                     |
// |------------|--------------------------------------------------------|-----------------------------------------|
// | registers  | lanes compute addresses (ViewAddresses.h), load, store | everything; as fast as a copy where     |
// |            |                                                        | data is used once                       |
// | tensor map | the copy engine moves boxes of the tensor to or from   | where MemoryPathModel.h expects it to   |
// |            | shared memory (TensorMap.h, ExpandTmaAccesses.h)       | be faster, or wherever possible (`tma`) |
//
// | run | the copy engine moves consecutive bytes (BulkCopies.h) | pointer tiles, where wherever possible |
// |     |                                                        | is asked for                           |
//
// Rows of later blocks are fetched into the L2 cache besides (PrefetchRows.h), and what lies beside short ones
// (AdjacentRows.h). Loads behind a reduction come before it (EarlyLoads.h).
//
// A load in a loop is faster by tensor map only if a producer warp brings it: what none would bring
// (ProducerTrial.h) goes to registers. Where no loop gets a producer (`stages`), what warp MMAs read goes to
// registers with its box beside it, from which tile-gpu-pipeline-loops may stage it.
//
// How many bytes a lane moves at a time was decided with the layouts (AssignLayouts.cpp); remarks (PathRemarks.h) say
// why not more, and why not by the copy engine.
#include "compiler/Strategy/LayoutCost.h"
#include "compiler/Target/Target.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/AdjacentRows.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/AtomicWidths.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/BulkCopies.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/CopyEngineRules.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/EarlyLoads.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/MemoryPathModel.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/PathRemarks.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/PrefetchRows.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/TensorMaps/ExpandTmaAccesses.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/ViewAddresses.h"
#include "compiler/Transforms/TileGPU/Passes.h"
#include "compiler/Transforms/TileGPU/Schedule/AheadSlice.h"
#include "compiler/Transforms/TileGPU/Schedule/MmaPath.h"
#include "compiler/Transforms/TileGPU/TargetOption.h"
#include "compiler/Transforms/TileGPU/WarpSpecialization/ProducerTrial.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_SELECTMEMORYPATHS
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

LayoutAttr layoutOf(Value tile) {
  return cast<LayoutAttr>(cast<RankedTensorType>(tile.getType()).getEncoding());
}

template <typename Op> FailureOr<ViewAddresses> addressesOf(Op op, LayoutAttr layout, OpBuilder &builder) {
  return computeViewAddresses(builder, op, op.getView(), op.getIndices(),
                              op.getInBounds() ? ViewMask::None : ViewMask::Elements, layout);
}

/// The padding a masked access of the view needs.
template <typename Op> Value paddingFor(Op op, const ViewAddresses &addresses, LayoutAttr layout, OpBuilder &builder) {
  if (!addresses.mask)
    return {};
  auto view = cast<tile::ViewType>(op.getView().getType());
  return createPadding(builder, op.getLoc(), view, view.getTileType().cloneWithEncoding(layout));
}

/// A load whose layout suits shared memory, where the copy engine was expected to bring it (LayoutGraph.h), gets one
/// that suits lanes, and changes it then.
void loadForLanes(LoadViewOp op, OpBuilder &builder) {
  tile::Divisibility facts(accessBytesOf(op->getParentOfType<func::FuncOp>()));
  std::optional<strategy::TileAccess> access = strategy::describeAccess(op, facts);
  if (!isBroughtForMmas(op, *access))
    return;
  auto type = cast<RankedTensorType>(op.getType());
  layout::LinearLayout wanted = LayoutAttr::of(type), best = wanted;
  double least = strategy::accessCycles(*access, wanted);
  for (const layout::LinearLayout &candidate : strategy::layoutsFor(*access, numWarpsOf(op))) {
    double cycles = strategy::accessCycles(*access, candidate) +
                    strategy::conversionCycles(candidate, wanted, tile::storageBytes(type.getElementType()));
    if (cycles < least)
      std::tie(least, best) = std::pair(cycles, candidate);
  }
  if (best == wanted)
    return;
  op.getResult().setType(withLayout(type, best));
  op.setVector(access->vectorIn(best));
  builder.setInsertionPointAfter(op);
  auto converted = ConvertLayoutOp::create(builder, op.getLoc(), type, op.getResult(), IntegerAttr());
  op.getResult().replaceAllUsesExcept(converted, converted);
  builder.setInsertionPoint(op);
}

LogicalResult expand(LoadViewOp op, OpBuilder &builder) {
  loadForLanes(op, builder);
  LayoutAttr layout = layoutOf(op.getResult());
  // Where the program says that no element is outside it says nothing of iterations that a break forbids, which a stage
  // buffer reads ahead.
  ViewMask mask = !op.getInBounds() ? ViewMask::Elements : isBehindBreak(op) ? ViewMask::WholeTile : ViewMask::None;
  auto addresses = computeViewAddresses(builder, op, op.getView(), op.getIndices(), mask, layout);
  if (failed(addresses))
    return failure();
  Value padding = paddingFor(op, *addresses, layout, builder);
  Type stored = cast<tile::ViewType>(op.getView().getType()).getTensorView().getElementType();
  LoadOp loaded = LoadOp::create(builder, op.getLoc(), tile::withElementType(op.getType(), stored), addresses->pointers,
                                 addresses->mask, padding, op.getVector(), op.getHintsAttr());
  // The mask is that of the view's extents alone.
  loaded.setInView(bool(addresses->mask));
  if (std::optional<int64_t> blocks = addresses->mask ? std::nullopt : blocksToAdjacentRow(op))
    loaded.setAdjacentBlocks(*blocks);
  // Lanes round what the copy engine would have.
  bool isRounded = loaded.getType() != op.getType();
  op.replaceAllUsesWith(isRounded ? tile::FToFOp::create(builder, op.getLoc(), op.getType(), loaded).getResult()
                                  : loaded.getResult());
  return success();
}

LogicalResult expand(StoreViewOp op, OpBuilder &builder) {
  auto addresses = addressesOf(op, layoutOf(op.getValue()), builder);
  if (failed(addresses))
    return failure();
  auto store = StoreOp::create(builder, op.getLoc(), addresses->pointers, op.getValue(), addresses->mask,
                               op.getVector(), op.getHintsAttr());
  // Rows that a cluster shares are stored faster so.
  if (tile::numCtasOf(store) > 1 && store->getParentOfType<func::FuncOp>()->hasAttr(tile::kPersistentAttr))
    store.setCache(CachePolicy::Streaming);
  return success();
}

LogicalResult expand(AtomicLoadViewOp op, OpBuilder &builder) {
  LayoutAttr layout = layoutOf(op.getResult());
  auto addresses = addressesOf(op, layout, builder);
  if (failed(addresses))
    return failure();
  Value padding = paddingFor(op, *addresses, layout, builder);
  Value loaded = AtomicLoadOp::create(builder, op.getLoc(), op.getType(), addresses->pointers, addresses->mask, padding,
                                      op.getOrder(), op.getScope(), IntegerAttr());
  op.replaceAllUsesWith(loaded);
  return success();
}

LogicalResult expand(AtomicStoreViewOp op, OpBuilder &builder) {
  auto addresses = addressesOf(op, layoutOf(op.getValue()), builder);
  if (failed(addresses))
    return failure();
  AtomicStoreOp::create(builder, op.getLoc(), addresses->pointers, op.getValue(), addresses->mask, op.getOrder(),
                        op.getScope());
  return success();
}

LogicalResult expand(AtomicReduceViewOp op, OpBuilder &builder) {
  auto addresses = addressesOf(op, layoutOf(op.getValue()), builder);
  if (failed(addresses))
    return failure();
  AtomicRmwOp::create(builder, op.getLoc(), TypeRange(), op.getKind(), addresses->pointers, op.getValue(),
                      addresses->mask, op.getOrder(), op.getScope(), IntegerAttr(), /*vector=*/1);
  return success();
}

LogicalResult expandAccess(Operation *op) {
  OpBuilder builder(op);
  LogicalResult result = TypeSwitch<Operation *, LogicalResult>(op)
                             .Case<LoadViewOp, StoreViewOp, AtomicLoadViewOp, AtomicStoreViewOp, AtomicReduceViewOp>(
                                 [&](auto access) { return expand(access, builder); });
  if (succeeded(result))
    op->erase();
  return result;
}

Value valueOf(Operation *write) {
  auto store = dyn_cast<StoreViewOp>(write);
  return store ? store.getValue() : cast<AtomicReduceViewOp>(write).getValue();
}

/// Has the fragments that lanes want of a tile under other names converted from the load itself, so that a stage is
/// chosen for them. Permutations, reshapes and changes of type move nothing.
void convertBehindLoad(LoadViewOp load) {
  SmallVector<MmaPath> paths = findStagePaths(load.getResult());
  if (paths.size() != 1 || paths.front().renamings.empty())
    return;
  OpBuilder builder(load->getContext());
  builder.setInsertionPointAfter(load);
  RankedTensorType fragments = paths.front().fragments();
  paths.front().replaceBy(builder,
                          ConvertLayoutOp::create(builder, load.getLoc(), fragments, load.getResult(), IntegerAttr()));
}

struct SelectMemoryPaths : tile_gpu::impl::SelectMemoryPathsBase<SelectMemoryPaths> {
  using SelectMemoryPathsBase::SelectMemoryPathsBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    SelectMemoryPathsBase::getDependentDialects(registry);
    registry.insert<scf::SCFDialect>(); // of branches around what is fetched ahead
  }

  void runOnOperation() override {
    FailureOr<Target> parsed = readTarget(getOperation(), target);
    if (failed(parsed))
      return signalPassFailure();
    // The other variants are for arguments of which less is known; their remarks would ask for what is there.
    reports = remarks && tile::isPreferredVariant(getOperation());
    if (failed(expandViews(*parsed)))
      return signalPassFailure();
    chooseAtomicWidths(getOperation());
    startLoadsEarly(getOperation(), reports);
    prefetchRows(getOperation(), *parsed, reports);
    if (!reports)
      return;
    reportRegisterPaths(getOperation(), *parsed, declined);
    declined = DeclinedPaths();
  }

private:
  LogicalResult expandViews(const Target &chip) {
    SmallVector<Operation *> accesses, views;
    getOperation().walk([&](Operation *op) {
      if (isa<LoadViewOp, StoreViewOp, AtomicLoadViewOp, AtomicStoreViewOp, AtomicReduceViewOp>(op))
        accesses.push_back(op);
      if (isa<tile::MakeTensorViewOp, tile::MakeViewOp>(op))
        views.push_back(op);
    });
    if (producers)
      for (Operation *op : accesses)
        if (auto load = dyn_cast<LoadViewOp>(op))
          convertBehindLoad(load);
    // All are chosen while all still stand.
    CopyEngineRules rules(getOperation(), chip);
    tile::Divisibility divisibility;
    std::optional<tile::IntegerRanges> ranges;
    auto rangesOnce = [&]() -> const tile::IntegerRanges & {
      return ranges ? *ranges : ranges.emplace(getOperation());
    };
    OriginFacts facts{divisibility, rangesOnce};
    TensorMapChoices choices;
    for (Operation *op : accesses)
      TypeSwitch<Operation *>(op)
          .Case([&](LoadViewOp load) { choices[op] = choose(load, layoutOf(loadedTile(load)), rules, facts); })
          .Case<StoreViewOp, AtomicReduceViewOp>(
              [&](auto write) { choices[op] = choose(write, layoutOf(storedTile(write.getValue())), rules, facts); });
    TensorMapChoices boxes;
    if (stages)
      for (Operation *op : accesses)
        if (auto load = dyn_cast<LoadViewOp>(op))
          boxes[op] = chooseBox(load, rules, facts);
    if (!tma)
      giveUpWithoutProducer(choices, chip);
    SmallVector<Operation *> runs = tma ? findRuns(rules) : SmallVector<Operation *>();
    llvm::for_each(runs, [&](Operation *access) { expandAsBulkCopy(access); });
    for (Operation *op : accesses)
      if (failed(choices[op].map ? expandByTensorMap(op, choices[op])
                                 : expandByRegisters(op, choices[op].whyNot, boxes[op])))
        return failure();
    for (Operation *op : llvm::reverse(views))
      if (op->use_empty())
        op->erase();
    return success();
  }

  /// Accesses through pointers that move as runs; why the others do not.
  SmallVector<Operation *> findRuns(const CopyEngineRules &rules) {
    tile::Divisibility facts;
    SmallVector<Operation *> runs;
    getOperation().walk([&](Operation *op) {
      TypeSwitch<Operation *>(op).Case<LoadOp, StoreOp, AtomicRmwOp>([&](auto access) {
        if (!isDistributed(access.getPointer().getType()))
          return;
        if (std::string whyNot = rules.whyNoBulkCopy(access, facts); whyNot.empty())
          runs.push_back(op);
        else if (reports)
          declined.noBulkCopy[op] = whyNot;
      });
    });
    return runs;
  }

  void expandAsBulkCopy(Operation *access) {
    if (reports)
      reportBulkCopy(access);
    moveByBulkCopy(access);
  }

  /// Whether a load gets a producer may depend on which others do.
  void giveUpWithoutProducer(TensorMapChoices &choices, const Target &chip) {
    auto isStream = [](Operation *op) {
      std::optional<MmaUse> mma = isa<LoadViewOp>(op) ? findMma(op->getResult(0)) : std::nullopt;
      return isa<LoadViewOp>(op) && !(mma && MmaOp(mma->mma).isOfMatrixUnit());
    };
    auto hasStreams = [&] {
      return llvm::any_of(choices, [&](auto &entry) { return entry.second.map && isStream(entry.first); });
    };
    for (bool changes = true; changes && hasStreams();) {
      changes = false;
      for (auto &[op, reason] : findLoadsWithoutProducer(getOperation(), choices, chip))
        if (isStream(op)) {
          choices[op] = TensorMapChoice::none("no producer warp would bring it, " + reason);
          changes = true;
        }
    }
  }

  template <typename Op>
  TensorMapChoice choose(Op op, LayoutAttr layout, const CopyEngineRules &rules, OriginFacts &facts) {
    if (auto reduction = dyn_cast<AtomicReduceViewOp>(op.getOperation()))
      if (std::string whyNot = whyNoReduction(reduction.getKind(), reduction.getOrder(), reduction.getScope(),
                                              getElementTypeOrSelf(reduction.getValue().getType()));
          !whyNot.empty())
        return TensorMapChoice::none(whyNot);
    std::string whyNot;
    if (!tma)
      whyNot = producers ? whyRegistersAreAsFast(op, rules.getTarget()) : "possible; ask for it with --memory-path=tma";
    // Whether it were possible is for remarks only.
    if (!whyNot.empty() && (!reports || (producers && !isInLoop(op))))
      return TensorMapChoice::none(reports ? whyNot : "");
    TensorMapChoice choice = rules.choose(op, layout, facts);
    if (!whyNot.empty() && choice.map)
      return TensorMapChoice::none(whyNot);
    return choice;
  }

  static SmallVector<LayoutAttr> layoutsOfFragments(LoadViewOp load) {
    return llvm::map_to_vector(findStagePaths(load.getResult()),
                               [](const MmaPath &path) { return cast<LayoutAttr>(path.fragments().getEncoding()); });
  }

  /// Of a load that a loop may stage. Fragments that lanes would load as such they read from a stage as well: the load
  /// then suits lanes, and changes its layout.
  TensorMapChoice chooseBox(LoadViewOp load, const CopyEngineRules &rules, OriginFacts &facts) {
    if (isStagedForMmas(load))
      return rules.choose(load, layoutsOfFragments(load), facts);
    if (!isLoadedAsFragments(load))
      return TensorMapChoice::none("");
    TensorMapChoice choice = rules.choose(load, layoutOf(load.getResult()), facts);
    if (choice.map)
      changeLayoutBehind(load);
    return choice;
  }

  static void changeLayoutBehind(LoadViewOp load) {
    tile::Divisibility facts(accessBytesOf(load->getParentOfType<func::FuncOp>()));
    std::optional<strategy::TileAccess> access = strategy::describeAccess(load, facts);
    auto type = cast<RankedTensorType>(load.getType());
    std::optional<layout::LinearLayout> best;
    for (const layout::LinearLayout &candidate : strategy::layoutsFor(*access, numWarpsOf(load)))
      if (!best || strategy::accessCycles(*access, candidate) < strategy::accessCycles(*access, *best))
        best = candidate;
    if (!best || *best == layout::LinearLayout(LayoutAttr::of(type)))
      return;
    load.getResult().setType(withLayout(type, *best));
    load.setVector(access->vectorIn(*best));
    OpBuilder builder(load->getContext());
    builder.setInsertionPointAfter(load);
    auto converted = ConvertLayoutOp::create(builder, load.getLoc(), type, load.getResult(), IntegerAttr());
    load.getResult().replaceAllUsesExcept(converted, converted);
  }

  /// Where the copy engine finds what `load` brings, which a view's access has become.
  void addBox(LoadOp load, Value map, ValueRange coordinates) {
    load.getMapMutable().assign(map);
    load.getCoordinatesMutable().assign(coordinates);
  }

  LogicalResult expandByRegisters(Operation *op, std::string whyNot, const TensorMapChoice &box) {
    OpBuilder builder(op);
    Value map;
    SmallVector<Value> coordinates;
    if (auto load = dyn_cast<LoadViewOp>(op); load && box.map) {
      requireNonNegative(box.nonNegative);
      map = TensorMapOp::create(builder, op->getLoc(), TensorMapHandleType::get(&getContext()), box.map);
      coordinates = createCoordinates(builder, op->getLoc(), cast<tile::ViewType>(load.getView().getType()),
                                      load.getIndices(), box);
      whyNot.clear();
    } else if (!box.whyNot.empty()) {
      whyNot = box.whyNot;
    }
    Operation *before = op->getPrevNode();
    Block *block = op->getBlock();
    bool hasReason = isa<LoadViewOp, StoreViewOp, AtomicReduceViewOp>(op);
    if (failed(expandAccess(op)))
      return failure();
    if ((!reports && !map) || !hasReason)
      return success();
    for (Operation *made = before ? before->getNextNode() : &block->front(); made; made = made->getNextNode())
      if (isa<LoadOp, StoreOp, AtomicRmwOp>(made)) {
        if (map)
          addBox(cast<LoadOp>(made), map, coordinates);
        if (reports)
          declined.noTensorMap[made] = whyNot;
        break;
      }
    return success();
  }

  /// Of the arguments of a launch that takes this variant.
  void requireNonNegative(ArrayRef<unsigned> arguments) {
    func::FuncOp kernel = getOperation();
    auto variant = kernel->getAttrOfType<tile::VariantAttr>(tile::kVariantAttr);
    SmallVector<tile::FactAttr> facts(variant.getFacts());
    for (unsigned argument : arguments) {
      auto fact = tile::FactAttr::get(&getContext(), tile::FactKind::AtLeast, argument, std::nullopt, 1, 0);
      if (!llvm::is_contained(facts, fact))
        facts.push_back(fact);
    }
    kernel->setAttr(tile::kVariantAttr,
                    tile::VariantAttr::get(&getContext(), variant.getKernel(), variant.getNumber(), facts));
  }

  LogicalResult expandByTensorMap(Operation *op, const TensorMapChoice &choice) {
    if (!choice.nonNegative.empty())
      requireNonNegative(choice.nonNegative);
    OpBuilder builder(op);
    if (reports)
      reportTensorMap(op, choice);
    if (auto load = dyn_cast<LoadViewOp>(op)) {
      FailureOr<Value> loaded = createTmaLoad(builder, load, choice);
      if (failed(loaded))
        return failure();
      Value tile = loadedTile(load);
      tile.replaceAllUsesWith(*loaded);
      if (tile.getDefiningOp() != op)
        tile.getDefiningOp()->erase();
      op->erase();
      return success();
    }
    Value value = valueOf(op);
    createTmaStore(builder, op, choice);
    auto conversion = value.getDefiningOp<ConvertLayoutOp>();
    op->erase();
    if (conversion && conversion->use_empty())
      conversion.erase();
    return success();
  }

  bool reports = false;
  DeclinedPaths declined;
};

} // namespace
