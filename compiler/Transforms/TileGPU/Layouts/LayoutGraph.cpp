// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Layouts/LayoutGraph.h"
#include "compiler/Transforms/TileGPU/Layouts/Rematerialization.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/MemoryPathModel.h"
#include "dialects/Layout/NamedLayouts.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <numeric>

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;
using layout::LinearLayout;

//===- The table -------------------------------------------------------------------------------------------------===//

LayoutId LayoutTable::add(const LinearLayout &layout) {
  std::vector<uint64_t> key(layout.shape().begin(), layout.shape().end());
  for (unsigned place = 0; place < layout::kNumPlaces; ++place)
    key.push_back(layout.bits(layout::Place(place)).count);
  for (unsigned input = 0; input < layout.asMap().numInputs(); ++input)
    key.push_back(layout.asMap().column(input));
  auto [entry, isNew] = ids.try_emplace(std::move(key), LayoutId(layouts.size()));
  if (isNew)
    layouts.push_back(std::make_unique<LinearLayout>(layout));
  return entry->second;
}

//===- Building --------------------------------------------------------------------------------------------------===//

/// Executions of a loop's body for each of the loop, when nothing is known.
static constexpr double kLoopFrequency = 16, kBranchFrequency = 0.5;
/// Weighted ops beyond which nothing is made twice.
static constexpr int64_t kMaxRepeatedOps = 64;

static double frequencyOf(Block *block) {
  double frequency = 1;
  for (Operation *parent = block->getParentOp(); parent && !isa<func::FuncOp>(parent); parent = parent->getParentOp())
    frequency *= isa<LoopLikeOpInterface>(parent) ? kLoopFrequency : kBranchFrequency;
  return frequency;
}

static double frequencyOf(Operation *op) {
  return frequencyOf(op->getBlock());
}

static int64_t bytesOf(Value tile) {
  return tile::storageBytes(getElementTypeOrSelf(tile.getType()));
}

bool LayoutNode::isAnchor() const {
  return !carried && (access || isa<ReduceOp, ScanOp, CatOp, MmaOp, ScaledMmaOp>(op));
}

/// `value` without the conversions behind it.
static Value withoutConversions(Value value) {
  while (auto convert = value.getDefiningOp<ConvertLayoutOp>())
    value = convert.getSource();
  return value;
}

LayoutGraph::LayoutGraph(func::FuncOp kernel, unsigned numWarps, double mma16Bits)
    : numWarps(numWarps), mma16Bits(mma16Bits), facts(accessBytesOf(kernel)) {
  addMakers(kernel);
  kernel.walk([&](Operation *op) {
    if (isa<ConvertLayoutOp>(op))
      return;
    multiplies |= isa<MmaOp, ScaledMmaOp>(op);
    addEdges(op);
  });
}

/// Whether neighbours of `tile` along `dimension` are neighbours in the memory that it is loaded from, whatever is
/// computed of it element by element.
static bool runsAlong(Value tile, unsigned dimension, tile::Divisibility &facts) {
  unsigned bit = 0;
  ArrayRef<int64_t> shape = tile::shapeOf(tile.getType());
  if (shape[dimension] == 1)
    return false;
  for (unsigned d = dimension + 1; d < shape.size(); ++d)
    bit += layout::log2OfExtent(shape[d]);
  while (Operation *op = tile.getDefiningOp()) {
    if (std::optional<strategy::TileAccess> access = strategy::describeAccess(op, facts))
      return op->getNumResults() == 1 && access->steps[bit] == access->elementBytes;
    if (auto permute = dyn_cast<PermuteOp>(op)) {
      // Where the bit's dimension comes from, and where that one's bits begin.
      ArrayRef<int64_t> to = tile::shapeOf(permute.getType()), from = tile::shapeOf(op->getOperand(0).getType());
      int64_t d = int64_t(to.size()) - 1;
      unsigned inside = bit;
      while (inside >= layout::log2OfExtent(to[d]))
        inside -= layout::log2OfExtent(to[d--]);
      bit = inside;
      for (size_t other = permute.getPermutation()[d] + 1; other < from.size(); ++other)
        bit += layout::log2OfExtent(from[other]);
    } else if (!isa<ConvertLayoutOp, ReshapeOp, tile::FToFOp>(op) && !op->hasTrait<OpTrait::Elementwise>()) {
      return false;
    }
    tile = op->getOperand(isa<arith::SelectOp>(op) ? 1 : 0);
    if (!isDistributed(tile.getType()))
      return false;
  }
  return false;
}

