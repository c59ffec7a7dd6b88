// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Layouts/Rematerialization.h"
#include "compiler/Transforms/TileGPU/Layouts/LayoutRelations.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

/// Elements of a tile that lanes rather load again, each what it needs: a conversion stores them besides, and meets.
static constexpr int64_t kSmallTile = 512;

static bool isSmallBufferLoad(Operation *op) {
  return isa<BufferLoadOp>(op) && tile::elementCount(op->getResult(0).getType()) <= kSmallTile;
}

/// Has any layout that is asked for.
static bool isSource(Operation *op) {
  return isSmallBufferLoad(op) || isa<tile::IotaOp, tile::SplatOp, CoordinateOp>(op) ||
         op->hasTrait<OpTrait::ConstantLike>();
}

static bool isRenaming(Operation *op) {
  return isa<BroadcastOp, ReshapeOp, PermuteOp>(op);
}

static bool isElementwise(Operation *op) {
  return op->hasTrait<OpTrait::Elementwise>() && op->getNumRegions() == 0 && op->getNumResults() == 1 &&
         isMemoryEffectFree(op);
}

static int64_t weightOf(Operation *op) {
  if (isRenaming(op))
    return 0;
  bool isCheapMath = isa<math::FmaOp, math::AbsFOp, math::AbsIOp>(op);
  bool isDivision =
      isa<arith::DivFOp, arith::DivSIOp, arith::DivUIOp, arith::RemFOp, arith::RemSIOp, arith::RemUIOp>(op);
  return isDivision || (isa<math::MathDialect>(op->getDialect()) && !isCheapMath) ? 8 : 1;
}

std::optional<int64_t> tile_gpu::repetitionOf(Value tile, int64_t budget) {
  Operation *op = tile.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (auto convert = dyn_cast<ConvertLayoutOp>(op))
    return repetitionOf(convert.getSource(), budget);
  int64_t count = weightOf(op);
  if (count > budget)
    return std::nullopt;
  if (isSource(op))
    return count;
  if (!isRenaming(op) && !isElementwise(op))
    return std::nullopt;
  for (Value operand : op->getOperands()) {
    if (!isDistributed(operand.getType()))
      continue;
    auto behind = repetitionOf(operand, budget - count);
    if (!behind)
      return std::nullopt;
    count += *behind;
  }
  return count;
}

namespace {

/// Counts the ops that one conversion would repeat, each once for each layout.
class Repetition {
public:
  Repetition(Operation *conversion, int64_t budget)
      : loop(conversion->getParentOfType<LoopLikeOpInterface>()), budget(double(budget)) {}

  bool isPossible(Value value, const layout::LinearLayout &layout) {
    if (LayoutAttr::of(value.getType()) == layout)
      return true;
    Operation *op = value.getDefiningOp();
    if (!op)
      return false;
    if (!counted.insert({value, withLayout(cast<RankedTensorType>(value.getType()), layout)}).second)
      return true;
    if (auto convert = dyn_cast<ConvertLayoutOp>(op))
      return isPossible(convert.getSource(), layout);
    budget -= weightHere(op);
    if (budget < 0)
      return false;
    if (isSource(op))
      return true;
    if (!isRenaming(op) && !isElementwise(op))
      return false;
    return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
      return !isDistributed(operand.get().getType()) || isPossible(operand.get(), *operandLayout(operand, layout));
    });
  }

private:
  double weightHere(Operation *op) const {
    constexpr double kLoopFrequency = 16;
    bool isBeforeLoop = loop && !loop->isAncestor(op);
    bool isSmall = tile::elementCount(op->getResult(0).getType()) <= kSmallTile;
    return double(weightOf(op)) / (isBeforeLoop && isSmall ? kLoopFrequency : 1);
  }

  LoopLikeOpInterface loop;
  double budget;
  llvm::DenseSet<std::pair<Value, Type>> counted;
};

} // namespace

bool Rematerialization::isPossible(ConvertLayoutOp conversion, int64_t budget) const {
  return Repetition(conversion, budget).isPossible(conversion.getSource(), LayoutAttr::of(conversion.getType()));
}

Value Rematerialization::make(Value value, const layout::LinearLayout &layout) {
  auto wanted = withLayout(cast<RankedTensorType>(value.getType()), layout);
  if (value.getType() == wanted)
    return value;
  if (Value known = made.lookup({value, wanted}))
    return known;
  // Builds operands first, which adds to the map.
  Value result = build(value.getDefiningOp(), layout, wanted);
  made[{value, wanted}] = result;
  return result;
}

Value Rematerialization::build(Operation *op, const layout::LinearLayout &layout, RankedTensorType type) {
  if (auto convert = dyn_cast<ConvertLayoutOp>(op))
    return make(convert.getSource(), layout);
  OpBuilder builder(op);
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return arith::ConstantOp::create(builder, op->getLoc(), type,
                                     cast<DenseElementsAttr>(constant.getValue()).reshape(type));
  IRMapping operands;
  for (OpOperand &operand : op->getOpOperands())
    if (isDistributed(operand.get().getType()))
      operands.map(operand.get(), make(operand.get(), *operandLayout(operand, layout)));
  Operation *clone = builder.clone(*op, operands);
  clone->getResult(0).setType(type);
  return clone->getResult(0);
}
