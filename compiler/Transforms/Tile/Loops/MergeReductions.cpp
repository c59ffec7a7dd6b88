// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-merge-reductions: two reductions that do not need each other's results become one of two operands (see
// Passes.td).
//
//     %s = tile.reduce %g axis = 1 {add}                  %gx = arith.mulf %g, %x
//     %gx = arith.mulf %g, %x                       =>    %s, %t = tile.reduce %g, %gx axis = 1 {add, add}
//     %t = tile.reduce %gx axis = 1 {add}
//
// A reduction over several warps costs a turn through shared memory and a barrier at which all its operands' tiles that
// are needed later have to be held in registers. Merged, partial results of both go through memory together, and what
// only the second needs is used up before the barrier. The norms' gradients, a mean and a mean of squares, several
// statistics of a row: all take two sums.
//
// The second moves up to the first: with what its operands need, as long as that has no effects, reads no memory and
// does not lead back to the first. Tiles must have one shape and be reduced along one axis. Left alone: integers, and
// plain maxima and minima, for which warps have instructions that take one operand.
#include "compiler/Transforms/Tile/Passes.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace tilec::tile {
#define GEN_PASS_DEF_MERGEREDUCTIONS
#include "compiler/Transforms/Tile/Passes.h.inc"
} // namespace tilec::tile

using namespace mlir;
using namespace tilec::tile;

namespace {

bool isFloatTile(Value value) {
  return isa<FloatType>(getElementTypeOrSelf(value.getType()));
}

bool isPlainExtremum(ReduceOp op) {
  Operation &first = op.getCombiner().front().front();
  return op.getSources().size() == 1 &&
         isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp>(first);
}

/// Would a second operand help, rather than cost an instruction that takes one?
bool isCandidate(ReduceOp op) {
  return llvm::all_of(op.getSources(), isFloatTile) && !isPlainExtremum(op);
}

bool haveOneShape(ReduceOp first, ReduceOp second) {
  auto shapeOf = [](ReduceOp op) { return cast<ShapedType>(op.getSources().front().getType()).getShape(); };
  return first.getAxis() == second.getAxis() && shapeOf(first) == shapeOf(second);
}

/// How far behind the first the second may stand: what moves up from farther away is held for long.
constexpr unsigned kMaxDistance = 1024;

/// Does every operand of `op`, or of what it holds, come from elsewhere than the ops behind `first`, or from one of
/// those that can stand before `first`?
bool areOperandsMovable(Operation *op, const llvm::DenseSet<Operation *> &behind,
                        const llvm::DenseSet<Operation *> &movable) {
  auto comesInTime = [&](Value operand) {
    Operation *source = operand.getDefiningOp();
    return !source || !behind.contains(source) || movable.contains(source);
  };
  return !op->walk([&](Operation *inner) {
              return llvm::all_of(inner->getOperands(), comesInTime) ? WalkResult::advance() : WalkResult::interrupt();
            }).wasInterrupted();
}

/// Ops of `movable` that `second` needs, in order.
llvm::SetVector<Operation *> sliceOf(ReduceOp first, ReduceOp second, const llvm::DenseSet<Operation *> &movable) {
  llvm::DenseSet<Operation *> slice;
  SmallVector<Operation *> toVisit{second};
  while (!toVisit.empty())
    toVisit.pop_back_val()->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (Operation *source = operand.getDefiningOp(); movable.contains(source) && slice.insert(source).second)
          toVisit.push_back(source);
    });
  llvm::SetVector<Operation *> ordered;
  for (Operation *op = first->getNextNode(); op != second; op = op->getNextNode())
    if (slice.contains(op))
      ordered.insert(op);
  return ordered;
}

/// Appends the combiner `from` to `into`: the first halves of their arguments, then the second halves.
void appendCombiner(Region &into, ReduceOp from, unsigned numBefore) {
  Block &target = into.front(), &source = from.getCombiner().front();
  unsigned added = from.getSources().size();
  IRMapping mapping;
  for (unsigned half = 0; half < 2; ++half)
    for (unsigned i = 0; i < added; ++i) {
      Value old = source.getArgument(half * added + i);
      unsigned position = half == 0 ? numBefore + i : 2 * numBefore + added + i;
      mapping.map(old, target.insertArgument(position, old.getType(), old.getLoc()));
    }
  auto yield = cast<YieldOp>(target.getTerminator());
  OpBuilder builder(yield);
  for (Operation &op : source.without_terminator())
    builder.clone(op, mapping);
  SmallVector<Value> values(yield.getValues());
  for (Value value : source.getTerminator()->getOperands())
    values.push_back(mapping.lookupOrDefault(value));
  YieldOp::create(builder, yield.getLoc(), values);
  yield.erase();
}

ReduceOp merge(ReduceOp first, ReduceOp second) {
  OpBuilder builder(first);
  SmallVector<Value> sources(first.getSources());
  SmallVector<Type> types(first.getResultTypes());
  llvm::append_range(sources, second.getSources());
  llvm::append_range(types, second.getResultTypes());
  auto merged = ReduceOp::create(builder, builder.getFusedLoc({first.getLoc(), second.getLoc()}), types, sources,
                                 first.getAxis());
  unsigned before = first.getSources().size();
  merged.getCombiner().takeBody(first.getCombiner());
  appendCombiner(merged.getCombiner(), second, before);
  first.replaceAllUsesWith(merged.getResults().take_front(before));
  second.replaceAllUsesWith(merged.getResults().drop_front(before));
  first.erase();
  second.erase();
  return merged;
}

/// The first reduction behind `first` that can join it, with what has to move up.
std::optional<std::pair<ReduceOp, llvm::SetVector<Operation *>>> findPartner(ReduceOp first) {
  // `first` itself, and ops behind it; those of them that can stand before it.
  llvm::DenseSet<Operation *> behind = {first}, movable;
  unsigned distance = 0;
  for (Operation *op = first->getNextNode(); op && distance < kMaxDistance; op = op->getNextNode(), ++distance) {
    behind.insert(op);
    if (!areOperandsMovable(op, behind, movable))
      continue;
    if (auto second = dyn_cast<ReduceOp>(op); second && isCandidate(second) && haveOneShape(first, second))
      return std::pair(second, sliceOf(first, second, movable));
    if (isMemoryEffectFree(op))
      movable.insert(op);
  }
  return std::nullopt;
}

class MergeReductions : public tilec::tile::impl::MergeReductionsBase<MergeReductions> {
public:
  void runOnOperation() override {
    SmallVector<ReduceOp> reductions;
    getOperation()->walk([&](ReduceOp op) { reductions.push_back(op); });
    llvm::DenseSet<Operation *> gone;
    for (ReduceOp first : reductions) {
      if (gone.contains(first) || !isCandidate(first))
        continue;
      while (auto partner = findPartner(first)) {
        auto &[second, slice] = *partner;
        for (Operation *op : slice)
          op->moveBefore(first);
        gone.insert(second);
        first = merge(first, second);
      }
    }
  }
};

} // namespace