unsigned LayoutGraph::addNode(Operation *op, std::optional<unsigned> carried, Value tile) {
  LayoutNode node{op, carried, {}, frequencyOf(op), std::nullopt, /*isStaged=*/false, {}, {}};
  if (carried) {
    ArrayRef<int64_t> shape = tile::shapeOf(tile.getType());
    node.shape.assign(shape.begin(), shape.end());
    carriedNodes[{op, *carried}] = nodes.size();
  } else {
    node.shape = *ownShape(op);
    node.access = strategy::describeAccess(op, facts);
    if (auto mma = dyn_cast<MmaOp>(op); mma && mma.isOfLanes()) {
      unsigned rank = unsigned(node.shape.size());
      node.alongK = {runsAlong(mma.getA(), rank - 1, facts), runsAlong(mma.getB(), rank - 2, facts)};
    }
    node.isStaged = isa<LoadViewOp>(op) && isBroughtForMmas(cast<LoadViewOp>(op), *node.access);
    opNodes[op] = nodes.size();
  }
  nodes.push_back(std::move(node));
  return nodes.size() - 1;
}

void LayoutGraph::addMakers(func::FuncOp kernel) {
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<ConvertLayoutOp>(op))
      return;
    if (isa<scf::SCFDialect>(op->getDialect()) && op->getNumRegions() > 0)
      return addCarried(op);
    // Values of other regions are elements; what a test hands in keeps its layout, and its users convert.
    if (op->hasTrait<OpTrait::IsTerminator>() || !ownShape(op))
      return;
    unsigned node = addNode(op, std::nullopt, {});
    for (Value result : op->getResults())
      if (isDistributed(result.getType()))
        makers[result] = node;
  });
}

void LayoutGraph::addCarried(Operation *op) {
  auto carry = [&](unsigned index, ValueRange values) {
    if (!isDistributed(values.front().getType()))
      return;
    unsigned node = addNode(op, index, values.front());
    for (Value value : values)
      makers[value] = node;
  };
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (unsigned i = 0; i < loop.getNumResults(); ++i)
      carry(i, {loop.getRegionIterArg(i), loop.getResult(i)});
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    for (unsigned i = 0; i < loop.getNumResults(); ++i)
      carry(i, {loop.getAfterArguments()[i], loop.getResult(i)});
    for (auto [i, argument] : llvm::enumerate(loop.getBeforeArguments()))
      carry(loop.getNumResults() + i, argument);
  } else {
    for (auto [i, result] : llvm::enumerate(op->getResults()))
      carry(i, result);
  }
}

void LayoutGraph::addEdges(Operation *op) {
  auto toCarried = [&](OpOperand &operand, unsigned index) {
    auto found = carriedNodes.find({op, index});
    if (found != carriedNodes.end())
      addEdge(operand, found->second);
  };
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (auto [i, operand] : llvm::enumerate(loop.getInitArgsMutable()))
      toCarried(operand, i);
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    for (auto [i, operand] : llvm::enumerate(loop.getInitsMutable()))
      toCarried(operand, loop.getNumResults() + i);
  } else if (op->hasTrait<OpTrait::IsTerminator>()) {
    addTerminatorEdges(op);
  } else if (auto node = opNodes.find(op); node != opNodes.end()) {
    for (OpOperand &operand : op->getOpOperands())
      if (isDistributed(operand.get().getType()) && !takesAnyLayout(operand))
        addEdge(operand, node->second);
    if (isa<ExtractOp, InsertOp>(op))
      addMoveEdge(op->getOpOperand(0), node->second);
  }
}

void LayoutGraph::addTerminatorEdges(Operation *terminator) {
  Operation *parent = terminator->getParentOp();
  auto edgesTo = [&](MutableOperandRange operands, unsigned first) {
    for (auto [i, operand] : llvm::enumerate(operands)) {
      auto found = carriedNodes.find({parent, first + i});
      if (found != carriedNodes.end())
        addEdge(operand, found->second);
    }
  };
  if (auto condition = dyn_cast<scf::ConditionOp>(terminator))
    return edgesTo(condition.getArgsMutable(), 0);
  if (auto yield = dyn_cast<scf::YieldOp>(terminator))
    edgesTo(yield.getResultsMutable(), isa<scf::WhileOp>(parent) ? parent->getNumResults() : 0);
}

