// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Tile/Analysis/DimensionClasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include <map>

using namespace mlir;
using namespace tilec::tile;

DimensionClasses::DimensionClasses(func::FuncOp kernel, int64_t parts) : parts(parts) {
  kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) { visit(op); });
}

/// Where a tile comes from, for messages.
static Operation *makerOf(Value tile) {
  Operation *op = tile.getDefiningOp();
  return op ? op : tile.getParentBlock()->getParentOp();
}

std::vector<DimensionClass> DimensionClasses::find() {
  std::vector<DimensionClass> classes;
  std::map<unsigned, size_t> places;
  for (unsigned i = 0; i < nodes.size(); ++i) {
    auto [place, isNew] = places.try_emplace(rootOf(i), classes.size());
    if (isNew)
      classes.emplace_back();
    DimensionClass &all = classes[place->second];
    Node &node = nodes[i];
    all.members.push_back(node.dimension);
    llvm::append_range(all.reductions, node.reductions);
    if (all.obstacle)
      continue;
    all.obstacle = node.obstacle;
    all.reason = node.reason;
    if (node.obstacle || node.dimension.extent() % parts == 0)
      continue;
    all.obstacle = makerOf(node.dimension.tile);
    all.reason = "an extent of " + std::to_string(node.dimension.extent());
  }
  // Two dimensions of one tile cannot both be divided.
  for (DimensionClass &all : classes) {
    llvm::DenseSet<Value> seen;
    for (const TileDimension &member : all.members)
      if (!seen.insert(member.tile).second && !all.obstacle) {
        all.obstacle = makerOf(member.tile);
        all.reason = "two dimensions of one tile that are divided alike";
      }
  }
  return classes;
}

//===- What ops say ----------------------------------------------------------------------------------------------===//

static bool isTile(Value value) {
  return isa<RankedTensorType>(value.getType());
}

/// The tiles among operands and results.
static SmallVector<Value> tilesOf(Operation *op) {
  SmallVector<Value> tiles;
  for (ValueRange values : {ValueRange(op->getOperands()), ValueRange(op->getResults())})
    llvm::copy_if(values, std::back_inserter(tiles), isTile);
  return tiles;
}

static bool isElementwise(Operation *op) {
  return op->hasTrait<OpTrait::Elementwise>() ||
         isa<AssumeOp, LoadOp, StoreOp, AtomicLoadOp, AtomicStoreOp, AtomicRmwOp, AtomicCasOp, ub::PoisonOp>(op);
}

void DimensionClasses::visit(Operation *op) {
  if (isElementwise(op))
    return tieAll(tilesOf(op));
  TypeSwitch<Operation *>(op)
      .Case<SplatOp, ToScalarOp, MakeViewOp, MakeTensorViewOp>([](Operation *) {})
      .Case([&](IotaOp iota) { visitIota(iota, iota); })
      .Case([&](BroadcastOp op) {
        unsigned offset = shapeOf(op.getType()).size() - shapeOf(op.getSource().getType()).size();
        for (unsigned d = 0; d < shapeOf(op.getSource().getType()).size(); ++d)
          tie(op.getSource(), d, op, d + offset);
      })
      .Case([&](ReshapeOp op) { visitReshape(op.getSource(), op, op); })
      .Case([&](PermuteOp op) {
        for (auto [to, from] : llvm::enumerate(op.getPermutation()))
          tie(op.getSource(), from, op, to);
      })
      .Case([&](ReduceOp op) {
        tieAll(tilesOf(op), op.getAxis());
        for (Value source : op.getSources()) {
          tie(op.getSources().front(), op.getAxis(), source, op.getAxis());
          if (auto node = nodeOf(source, op.getAxis()); node && source == op.getSources().front())
            nodes[*node].reductions.push_back(op);
        }
      })
      .Case([&](MmaOp op) { visitMma(op); })
      .Case([&](ScanOp op) {
        tieAll(tilesOf(op));
        forbid(op.getSources().front(), op.getAxis(), op, "a scan along it");
      })
      .Case([&](CatOp op) {
        tieAll(tilesOf(op), op.getAxis());
        for (Value tile : tilesOf(op))
          forbid(tile, op.getAxis(), op, "tiles that are joined along it");
      })
      .Case<ExtractOp, InsertOp>([&](auto op) {
        SmallVector<Value> tiles = tilesOf(op);
        for (unsigned d = 0; d < shapeOf(tiles.front().getType()).size(); ++d) {
          bool isWhole = shapeOf(tiles.front().getType())[d] == shapeOf(tiles.back().getType())[d];
          for (Value tile : tiles)
            isWhole ? tie(tiles.front(), d, tile, d) : forbid(tile, d, op, "a sub-tile that has a part of it");
        }
      })
      .Case<LoadViewOp, AtomicLoadViewOp>(
          [&](auto op) { visitView(op, op.getView(), op.getIndices(), op.getResult()); })
      .Case<StoreViewOp, AtomicStoreViewOp, AtomicReduceViewOp>(
          [&](auto op) { visitView(op, op.getView(), op.getIndices(), op.getValue()); })
      .Default([&](Operation *op) { visitOther(op); });
}

void DimensionClasses::visitMma(MmaOp op) {
  unsigned rank = shapeOf(op.getType()).size(), m = rank - 2, n = rank - 1;
  for (Value operand : {op.getA(), op.getB()})
    for (unsigned batch = 0; batch < m; ++batch)
      tie(op, batch, operand, batch);
  tieAll({op.getAccumulator(), op.getResult()});
  tie(op, m, op.getA(), m);
  tie(op, n, op.getB(), n);
  forbid(op.getA(), n, op, "an MMA that sums along it");
  forbid(op.getB(), m, op, "an MMA that sums along it");
}

