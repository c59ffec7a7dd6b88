// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-normalize-depth: an iteration of a loop with MMAs loads a given number of bytes of each row along K
// (see Passes.td).
//
// Steps: the operands of the loop's only MMA are followed back, through casts and what renames dimensions, to loads
// whose tiles the counter numbers along K; it is checked that so many iterations may be joined; the loads, and what
// stands between them and the MMA, are made again with another extent along K.
//
// Only for results of 64 rows and more: an instruction of a warpgroup has so many, and loops of fewer rows wait for
// memory, not for stages. Iterations are joined where their number is a multiple, or where the loop goes on to the end
// of masked tensors: what a larger tile has beyond is zero. An iteration can always be divided.
#include "compiler/Transforms/Tile/Passes.h"
#include "dialects/Tile/Analysis/Divisibility.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

namespace tilec::tile {
#define GEN_PASS_DEF_NORMALIZEDEPTH
#include "compiler/Transforms/Tile/Passes.h.inc"
} // namespace tilec::tile

using namespace mlir;
using namespace tilec;
using namespace tilec::tile;

namespace {

constexpr int64_t kLeastRows = 64;

std::optional<int64_t> constantOf(Value value) {
  APInt number;
  return matchPattern(value, m_ConstantInt(&number)) ? std::optional(number.getSExtValue()) : std::nullopt;
}

/// An op between a load and the MMA, and which dimension of its result is K.
struct Step {
  Operation *op;
  unsigned depthDimension;
};

/// How an operand comes from memory.
struct OperandPath {
  LoadViewOp load;
  unsigned depthDimension; ///< of the loaded tile
  SmallVector<Step> steps; ///< the first behind the load first

  int64_t elementBytes() {
    return storageBytes(getElementTypeOrSelf(load.getType()));
  }
};

/// The dimension of a reshape's source that `dimension` of its result is, where only extents of one come or go.
std::optional<unsigned> beforeReshape(ReshapeOp op, unsigned dimension) {
  auto wide = [](ArrayRef<int64_t> shape) {
    SmallVector<unsigned> dimensions;
    for (auto [d, extent] : llvm::enumerate(shape))
      if (extent != 1)
        dimensions.push_back(d);
    return dimensions;
  };
  ArrayRef<int64_t> from = shapeOf(op.getSource().getType()), to = shapeOf(op.getType());
  SmallVector<unsigned> source = wide(from), result = wide(to);
  bool isSame = source.size() == result.size() && llvm::all_of(llvm::zip(source, result), [&](auto pair) {
                  return from[std::get<0>(pair)] == to[std::get<1>(pair)];
                });
  auto found = llvm::find(result, dimension);
  return isSame && found != result.end() ? std::optional(source[found - result.begin()]) : std::nullopt;
}

class MmaLoop {
public:
  explicit MmaLoop(scf::ForOp loop) : loop(loop) {}

  /// Joins iterations up to `leastBytes` along K, and divides those above `mostBytes`.
  void normalize(int64_t leastBytes, int64_t mostBytes, bool joinsFloats) {
    if (!findPaths())
      return;
    // Elements may have other sizes where they are loaded and where they are multiplied.
    auto [narrowest, widest] = std::minmax(
        {paths[0].elementBytes(), paths[1].elementBytes(), storageBytes(getElementTypeOrSelf(mma.getA().getType()))});
    int64_t depth = extentAlongDepth(paths.front()), least = leastBytes / widest, most = mostBytes / narrowest;
    // Lanes that multiply by themselves are busy for longer than a stage takes to come.
    bool isOfLanes = !joinsFloats && getElementTypeOrSelf(mma.getA().getType()).isF32();
    if (depth < least && !isOfLanes && mayJoin(least / depth))
      rewrite(least, /*joined=*/least / depth, /*parts=*/1);
    else if (depth > most)
      rewrite(most, /*joined=*/1, /*parts=*/depth / most);
  }

private:
  static int64_t extentAlongDepth(OperandPath &path) {
    return shapeOf(path.load.getType())[path.depthDimension];
  }

