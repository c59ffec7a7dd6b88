// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/Tile/Blocks/RepeatedDimensions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile;

static ArrayRef<int64_t> extentsOf(Value tile) {
  return cast<RankedTensorType>(tile.getType()).getShape();
}

static Dimensions longDimensions(ArrayRef<int64_t> extents) {
  Dimensions result(extents.size());
  for (auto [dimension, extent] : llvm::enumerate(extents))
    result[dimension] = extent > 1;
  return result;
}

static bool isElementwise(Operation *op) {
  return op->hasTrait<OpTrait::Elementwise>() && op->getNumRegions() == 0 && op->getNumResults() == 1 &&
         isMemoryEffectFree(op);
}

/// The result's dimension for each of the source's; none for those of extent 1 where only such come or go.
static std::optional<SmallVector<std::optional<unsigned>>> reshapedDimensions(ReshapeOp op) {
  ArrayRef<int64_t> from = extentsOf(op.getSource()), to = extentsOf(op.getResult());
  SmallVector<std::optional<unsigned>> result(from.size());
  unsigned next = 0;
  for (auto [dimension, extent] : llvm::enumerate(from)) {
    if (extent == 1)
      continue;
    while (next < to.size() && to[next] == 1)
      ++next;
    if (next == to.size() || to[next] != extent)
      return std::nullopt;
    result[dimension] = next++;
  }
  return result;
}

/// The source's dimensions of a set of the result's; none if that cannot be told.
static std::optional<Dimensions> inSource(Operation *op, const Dimensions &ofResult) {
  Value source = op->getOperand(0);
  Dimensions result(extentsOf(source).size());
  if (auto permute = dyn_cast<PermuteOp>(op)) {
    for (auto [to, from] : llvm::enumerate(permute.getPermutation()))
      result[from] = ofResult[to];
  } else if (auto reshape = dyn_cast<ReshapeOp>(op)) {
    auto dimensions = reshapedDimensions(reshape);
    if (!dimensions)
      return std::nullopt;
    for (auto [from, to] : llvm::enumerate(*dimensions))
      result[from] = to && ofResult[*to];
  } else {
    // A broadcast's source has the last dimensions of the result.
    for (unsigned i = 0; i < result.size(); ++i)
      result[result.size() - 1 - i] = ofResult[ofResult.size() - 1 - i];
  }
  return result & longDimensions(extentsOf(source));
}

/// The result's dimensions along which it changes, by those of the source.
static Dimensions changesOf(Operation *op, const Dimensions &changesOfSource) {
  ArrayRef<int64_t> extents = extentsOf(op->getResult(0));
  Dimensions result(extents.size());
  for (unsigned dimension = 0; dimension < extents.size(); ++dimension) {
    Dimensions one(extents.size());
    one.set(dimension);
    std::optional<Dimensions> source = inSource(op, one);
    result[dimension] = extents[dimension] > 1 && (source ? (*source & changesOfSource).any() : changesOfSource.any());
  }
  return result;
}

Dimensions RepeatedDimensions::of(Value tile) {
  Dimensions result = longDimensions(extentsOf(tile));
  return result.reset(changes(tile));
}

/// Dimensions along which `tile` may change.
Dimensions RepeatedDimensions::changes(Value tile) {
  if (auto found = known.find(tile); found != known.end())
    return found->second;
  Dimensions result = computeChanges(tile);
  known[tile] = result;
  return result;
}

Dimensions RepeatedDimensions::computeChanges(Value tile) {
  Dimensions all = longDimensions(extentsOf(tile));
  Operation *op = tile.getDefiningOp();
  if (!op)
    return all;
  if (DenseElementsAttr constant; matchPattern(tile, m_Constant(&constant)))
    return constant.isSplat() ? Dimensions(all.size()) : all;
  if (isa<SplatOp>(op))
    return Dimensions(all.size());
  if (isa<BroadcastOp, PermuteOp, ReshapeOp>(op)) {
    bool isUnknown = isa<ReshapeOp>(op) && !reshapedDimensions(cast<ReshapeOp>(op));
    return isUnknown ? all : changesOf(op, changes(op->getOperand(0)));
  }
  if (!isElementwise(op))
    return all;
  Dimensions result(all.size());
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType()))
      result |= changes(operand);
  return result;
}

Value RepeatedDimensions::withOneAlong(OpBuilder &builder, Value tile, const Dimensions &along) {
  auto type = cast<RankedTensorType>(tile.getType());
  SmallVector<int64_t> shape(type.getShape());
  for (unsigned dimension : along.set_bits())
    shape[dimension] = 1;
  if (ArrayRef(shape) == type.getShape())
    return tile;
  auto narrow = RankedTensorType::get(shape, type.getElementType());
  if (Value before = made.lookup({tile, narrow}))
    return before;
  Value result = build(builder, tile, narrow, along);
  made[{tile, narrow}] = result;
  return result;
}

Value RepeatedDimensions::build(OpBuilder &builder, Value tile, RankedTensorType narrow, const Dimensions &along) {
  Operation *op = tile.getDefiningOp();
  if (DenseElementsAttr constant; matchPattern(tile, m_Constant(&constant)))
    return arith::ConstantOp::create(builder, op->getLoc(),
                                     DenseElementsAttr::get(narrow, constant.getSplatValue<Attribute>()));
  IRMapping operands;
  bool isMove = isa<BroadcastOp, PermuteOp, ReshapeOp>(op);
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType()))
      operands.map(operand, withOneAlong(builder, operand, isMove ? *inSource(op, along) : along));
  if (isa<BroadcastOp, ReshapeOp>(op))
    if (Value source = operands.lookup(op->getOperand(0)); source.getType() == narrow)
      return source;
  Operation *clone = builder.clone(*op, operands);
  clone->getResult(0).setType(narrow);
  return clone->getResult(0);
}
