// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Loops/JoinBounds.h"
#include "dialects/Tile/Analysis/IntegerRanges.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

using Predicate = arith::CmpIPredicate;

Value unspread(Value tile) {
  while (auto broadcast = tile.getDefiningOp<BroadcastOp>())
    tile = broadcast.getSource();
  return tile;
}

/// An upper bound; null if the value is none.
arith::CmpIOp boundOf(Value condition) {
  auto bound = condition.getDefiningOp<arith::CmpIOp>();
  bool isUpper = bound && (bound.getPredicate() == Predicate::sle || bound.getPredicate() == Predicate::slt);
  return isUpper && isDistributed(bound.getLhs().getType()) ? bound : arith::CmpIOp();
}

int64_t registersOf(Value tile) {
  layout::LinearLayout layout = LayoutAttr::of(tile.getType());
  return layout.size(layout::Place::Register);
}

class BoundJoiner {
public:
  explicit BoundJoiner(Operation *root) : root(root) {}

  void run() {
    SmallVector<arith::AndIOp> masks;
    root->walk([&](arith::AndIOp op) { masks.push_back(op); });
    for (arith::AndIOp mask : masks)
      if (isDistributed(mask.getType()) &&
          (join(mask, mask.getLhs(), mask.getRhs()) || join(mask, mask.getRhs(), mask.getLhs())))
        mask.erase();
  }

private:
  /// `mask` becomes `spread` with the bound `other` in it.
  bool join(arith::AndIOp mask, Value spread, Value other) {
    arith::CmpIOp all = boundOf(unspread(other));
    auto number = all ? unspread(all.getRhs()).getDefiningOp<tile::SplatOp>() : tile::SplatOp();
    if (!number)
      return false;
    arith::CmpIOp joined = findBound(spread, unspread(all.getLhs()), all.getPredicate());
    if (!joined || !DominanceInfo(root).dominates(number.getSource(), joined))
      return false;
    lower(joined, number.getSource(), all.getPredicate() == Predicate::slt && joined.getPredicate() == Predicate::sle);
    mask.replaceAllUsesWith(spread);
    return true;
  }

  /// Finds in `condition`, or in what must hold for it, a bound of the same numbers that few registers give.
  arith::CmpIOp findBound(Value condition, Value numbers, Predicate predicate) {
    if (!condition.hasOneUse())
      return {};
    if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
      arith::CmpIOp found = findBound(both.getLhs(), numbers, predicate);
      return found ? found : findBound(both.getRhs(), numbers, predicate);
    }
    arith::CmpIOp bound = boundOf(condition);
    if (!bound || unspread(bound.getLhs()) != numbers)
      return {};
    bool isAsStrict = bound.getPredicate() == predicate;
    bool isLessStrict = bound.getPredicate() == Predicate::sle && predicate == Predicate::slt && isFromZeroUp(numbers);
    Value rows = unspread(bound.getRhs());
    return (isAsStrict || isLessStrict) && 4 * registersOf(rows) <= registersOf(bound.getRhs()) ? bound
                                                                                                : arith::CmpIOp();
  }

  bool isFromZeroUp(Value numbers) {
    if (!ranges)
      ranges.emplace(root);
    std::optional<ConstantIntRanges> range = ranges->of(numbers);
    return range && range->smin().isNonNegative();
  }

  /// `bound` also holds for `number`, or what is below it.
  void lower(arith::CmpIOp bound, Value number, bool isBelow) {
    ImplicitLocOpBuilder builder(bound.getLoc(), bound);
    Value rows = unspread(bound.getRhs());
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantOp::create(builder, builder.getIntegerAttr(number.getType(), value));
    };
    if (isBelow)
      number = arith::SubIOp::create(builder, arith::MaxSIOp::create(builder, number, constant(0)), constant(1));
    Value lowered = arith::MinSIOp::create(builder, rows, tile::SplatOp::create(builder, rows.getType(), number));
    if (rows != bound.getRhs())
      lowered = BroadcastOp::create(builder, bound.getRhs().getType(), lowered);
    bound.getRhsMutable().assign(lowered);
  }

  Operation *root;
  /// As the kernel was when they were first asked for: what is lowered since has no part in them.
  std::optional<tile::IntegerRanges> ranges;
};

} // namespace

void tile_gpu::joinBounds(Operation *root) {
  BoundJoiner(root).run();
}