  /// The loop does nothing but sum MMAs of what it loads.
  bool findPaths() {
    auto mmas = llvm::to_vector(loop.getBody()->getOps<MmaOp>());
    if (loop.getNumRegionIterArgs() != 1 || loop.getUnsignedCmp() || constantOf(loop.getStep()) != 1 ||
        mmas.size() != 1)
      return false;
    mma = mmas.front();
    Type element = getElementTypeOrSelf(mma.getA().getType());
    if (element.isF64() || mma.getAccumulator() != loop.getRegionIterArg(0) ||
        loop.getYieldedValues().front() != mma.getResult())
      return false;
    ArrayRef<int64_t> shape = shapeOf(mma.getType());
    unsigned rank = shape.size();
    if (shape[rank - 2] < kLeastRows)
      return false;
    for (auto [operand, dimension] : {std::pair(mma.getA(), rank - 1), std::pair(mma.getB(), rank - 2)}) {
      std::optional<OperandPath> path = pathTo(operand, dimension);
      if (!path)
        return false;
      paths.push_back(*path);
    }
    // All ops of the body are known.
    size_t steps = paths[0].steps.size() + paths[1].steps.size();
    return loop.getBody()->getOperations().size() == steps + 4 &&
           extentAlongDepth(paths[0]) == extentAlongDepth(paths[1]);
  }

  std::optional<OperandPath> pathTo(Value tile, unsigned dimension) {
    OperandPath path;
    while (!path.load) {
      Operation *op = tile.getDefiningOp();
      if (!op || op->getBlock() != loop.getBody() || !tile.hasOneUse())
        return std::nullopt;
      if (auto load = dyn_cast<LoadViewOp>(op)) {
        path.load = load;
        break;
      }
      path.steps.insert(path.steps.begin(), {op, dimension});
      if (auto permute = dyn_cast<PermuteOp>(op)) {
        dimension = permute.getPermutation()[dimension];
      } else if (auto reshape = dyn_cast<ReshapeOp>(op)) {
        std::optional<unsigned> before = beforeReshape(reshape, dimension);
        if (!before)
          return std::nullopt;
        dimension = *before;
      } else if (!isa<FToFOp, IToFOp>(op)) {
        return std::nullopt;
      }
      tile = op->getOperand(0);
    }
    path.depthDimension = dimension;
    auto isKnown = [&](auto index) {
      return index.index() == dimension ? index.value() == loop.getInductionVar()
                                        : loop.isDefinedOutsideOfLoop(index.value());
    };
    bool isTile = isa<PartitionViewType>(path.load.getView().getType()) &&
                  path.load.getView().getDefiningOp<MakeViewOp>() && loop.isDefinedOutsideOfLoop(path.load.getView()) &&
                  llvm::all_of(llvm::enumerate(path.load.getIndices()), isKnown);
    return isTile ? std::optional(path) : std::nullopt;
  }

  //===- Joining -------------------------------------------------------------------------------------------------===//

  bool mayJoin(int64_t joined) {
    if (constantOf(loop.getLowerBound()) != 0)
      return false;
    std::optional<int64_t> end = constantOf(loop.getUpperBound());
    bool isMultiple = end ? *end % joined == 0 : Divisibility().of(loop.getUpperBound()).divisor % joined == 0;
    return isMultiple || llvm::all_of(paths, [&](OperandPath &path) { return endsBehindTensor(path); });
  }

  /// No element is left behind the last iteration, and what a tile has there is zero.
  bool endsBehindTensor(OperandPath &path) {
    auto view = cast<PartitionViewType>(path.load.getView().getType());
    if (path.load.getInBounds() || view.getPadding() != std::optional(Padding::Zero))
      return false;
    auto tensor = path.load.getView().getDefiningOp<MakeViewOp>().getSource().getDefiningOp<MakeTensorViewOp>();
    ArrayRef<int64_t> shape = view.getTensorView().getShape();
    int64_t depth = view.getTileShape()[path.depthDimension], extent = shape[path.depthDimension];
    Value end = loop.getUpperBound();
    if (!ShapedType::isDynamic(extent))
      return constantOf(end) && *constantOf(end) * depth >= extent;
    if (!tensor)
      return false;
    Value number = tensor.getExtents()[llvm::count_if(shape.take_front(path.depthDimension), ShapedType::isDynamic)];
    std::optional<int64_t> known = constantOf(number);
    return known && constantOf(end) ? *constantOf(end) * depth >= *known : isCeilingOf(end, number, depth);
  }