void LayoutGraph::addEdge(OpOperand &operand, unsigned user) {
  uses.push_back({&operand, user});
  Value tile = withoutConversions(operand.get());
  auto maker = makers.find(tile);
  if (maker == makers.end())
    return;
  int64_t elements = tile::elementCount(tile.getType());
  double weight = strategy::worstConversionCycles(elements, bytesOf(tile));
  if (auto ops = repetitionOf(tile, kMaxRepeatedOps))
    weight = std::min(weight, strategy::repetitionCycles(*ops, elements));
  unsigned index = edges.size();
  edges.push_back({maker->second, user, &operand, weight * frequencyOf(operand.getOwner())});
  nodes[maker->second].edges.push_back(index);
  nodes[user].edges.push_back(index);
}

void LayoutGraph::addMoveEdge(OpOperand &operand, unsigned user) {
  auto maker = makers.find(withoutConversions(operand.get()));
  if (maker == makers.end())
    return;
  int64_t elements = tile::elementCount(operand.get().getType());
  double weight = strategy::worstConversionCycles(elements, bytesOf(operand.get())) * frequencyOf(operand.getOwner());
  nodes[maker->second].edges.push_back(edges.size());
  nodes[user].edges.push_back(edges.size());
  edges.push_back({maker->second, user, &operand, weight, /*userMoves=*/true});
}

//===- Relations -------------------------------------------------------------------------------------------------===//

LayoutId LayoutGraph::made(const LayoutEdge &edge, LayoutId maker) {
  Operation *op = nodes[edge.maker].op;
  if (maker == kNoLayout || nodes[edge.maker].carried || !isa<ReduceOp>(op))
    return maker;
  LayoutId &known = related.try_emplace({op, ~0u, maker}, kNoLayout).first->second;
  if (known == kNoLayout)
    known = table.add(resultLayout(op, table[maker]));
  return known;
}

LayoutId LayoutGraph::wanted(const LayoutUse &use, LayoutId user) {
  Operation *op = nodes[use.user].op;
  if (user == kNoLayout || nodes[use.user].carried ||
      !isa<BroadcastOp, ReshapeOp, PermuteOp, CatOp, MmaOp, ScaledMmaOp>(op))
    return user;
  auto [known, isNew] = related.try_emplace({op, use.operand->getOperandNumber(), user}, kNoLayout);
  if (isNew)
    known->second = table.add(operandLayout(*use.operand, table[user]));
  return known->second;
}

LayoutId LayoutGraph::userFrom(const LayoutEdge &edge, LayoutId maker) {
  const LayoutNode &user = nodes[edge.user];
  LayoutId tile = made(edge, maker);
  if (tile == kNoLayout || user.carried ||
      !isa<BroadcastOp, ReshapeOp, PermuteOp, CatOp, MmaOp, ScaledMmaOp, ExtractOp, InsertOp>(user.op))
    return tile;
  auto [known, isNew] = related.try_emplace({user.op, ~edge.operand->getOperandNumber() - 1, tile}, kNoLayout);
  if (isNew)
    known->second = table.add(ownFromOperand(*edge.operand, table[tile]));
  return known->second;
}

LayoutId LayoutGraph::makerFrom(const LayoutEdge &edge, LayoutId user) {
  return makerFollows(edge) ? wanted(edge, user) : kNoLayout;
}

bool LayoutGraph::userFollows(const LayoutEdge &edge) const {
  return nodes[edge.user].carried || followsOperand(*edge.operand);
}
bool LayoutGraph::makerFollows(const LayoutEdge &edge) const {
  return !edge.userMoves && (nodes[edge.maker].carried || followsResult(nodes[edge.maker].op));
}

bool LayoutGraph::isTransparent(const LayoutEdge &edge) const {
  bool isUserPlain =
      nodes[edge.user].carried ||
      !isa<BroadcastOp, ReshapeOp, PermuteOp, CatOp, MmaOp, ScaledMmaOp, ExtractOp, InsertOp>(nodes[edge.user].op);
  return isUserPlain && userFollows(edge) && makerFollows(edge);
}

