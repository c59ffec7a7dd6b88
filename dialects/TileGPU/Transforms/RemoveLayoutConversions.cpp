// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes cheap tiles in the layout that is wanted instead of converting them.
//
// A conversion through shared memory costs a store, a barrier and a load. Index arithmetic is cheaper done twice:
//
//     %c = tile_gpu.coordinate 0 : tensor<64xi32, #a>
//     %s = arith.muli %c, %stride : tensor<64xi32, #a>
//     %t = tile_gpu.convert_layout %s : #a -> #b       // becomes: coordinate and muli once more, in #b
//
// For each conversion: walk back from its source and ask of every op whether it can be had in the wanted layout.
// Constants, iota, coordinates and splats can in any; elementwise ops if their operands can; broadcast, reshape and
// permute if their source can in the layout that fits; a conversion if it started from the wanted layout. Anything else
// ends the attempt, and so does a walk that meets more than kMaxOps. Then the ops are built anew beside the old ones,
// each once for each layout. What loses its last use is left to canonicalisation.
#include "compiler/Layout/LayoutConversion.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "dialects/TileGPU/Transforms/Passes.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_REMOVELAYOUTCONVERSIONS
#include "dialects/TileGPU/Transforms/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// Ops that are worth repeating to save one conversion through shared memory.
constexpr unsigned kMaxOps = 24;

std::vector<int64_t> shapeVector(Value tile) {
  ArrayRef<int64_t> shape = tile::shapeOf(tile.getType());
  return std::vector<int64_t>(shape.begin(), shape.end());
}

bool isElementwise(Operation *op) {
  return op->hasTrait<OpTrait::Elementwise>() && op->getNumRegions() == 0 && isMemoryEffectFree(op);
}

/// Has any layout that is asked for.
bool isSource(Operation *op) {
  return isa<tile::IotaOp, tile::SplatOp, CoordinateOp>(op) || op->hasTrait<OpTrait::ConstantLike>();
}

/// The layout that the only operand of a renaming op must have for its result to have `layout`.
std::optional<layout::LinearLayout> operandLayout(Operation *op, const layout::LinearLayout &layout) {
  if (auto broadcast = dyn_cast<BroadcastOp>(op))
    return layout.broadcastOperand(shapeVector(broadcast.getSource()));
  if (auto reshape = dyn_cast<ReshapeOp>(op))
    return layout.reshaped(shapeVector(reshape.getSource()));
  if (auto permute = dyn_cast<PermuteOp>(op)) {
    std::vector<int64_t> inverse(layout.rank());
    for (auto [to, from] : llvm::enumerate(permute.getPermutation()))
      inverse[from] = to;
    return layout.permuted(inverse);
  }
  return std::nullopt;
}

class Rebuilder {
public:
  /// Every op behind `value` can be had so that `value` has `layout`, with `budget` ops at most.
  bool canRebuild(Value value, const layout::LinearLayout &layout, unsigned &budget) const {
    if (LayoutAttr::of(value.getType()) == layout)
      return true;
    Operation *op = value.getDefiningOp();
    if (!op || budget-- == 0)
      return false;
    if (isSource(op))
      return true;
    if (auto convert = dyn_cast<ConvertLayoutOp>(op))
      return canRebuild(convert.getSource(), layout, budget);
    if (auto operand = operandLayout(op, layout))
      return canRebuild(op->getOperand(0), *operand, budget);
    return isElementwise(op) && llvm::all_of(op->getOperands(), [&](Value operand) {
             return !isDistributed(operand.getType()) || canRebuild(operand, layout, budget);
           });
  }

  Value rebuild(Value value, const layout::LinearLayout &layout) {
    auto wanted = withLayout(cast<RankedTensorType>(value.getType()), layout);
    if (value.getType() == wanted)
      return value;
    if (Value made = rebuilt.lookup({value, wanted}))
      return made;
    // Builds operands first, which adds to the map.
    Value made = buildAnew(value.getDefiningOp(), layout, wanted);
    rebuilt[{value, wanted}] = made;
    return made;
  }

private:
  Value buildAnew(Operation *op, const layout::LinearLayout &layout, RankedTensorType type) {
    if (auto convert = dyn_cast<ConvertLayoutOp>(op))
      return rebuild(convert.getSource(), layout);
    OpBuilder builder(op);
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      return arith::ConstantOp::create(builder, op->getLoc(), type,
                                       cast<DenseElementsAttr>(constant.getValue()).reshape(type));
    IRMapping operands;
    for (Value operand : op->getOperands())
      if (isDistributed(operand.getType()))
        operands.map(operand, rebuild(operand, operandLayout(op, layout).value_or(layout)));
    Operation *clone = builder.clone(*op, operands);
    clone->getResult(0).setType(type);
    return clone->getResult(0);
  }

  DenseMap<std::pair<Value, Type>, Value> rebuilt;
};

/// Says what a conversion that stays costs; nothing for one inside a lane.
void report(ConvertLayoutOp op) {
  using Kind = layout::LayoutConversion::Kind;
  Kind kind = layout::planConversion(LayoutAttr::of(op.getSource().getType()), LayoutAttr::of(op.getType())).kind;
  if (kind == Kind::Registers)
    return;
  int64_t bytes = tile::elementCount(op.getType()) * tile::storageBytes(getElementTypeOrSelf(op.getType()));
  op.emitRemark() << "a tile of " << bytes << " bytes changes lanes "
                  << (kind == Kind::Shuffles ? "by shuffles inside each warp"
                                             : "through shared memory: a store, a barrier and a load of each element");
}

struct RemoveLayoutConversions : tile_gpu::impl::RemoveLayoutConversionsBase<RemoveLayoutConversions> {
  using RemoveLayoutConversionsBase::RemoveLayoutConversionsBase;

  void runOnOperation() override {
    SmallVector<ConvertLayoutOp> conversions;
    getOperation().walk([&](ConvertLayoutOp op) { conversions.push_back(op); });
    Rebuilder rebuilder;
    for (ConvertLayoutOp op : conversions) {
      layout::LinearLayout wanted = LayoutAttr::of(op.getType());
      unsigned budget = kMaxOps;
      if (rebuilder.canRebuild(op.getSource(), wanted, budget))
        op.replaceAllUsesWith(rebuilder.rebuild(op.getSource(), wanted));
    }
    for (ConvertLayoutOp op : llvm::reverse(conversions)) {
      if (op.use_empty())
        op.erase();
      else if (remarks)
        report(op);
    }
  }
};

} // namespace
