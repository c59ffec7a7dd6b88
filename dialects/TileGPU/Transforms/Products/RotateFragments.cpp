// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TileGPU/Transforms/Products/RotateFragments.h"
#include "dialects/TileGPU/Transforms/Products/CarriedFactors.h"
#include "dialects/TileGPU/Transforms/Products/FactorParts.h"
#include "dialects/TileGPU/Transforms/Products/RotationPlan.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// The parts of a loop's body, which has no others.
struct FragmentLoop {
  scf::ForOp loop;
  MmaOp product;
  unsigned sum = 0;              ///< number among the carried values
  SmallVector<Operation *> head; ///< loads both factors
  SmallVector<MbarrierArriveOp> arrivals;
  SmallVector<Operation *> advance; ///< counts slots on
};

/// Whether the operands come from stages and K is at least two fragments deep.
bool isOfSlots(MmaOp product) {
  constexpr int64_t kDepth = 8;
  bool isDouble = getElementTypeOrSelf(product.getA().getType()).isF64();
  return product.getInstruction() == ProductInstruction::MmaSync && isDouble && product.product().k >= 2 * kDepth &&
         llvm::all_of(ValueRange{product.getA(), product.getB()},
                      [](Value factor) { return factor.getDefiningOp<BufferLoadOp>() && factor.hasOneUse(); });
}

/// Adds to `head` what `value` needs of the body. False if that is more than stages, their counters and waits.
bool addToHead(Value value, scf::ForOp loop, llvm::SetVector<Operation *> &head) {
  if (loop.isDefinedOutsideOfLoop(value))
    return true;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner() == loop.getBody() && argument != loop.getInductionVar();
  Operation *op = value.getDefiningOp();
  if (op->getBlock() != loop.getBody() ||
      (!isa<BufferLoadOp, BufferSlotOp, BufferViewOp, MbarrierWaitOp>(op) && !isScalarArithmetic(op)))
    return false;
  for (Value operand : op->getOperands())
    if (!addToHead(operand, loop, head))
      return false;
  head.insert(op);
  return true;
}

std::optional<FragmentLoop> findFragments(scf::ForOp loop) {
  FragmentLoop found{loop, {}, 0, {}, {}, {}};
  auto products = loop.getBody()->getOps<MmaOp>();
  if (!llvm::hasSingleElement(products) || !isOfSlots(*products.begin()))
    return std::nullopt;
  found.product = *products.begin();
  auto sum = dyn_cast<BlockArgument>(found.product.getAccumulator());
  if (!sum || sum.getOwner() != loop.getBody() || !sum.hasOneUse() || !found.product.getResult().hasOneUse())
    return std::nullopt;
  found.sum = sum.getArgNumber() - 1;
  if (loop.getYieldedValues()[found.sum] != found.product.getResult())
    return std::nullopt;
  llvm::SetVector<Operation *> head;
  if (!addToHead(found.product.getA(), loop, head) || !addToHead(found.product.getB(), loop, head))
    return std::nullopt;
  for (Operation &op : loop.getBody()->without_terminator())
    if (head.contains(&op))
      found.head.push_back(&op);
    else if (auto arrive = dyn_cast<MbarrierArriveOp>(op))
      found.arrivals.push_back(arrive);
    else if (op.getNumResults() > 0 && isScalarArithmetic(&op))
      found.advance.push_back(&op);
    else if (&op != found.product)
      return std::nullopt;
  return found;
}

class Rotator {
public:
  explicit Rotator(FragmentLoop &found) : found(found), loop(found.loop), builder(found.loop.getLoc(), found.loop) {}

  MmaOp run() {
    scf::ForOp rotated = carryFactors(
        builder, loop, [&](IRMapping &first) { return loadHalf(first, 0); },
        [&](Value counter, ValueRange carried) { return iterate(counter, carried, /*goesOn=*/true); },
        [&](Value counter, ValueRange carried) { return iterate(counter, carried, /*goesOn=*/false); });
    return *rotated.getBody()->getOps<MmaOp>().begin();
  }

private:
  void clone(ArrayRef<Operation *> ops, IRMapping &mapping) {
    for (Operation *op : ops)
      builder.clone(*op, mapping);
  }

  /// Loads half of both operands from the stage that `mapping` leads to.
  SmallVector<Value> loadHalf(IRMapping &mapping, int64_t number) {
    clone(found.head, mapping);
    return {half(mapping.lookup(found.product.getA()), layout::MmaOperand::A, number),
            half(mapping.lookup(found.product.getB()), layout::MmaOperand::B, number)};
  }

  Value half(Value factor, layout::MmaOperand operand, int64_t number) {
    int64_t k = tile::shapeOf(factor.getType())[dimensionOfK(factor, operand)];
    return partAlongK(builder, factor, operand, k / 2, number);
  }

  /// Creates one iteration and returns the values that it carries on. With `goesOn` it loads the first half of the next
  /// iteration, too.
  SmallVector<Value> iterate(Value counter, ValueRange carried, bool goesOn) {
    IRMapping mapping = argumentsAs(loop, counter, carried);
    SmallVector<Value> second = loadHalf(mapping, 1), next;
    Value sum = multiplyAs(builder, found.product, carried.drop_back().back(), carried.back(), carried[found.sum]);
    for (MbarrierArriveOp arrive : found.arrivals)
      builder.clone(*arrive, mapping);
    clone(found.advance, mapping);
    for (Value value : loop.getYieldedValues())
      next.push_back(value == found.product.getResult() ? sum : mapping.lookupOrDefault(value));
    SmallVector<Value> first;
    if (goesOn) {
      IRMapping ahead = argumentsAs(loop, counter, next);
      first = loadHalf(ahead, 0);
    }
    next[found.sum] = multiplyAs(builder, found.product, second[0], second[1], sum);
    llvm::append_range(next, first);
    return next;
  }

  FragmentLoop &found;
  scf::ForOp loop;
  ImplicitLocOpBuilder builder;
};

} // namespace

MmaOp tile_gpu::rotateFragments(scf::ForOp loop) {
  std::optional<FragmentLoop> found = findFragments(loop);
  return found ? Rotator(*found).run() : MmaOp();
}