void DimensionClasses::visitOther(Operation *op) {
  Attribute value;
  if (matchPattern(op, m_Constant(&value))) {
    if (auto elements = dyn_cast<DenseElementsAttr>(value); elements && !elements.isSplat())
      forbidAll(op->getResults(), op, "a constant of different elements");
    return;
  }
  if (isa<scf::SCFDialect>(op->getDialect()))
    return visitRegions(op);
  forbidAll(tilesOf(op), op, ("an operation " + op->getName().getStringRef()).str());
}

void DimensionClasses::visitRegions(Operation *op) {
  auto tiePairs = [&](ValueRange a, ValueRange b) {
    for (auto [first, second] : llvm::zip(a, b))
      if (isTile(first))
        tieAll({first, second});
  };
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    tiePairs(loop.getInitArgs(), loop.getResults());
    tiePairs(loop.getRegionIterArgs(), loop.getResults());
    tiePairs(loop.getYieldedValues(), loop.getResults());
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    tiePairs(loop.getInits(), loop.getBeforeArguments());
    tiePairs(loop.getYieldedValues(), loop.getBeforeArguments());
    tiePairs(loop.getConditionOp().getArgs(), loop.getResults());
    tiePairs(loop.getAfterArguments(), loop.getResults());
  } else if (isa<scf::IfOp, scf::IndexSwitchOp>(op)) {
    for (Region &region : op->getRegions())
      if (!region.empty())
        tiePairs(region.front().getTerminator()->getOperands(), op->getResults());
  } else if (!op->hasTrait<OpTrait::IsTerminator>()) {
    forbidAll(tilesOf(op), op, ("an operation " + op->getName().getStringRef()).str());
  }
}

/// Row-major: both sides of a boundary between dimensions have the same number of elements outside of it.
void DimensionClasses::visitReshape(Value source, Value result, Operation *op) {
  auto byOuterExtent = [](Value tile) {
    std::map<int64_t, unsigned> dimensions;
    int64_t outer = 1;
    for (auto [d, extent] : llvm::enumerate(shapeOf(tile.getType()))) {
      if (extent > 1)
        dimensions[outer] = unsigned(d);
      outer *= extent;
    }
    return dimensions;
  };
  std::map<int64_t, unsigned> from = byOuterExtent(source), to = byOuterExtent(result);
  for (auto [tile, own, other] : {std::tuple(source, &from, &to), std::tuple(result, &to, &from)})
    for (auto [outer, dimension] : *own)
      if (!other->count(outer))
        forbid(tile, dimension, op, "a change of shape through it");
  for (auto [outer, dimension] : from)
    if (auto same = to.find(outer); same != to.end())
      tie(source, dimension, result, same->second);
}

void DimensionClasses::visitView(Operation *op, Value view, ValueRange indices, Value tile) {
  auto type = cast<ViewType>(view.getType());
  if (!view.getDefiningOp<MakeViewOp>())
    return forbidAll(tile, op, "a view that is chosen at run time");
  auto gather = dyn_cast<GatherScatterViewType>(type);
  SmallVector<int64_t> steps = type.getSteps();
  for (unsigned d = 0; d < indices.size(); ++d) {
    nodeOf(tile, d); // a class even where nothing else says anything of it, as of a constant
    if (gather && gather.getDimension() == d)
      tie(indices[d], 0, tile, d);
    else if (type.getTileShape()[d] % parts == 0 && steps[d] % (type.getTileShape()[d] / parts) != 0)
      forbid(tile, d, op, "steps of a view that parts of it do not fit");
  }
}

void DimensionClasses::visitIota(Value tile, Operation *op) {
  bool isOutermost = true;
  for (auto [d, extent] : llvm::enumerate(shapeOf(tile.getType()))) {
    if (extent == 1)
      continue;
    if (!isOutermost)
      forbid(tile, unsigned(d), op, "numbers that run through it");
    isOutermost = false;
  }
}

//===- Classes ---------------------------------------------------------------------------------------------------===//

std::optional<unsigned> DimensionClasses::nodeOf(Value tile, unsigned dimension) {
  if (!isTile(tile) || shapeOf(tile.getType())[dimension] == 1)
    return std::nullopt;
  auto [number, isNew] = numbers.try_emplace({tile, dimension}, unsigned(nodes.size()));
  if (isNew)
    nodes.push_back({{tile, dimension}, number->second, nullptr, {}, {}});
  return number->second;
}

unsigned DimensionClasses::rootOf(unsigned node) {
  while (nodes[node].parent != node)
    node = nodes[node].parent = nodes[nodes[node].parent].parent;
  return node;
}

void DimensionClasses::tie(Value a, unsigned dimensionOfA, Value b, unsigned dimensionOfB) {
  std::optional<unsigned> first = nodeOf(a, dimensionOfA), second = nodeOf(b, dimensionOfB);
  if (first && second)
    nodes[rootOf(*second)].parent = rootOf(*first);
}

void DimensionClasses::tieAll(ValueRange tiles, std::optional<unsigned> except) {
  for (Value tile : tiles)
    for (unsigned d = 0; d < shapeOf(tile.getType()).size(); ++d)
      if (d != except)
        tie(tiles.front(), d, tile, d);
}

void DimensionClasses::forbid(Value tile, unsigned dimension, Operation *op, StringRef reason) {
  if (std::optional<unsigned> node = nodeOf(tile, dimension); node && !nodes[*node].obstacle) {
    nodes[*node].obstacle = op;
    nodes[*node].reason = reason;
  }
}

void DimensionClasses::forbidAll(ValueRange tiles, Operation *op, StringRef reason) {
  for (Value tile : tiles)
    for (unsigned d = 0; isTile(tile) && d < shapeOf(tile.getType()).size(); ++d)
      forbid(tile, d, op, reason);
}