//===- Costs -----------------------------------------------------------------------------------------------------===//

/// Bytes of one element of all operands of a reduction or scan.
static int64_t bytesTogether(ValueRange sources) {
  int64_t bytes = 0;
  for (Value source : sources)
    bytes += std::max<int64_t>(4, bytesOf(source));
  return bytes;
}

static double cyclesOf(const LayoutNode &node, const LinearLayout &layout, bool multiplies, double mma16Bits) {
  if (node.isStaged)
    return strategy::sharedReadCycles(*node.access, layout);
  // Accumulators have ways of their own to memory, which this must not decide (SelectMemoryPaths.cpp).
  if (node.access)
    return strategy::accessCycles(*node.access, multiplies ? layout : node.access->withNeighboursFirst(layout));
  if (auto reduce = dyn_cast<ReduceOp>(node.op))
    return strategy::reductionCycles(layout, reduce.getAxis(), bytesTogether(reduce.getSources()));
  if (auto scan = dyn_cast<ScanOp>(node.op))
    return strategy::scanCycles(layout, scan.getAxis(), bytesTogether(scan.getSources()));
  if (auto cat = dyn_cast<CatOp>(node.op))
    return strategy::joiningCycles(layout, cat.getAxis());
  if (auto mma = dyn_cast<MmaOp>(node.op))
    return strategy::mmaCycles(mma.mma(), layout, mma16Bits, node.alongK);
  if (auto mma = dyn_cast<ScaledMmaOp>(node.op))
    return strategy::mmaCycles(mma.mma(), layout, mma16Bits);
  return 0;
}

double LayoutGraph::nodeCost(unsigned index, LayoutId layout) {
  const LayoutNode &node = nodes[index];
  if (!node.isAnchor())
    return 0;
  auto [known, isNew] = nodeCosts.try_emplace({index, layout}, 0);
  if (isNew)
    known->second =
        std::min(strategy::kImpossible, cyclesOf(node, table[layout], multiplies, mma16Bits) * node.frequency);
  return known->second;
}

/// What an extraction or insertion costs, with its operand in `from` and its own layout `to`.
static double moveCycles(Operation *op, const LinearLayout &from, const LinearLayout &to) {
  layout::LayoutConversion plan =
      isa<ExtractOp>(op) ? cast<ExtractOp>(op).planBetween(from, to) : cast<InsertOp>(op).planBetween(from, to);
  return strategy::transferCycles(plan, to.size(layout::Place::Warp));
}

double LayoutGraph::edgeCost(const LayoutEdge &edge, LayoutId maker, LayoutId user) {
  LayoutId from = made(edge, maker), to = edge.userMoves ? user : wanted(edge, user);
  if (from == to && !edge.userMoves)
    return 0;
  if (from == kNoLayout || to == kNoLayout)
    return strategy::kImpossible;
  unsigned index = &edge - edges.data();
  auto [known, isNew] = edgeCosts.try_emplace({index, from, to}, 0);
  if (isNew) {
    Operation *op = edge.operand->getOwner();
    double cycles =
        edge.userMoves ? moveCycles(op, table[from], table[to]) : cyclesBetween(from, to, bytesOf(edge.operand->get()));
    known->second = std::min(cycles * frequencyOf(op), edge.weight);
  }
  return known->second;
}

double LayoutGraph::cyclesBetween(LayoutId from, LayoutId to, int64_t elementBytes) {
  auto [known, isNew] = conversionCycles.try_emplace({elementBytes, from, to}, 0);
  if (isNew)
    known->second = strategy::conversionCycles(table[from], table[to], elementBytes);
  return known->second;
}

Value LayoutGraph::tileOn(const LayoutEdge &edge) const {
  return withoutConversions(edge.operand->get());
}

double LayoutGraph::conversionCost(Value tile, LayoutId from, LayoutId to) {
  if (from == to)
    return 0;
  if (from == kNoLayout || to == kNoLayout)
    return strategy::kImpossible;
  auto [known, isNew] = repetitions.try_emplace(tile);
  if (isNew)
    if (auto ops = repetitionOf(tile, kMaxRepeatedOps))
      known->second = strategy::repetitionCycles(*ops, tile::elementCount(tile.getType()));
  double cycles = cyclesBetween(from, to, bytesOf(tile));
  return std::min(cycles, known->second.value_or(cycles)) * frequencyOf(tile.getParentBlock());
}

