// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/MatrixMultiply/PipelineFragments.h"
#include "compiler/Transforms/TileGPU/MatrixMultiply/CarriedOperands.h"
#include "compiler/Transforms/TileGPU/MatrixMultiply/OperandParts.h"
#include "compiler/Transforms/TileGPU/Schedule/Mma/MmaPipeliningPlan.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// The parts of a loop's body, which has no others.
struct FragmentLoop {
  scf::ForOp loop;
  MmaOp mma;
  unsigned accumulator = 0;      ///< number among the carried values
  SmallVector<Operation *> head; ///< loads both operands
  SmallVector<MbarrierArriveOp> arrivals;
  SmallVector<Operation *> advance; ///< counts stages on
};

/// Whether the operands come from stages and K is at least two fragments deep.
bool isOfStages(MmaOp mma) {
  constexpr int64_t kDepth = 8;
  bool isDouble = getElementTypeOrSelf(mma.getA().getType()).isF64();
  return mma.getInstruction() == MmaInstruction::MmaSync && isDouble && mma.mma().k >= 2 * kDepth &&
         llvm::all_of(ValueRange{mma.getA(), mma.getB()}, [](Value mmaOperand) {
           return mmaOperand.getDefiningOp<BufferLoadOp>() && mmaOperand.hasOneUse();
         });
}

/// Adds to `head` what `value` needs of the body. False if that is more than stages, their counters and waits.
bool addToHead(Value value, scf::ForOp loop, llvm::SetVector<Operation *> &head) {
  if (loop.isDefinedOutsideOfLoop(value))
    return true;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner() == loop.getBody() && argument != loop.getInductionVar();
  Operation *op = value.getDefiningOp();
  if (op->getBlock() != loop.getBody() ||
      (!isa<BufferLoadOp, BufferStageOp, BufferViewOp, MbarrierWaitOp>(op) && !isScalarArithmetic(op)))
    return false;
  for (Value operand : op->getOperands())
    if (!addToHead(operand, loop, head))
      return false;
  head.insert(op);
  return true;
}

std::optional<FragmentLoop> findFragments(scf::ForOp loop) {
  FragmentLoop found{loop, {}, 0, {}, {}, {}};
  auto mmas = loop.getBody()->getOps<MmaOp>();
  if (!llvm::hasSingleElement(mmas) || !isOfStages(*mmas.begin()))
    return std::nullopt;
  found.mma = *mmas.begin();
  auto accumulator = dyn_cast<BlockArgument>(found.mma.getAccumulator());
  if (!accumulator || accumulator.getOwner() != loop.getBody() || !accumulator.hasOneUse() ||
      !found.mma.getResult().hasOneUse())
    return std::nullopt;
  found.accumulator = accumulator.getArgNumber() - 1;
  if (loop.getYieldedValues()[found.accumulator] != found.mma.getResult())
    return std::nullopt;
  llvm::SetVector<Operation *> head;
  if (!addToHead(found.mma.getA(), loop, head) || !addToHead(found.mma.getB(), loop, head))
    return std::nullopt;
  for (Operation &op : loop.getBody()->without_terminator())
    if (head.contains(&op))
      found.head.push_back(&op);
    else if (auto arrive = dyn_cast<MbarrierArriveOp>(op))
      found.arrivals.push_back(arrive);
    else if (op.getNumResults() > 0 && isScalarArithmetic(&op))
      found.advance.push_back(&op);
    else if (&op != found.mma)
      return std::nullopt;
  return found;
}

class Pipeliner {
public:
  explicit Pipeliner(FragmentLoop &found) : found(found), loop(found.loop), builder(found.loop.getLoc(), found.loop) {}

  MmaOp run() {
    scf::ForOp pipelined = carryOperands(
        builder, loop, [&](IRMapping &first) { return loadHalf(first, 0); },
        [&](Value counter, ValueRange carried) { return iterate(counter, carried, /*goesOn=*/true); },
        [&](Value counter, ValueRange carried) { return iterate(counter, carried, /*goesOn=*/false); });
    return *pipelined.getBody()->getOps<MmaOp>().begin();
  }

private:
  void clone(ArrayRef<Operation *> ops, IRMapping &mapping) {
    for (Operation *op : ops)
      builder.clone(*op, mapping);
  }

  /// Loads half of both operands from the stage that `mapping` leads to.
  SmallVector<Value> loadHalf(IRMapping &mapping, int64_t number) {
    clone(found.head, mapping);
    return {half(mapping.lookup(found.mma.getA()), layout::MmaOperand::A, number),
            half(mapping.lookup(found.mma.getB()), layout::MmaOperand::B, number)};
  }

  Value half(Value mmaOperand, layout::MmaOperand operand, int64_t number) {
    int64_t k = tile::shapeOf(mmaOperand.getType())[dimensionOfK(mmaOperand, operand)];
    return partAlongK(builder, mmaOperand, operand, k / 2, number);
  }

  /// Creates one iteration and returns the values that it carries on. With `goesOn` it loads the first half of the next
  /// iteration, too.
  SmallVector<Value> iterate(Value counter, ValueRange carried, bool goesOn) {
    IRMapping mapping = argumentsAs(loop, counter, carried);
    SmallVector<Value> second = loadHalf(mapping, 1), next;
    Value accumulator =
        multiplyAs(builder, found.mma, carried.drop_back().back(), carried.back(), carried[found.accumulator]);
    for (MbarrierArriveOp arrive : found.arrivals)
      builder.clone(*arrive, mapping);
    clone(found.advance, mapping);
    for (Value value : loop.getYieldedValues())
      next.push_back(value == found.mma.getResult() ? accumulator : mapping.lookupOrDefault(value));
    SmallVector<Value> first;
    if (goesOn) {
      IRMapping ahead = argumentsAs(loop, counter, next);
      first = loadHalf(ahead, 0);
    }
    next[found.accumulator] = multiplyAs(builder, found.mma, second[0], second[1], accumulator);
    llvm::append_range(next, first);
    return next;
  }

  FragmentLoop &found;
  scf::ForOp loop;
  ImplicitLocOpBuilder builder;
};

} // namespace

MmaOp tile_gpu::pipelineFragments(scf::ForOp loop) {
  std::optional<FragmentLoop> found = findFragments(loop);
  return found ? Pipeliner(*found).run() : MmaOp();
}