  static Value withoutAssumptions(Value value) {
    while (auto assume = value.getDefiningOp<AssumeOp>())
      value = assume.getSource();
    return value;
  }

  /// `value` is `number / divisor`, rounded up.
  static bool isCeilingOf(Value value, Value number, int64_t divisor) {
    Operation *op = value.getDefiningOp();
    if (!isa_and_present<arith::CeilDivSIOp, arith::CeilDivUIOp, arith::DivSIOp, arith::DivUIOp>(op) ||
        constantOf(op->getOperand(1)) != divisor)
      return false;
    Value dividend = op->getOperand(0);
    if (isa<arith::DivSIOp, arith::DivUIOp>(op)) {
      auto sum = dividend.getDefiningOp<arith::AddIOp>();
      if (!sum || constantOf(sum.getRhs()) != divisor - 1)
        return false;
      dividend = sum.getLhs();
    }
    return withoutAssumptions(dividend) == withoutAssumptions(number);
  }

  //===- Rewriting -----------------------------------------------------------------------------------------------===//

  void rewrite(int64_t depth, int64_t joined, int64_t parts) {
    ImplicitLocOpBuilder builder(loop.getLoc(), loop);
    Type type = loop.getInductionVar().getType();
    auto constant = [&](int64_t value) {
      return arith::ConstantOp::create(builder, builder.getIntegerAttr(type, value)).getResult();
    };
    if (joined > 1)
      loop.setUpperBound(builder.createOrFold<arith::CeilDivSIOp>(loop.getUpperBound(), constant(joined)));
    if (parts > 1) {
      loop.setLowerBound(builder.createOrFold<arith::MulIOp>(loop.getLowerBound(), constant(parts)));
      loop.setUpperBound(builder.createOrFold<arith::MulIOp>(loop.getUpperBound(), constant(parts)));
    }
    mma.getAMutable().assign(rebuild(paths[0], depth));
    mma.getBMutable().assign(rebuild(paths[1], depth));
    for (OperandPath &path : paths) {
      for (Step step : llvm::reverse(path.steps))
        step.op->erase();
      path.load.erase();
    }
  }

  static Type withExtent(Type tile, unsigned dimension, int64_t extent) {
    auto type = cast<RankedTensorType>(tile);
    SmallVector<int64_t> shape(type.getShape());
    shape[dimension] = extent;
    return type.clone(shape);
  }

  /// The operand with another extent along K.
  Value rebuild(OperandPath &path, int64_t depth) {
    auto made = path.load.getView().getDefiningOp<MakeViewOp>();
    auto view = cast<PartitionViewType>(made.getType());
    SmallVector<int64_t> shape(view.getTileShape());
    shape[path.depthDimension] = depth;
    OpBuilder builder(made->getNextNode());
    Value other = MakeViewOp::create(
        builder, made.getLoc(),
        PartitionViewType::get(view.getContext(), shape, view.getTensorView(), view.getPadding()), made.getSource());
    builder.setInsertionPoint(path.load);
    auto load = cast<LoadViewOp>(builder.clone(*path.load));
    load.getViewMutable().assign(other);
    load.getResult().setType(cast<RankedTensorType>(withExtent(load.getType(), path.depthDimension, depth)));
    Value tile = load.getResult();
    for (Step step : path.steps) {
      builder.setInsertionPoint(step.op);
      Operation *op = builder.clone(*step.op);
      op->setOperand(0, tile);
      op->getResult(0).setType(withExtent(op->getResult(0).getType(), step.depthDimension, depth));
      tile = op->getResult(0);
    }
    return tile;
  }

  scf::ForOp loop;
  MmaOp mma;
  SmallVector<OperandPath, 2> paths; ///< of a and b
};

struct NormalizeDepth : tilec::tile::impl::NormalizeDepthBase<NormalizeDepth> {
  using Base::Base;

  void runOnOperation() override {
    getOperation().walk([&](scf::ForOp loop) { MmaLoop(loop).normalize(least, most, joinFloats); });
  }
};

} // namespace