LayoutId LayoutGraph::plain(unsigned node) {
  return table.add(strategy::plainLayout(nodes[node].shape, numWarps));
}

/// The bits of an element's number, those along the axis first.
static std::vector<unsigned> bitsFromAxis(const LinearLayout &layout, unsigned axis) {
  layout::BitRange along = layout.dimensionBits(axis);
  std::vector<unsigned> bits(layout.asMap().numOutputs());
  std::iota(bits.begin(), bits.end(), 0);
  std::rotate(bits.begin(), bits.begin() + along.first, bits.begin() + along.first + along.count);
  return bits;
}

/// Row-major ones, then those whose lanes hold stretches of the axis, so that fewer lanes have to exchange. Where MMAs
/// are, their accumulators say which lanes have what.
static std::vector<LinearLayout> reduceLayouts(ReduceOp reduce, const std::vector<int64_t> &shape, unsigned numWarps,
                                               bool multiplies) {
  std::vector<LinearLayout> layouts = {strategy::plainLayout(shape, numWarps)};
  unsigned numBits = layouts.front().asMap().numOutputs();
  std::vector<unsigned> bits(numBits);
  std::iota(bits.begin(), bits.end(), 0);
  layouts.push_back(strategy::dealBits(shape, bits, 1, numWarps, strategy::WarpPlace::Far));
  if (multiplies)
    return layouts;
  bits = bitsFromAxis(layouts.front(), reduce.getAxis());
  int64_t ofLane = (int64_t(1) << numBits) / (int64_t(layout::kLanesPerWarp) * numWarps);
  for (int64_t run = std::min(ofLane, shape[reduce.getAxis()]); run > 1; run /= 2)
    layouts.push_back(strategy::dealBits(shape, bits, run, numWarps, strategy::WarpPlace::Far));
  return layouts;
}

/// Runs as long as can be, then stretches of warps with runs that one access takes, the axis before other dimensions.
static std::vector<LinearLayout> scanLayouts(ScanOp scan, const std::vector<int64_t> &shape, unsigned numWarps) {
  unsigned axis = scan.getAxis();
  std::vector<LinearLayout> layouts = {layout::scanOrder(shape, axis, numWarps)};
  std::vector<unsigned> bits = bitsFromAxis(layouts.front(), axis);
  for (int64_t run = tile::kPortableAccessBytes / bytesOf(scan.getSources().front()); run >= 1; run /= 2)
    if (run <= shape[axis])
      layouts.push_back(strategy::dealBits(shape, bits, run, numWarps, strategy::WarpPlace::Far));
  return layouts;
}

std::vector<LayoutId> LayoutGraph::proposals(unsigned index) {
  const LayoutNode &node = nodes[index];
  std::vector<LayoutId> result;
  auto propose = [&](const LinearLayout &layout) { result.push_back(table.add(layout)); };
  if (node.access)
    llvm::for_each(strategy::layoutsFor(*node.access, numWarps), propose);
  else if (auto scan = dyn_cast<ScanOp>(node.op))
    llvm::for_each(scanLayouts(scan, node.shape, numWarps), propose);
  else if (auto mma = dyn_cast<MmaOp>(node.op))
    llvm::for_each(layout::accumulatorLayouts(mma.mma(), numWarps), propose);
  else if (auto mma = dyn_cast<ScaledMmaOp>(node.op))
    llvm::for_each(layout::accumulatorLayouts(mma.mma(), numWarps), propose);
  else if (auto cat = dyn_cast<CatOp>(node.op)) {
    std::vector<int64_t> half = node.shape;
    half[cat.getAxis()] /= 2;
    propose(strategy::plainLayout(node.shape, numWarps));
    propose(strategy::plainLayout(half, numWarps).doubled(cat.getAxis()));
  } else if (auto reduce = dyn_cast<ReduceOp>(node.op))
    llvm::for_each(reduceLayouts(reduce, node.shape, numWarps, multiplies), propose);
  return result;
}
