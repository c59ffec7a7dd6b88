// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-load-before-mmas: what MMAs of one accumulator multiply is loaded before the first of them (see Passes.td).
//
//     %a = load_view ..                        %a = load_view ..
//     %s = mma %a, %x, %sum             =>     %b = load_view ..
//     %b = load_view ..                        %s = mma %a, %x, %sum
//     %t = mma %b, %y, %s                      %t = mma %b, %y, %s
//
// So they can be started together. Sources write a load where its tile is used, as an argument.
#include "compiler/Transforms/Tile/Passes.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace tilec::tile {
#define GEN_PASS_DEF_LOADBEFOREMMAS
#include "compiler/Transforms/Tile/Passes.h.inc"
} // namespace tilec::tile

using namespace mlir;
using namespace tilec;
using namespace tilec::tile;

namespace {

/// The MMA whose result is the accumulator of this one alone, in the same block.
MmaOp mmaBefore(MmaOp mma) {
  auto before = mma.getAccumulator().getDefiningOp<MmaOp>();
  return before && before->getBlock() == mma->getBlock() && before->hasOneUse() ? before : MmaOp();
}

/// Loads and what renames or numbers their tiles. What lanes compute stays where it is: they would hold all of it at
/// once.
bool mayMove(Operation *op) {
  bool isOfScalars = llvm::none_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
  return isa<LoadViewOp, PermuteOp, ReshapeOp>(op) || (isPure(op) && isOfScalars && op->getNumRegions() == 0);
}

/// Ops behind `first` that make `value`, in any order. False where one of them must stay.
bool collectMakers(Value value, Operation *first, llvm::SetVector<Operation *> &makers) {
  Operation *maker = value.getDefiningOp();
  if (!maker || maker->getBlock() != first->getBlock() || maker->isBeforeInBlock(first) || makers.contains(maker))
    return true;
  if (!mayMove(maker))
    return false;
  makers.insert(maker);
  return llvm::all_of(maker->getOperands(), [&](Value operand) { return collectMakers(operand, first, makers); });
}

/// Nothing between the ops writes memory, or waits for who does.
bool onlyReadsBetween(Operation *first, Operation *last) {
  for (Operation *op = first; op != last; op = op->getNextNode())
    if (!isMemoryEffectFree(op) && !isa<LoadViewOp>(op))
      return false;
  return true;
}

struct LoadBeforeMmas : tile::impl::LoadBeforeMmasBase<LoadBeforeMmas> {
  void runOnOperation() override {
    getOperation().walk([](MmaOp mma) {
      MmaOp first = mmaBefore(mma);
      while (MmaOp before = first ? mmaBefore(first) : MmaOp())
        first = before;
      if (first && onlyReadsBetween(first, mma))
        moveOperands(mma, first);
    });
  }

private:
  static void moveOperands(MmaOp mma, MmaOp first) {
    llvm::SetVector<Operation *> makers;
    for (Value operand : {mma.getA(), mma.getB()})
      if (!collectMakers(operand, first, makers))
        return;
    SmallVector<Operation *> inOrder(makers.begin(), makers.end());
    llvm::sort(inOrder, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    for (Operation *maker : inOrder)
      maker->moveBefore(first);
  }
};

} // namespace
