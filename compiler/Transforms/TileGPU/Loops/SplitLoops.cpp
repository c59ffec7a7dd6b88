// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Loops/SplitLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilec;

namespace {

/// `counter + offset < bound`, or its opposite.
struct Boundary {
  arith::CmpIOp compare;
  int64_t offset = 0;
  Value bound;
  bool isTrueBefore = false;
};

std::optional<int64_t> constantOf(Value value) {
  APInt number;
  return matchPattern(value, m_ConstantInt(&number)) ? std::optional(number.getSExtValue()) : std::nullopt;
}

/// How far `value` is from the loop's counter.
std::optional<int64_t> offsetFromCounter(scf::ForOp loop, Value value) {
  if (value == loop.getInductionVar())
    return 0;
  auto add = value.getDefiningOp<arith::AddIOp>();
  std::optional<int64_t> offset =
      add && add.getLhs() == loop.getInductionVar() ? constantOf(add.getRhs()) : std::nullopt;
  return offset && *offset >= 0 ? offset : std::nullopt;
}

std::optional<Boundary> findBoundary(scf::ForOp loop, arith::CmpIOp compare) {
  bool isTrueBefore = compare.getPredicate() == arith::CmpIPredicate::slt;
  if (!isTrueBefore && compare.getPredicate() != arith::CmpIPredicate::sge)
    return std::nullopt;
  std::optional<int64_t> offset = offsetFromCounter(loop, compare.getLhs());
  if (!offset || !loop.isDefinedOutsideOfLoop(compare.getRhs()))
    return std::nullopt;
  return Boundary{compare, *offset, compare.getRhs(), isTrueBefore};
}

/// Comparisons that `condition` is made of.
void collectComparisons(Value condition, SmallVectorImpl<arith::CmpIOp> &found) {
  Operation *op = condition.getDefiningOp();
  if (auto compare = dyn_cast_if_present<arith::CmpIOp>(op))
    return found.push_back(compare);
  if (isa_and_nonnull<arith::AndIOp, arith::OrIOp, arith::SelectOp>(op))
    for (Value operand : op->getOperands())
      collectComparisons(operand, found);
  auto branch = dyn_cast_if_present<scf::IfOp>(op);
  if (!branch || branch.getNumResults() != 1)
    return;
  collectComparisons(branch.getCondition(), found);
  for (Region *region : {&branch.getThenRegion(), &branch.getElseRegion()})
    collectComparisons(region->front().getTerminator()->getOperand(0), found);
}

std::optional<Boundary> findBoundary(scf::ForOp loop) {
  SmallVector<arith::CmpIOp> comparisons;
  for (auto branch : loop.getBody()->getOps<scf::IfOp>())
    if (llvm::any_of(branch.getResultTypes(), llvm::IsaPred<RankedTensorType>))
      collectComparisons(branch.getCondition(), comparisons);
  for (arith::CmpIOp compare : comparisons)
    if (std::optional<Boundary> boundary = findBoundary(loop, compare))
      return boundary;
  return std::nullopt;
}

void replaceByConstant(arith::CmpIOp compare, bool value) {
  OpBuilder builder(compare);
  Value constant = arith::ConstantOp::create(builder, compare.getLoc(), builder.getBoolAttr(value));
  compare.replaceAllUsesWith(constant);
  compare.erase();
}

/// The first counter behind the boundary: between the loop's bounds, without overflow.
Value createMiddle(scf::ForOp loop, const Boundary &boundary) {
  ImplicitLocOpBuilder builder(loop.getLoc(), loop);
  Value offset =
      arith::ConstantOp::create(builder, builder.getIntegerAttr(loop.getInductionVar().getType(), boundary.offset));
  Value first = arith::AddIOp::create(builder, loop.getLowerBound(), offset);
  Value middle = arith::MaxSIOp::create(builder, boundary.bound, first);
  middle = arith::SubIOp::create(builder, middle, offset);
  Value end = arith::MaxSIOp::create(builder, loop.getUpperBound(), loop.getLowerBound());
  return arith::MinSIOp::create(builder, middle, end);
}

/// Never on the near side of the boundary, for what is known at compile time.
bool isBehind(scf::ForOp loop, const Boundary &boundary) {
  std::optional<int64_t> begin = constantOf(loop.getLowerBound()), bound = constantOf(boundary.bound);
  return begin && bound && *begin + boundary.offset >= *bound;
}

/// `loop` begins at the boundary then; what comes before it is the result.
scf::ForOp split(scf::ForOp loop, Boundary boundary) {
  Value middle = createMiddle(loop, boundary);
  OpBuilder builder(loop);
  IRMapping mapping;
  auto before = cast<scf::ForOp>(builder.clone(*loop, mapping));
  before.setUpperBound(middle);
  loop.setLowerBound(middle);
  loop.getInitArgsMutable().assign(before.getResults());
  replaceByConstant(cast<arith::CmpIOp>(mapping.lookup(boundary.compare.getResult()).getDefiningOp()),
                    boundary.isTrueBefore);
  replaceByConstant(boundary.compare, !boundary.isTrueBefore);
  return before;
}

} // namespace

unsigned tile_gpu::splitAtConditions(scf::ForOp loop, unsigned most) {
  if (loop.getUnsignedCmp() || constantOf(loop.getStep()) != 1)
    return 0;
  unsigned count = 0;
  while (std::optional<Boundary> boundary = findBoundary(loop)) {
    if (isBehind(loop, *boundary)) {
      replaceByConstant(boundary->compare, !boundary->isTrueBefore);
      continue;
    }
    if (count == most)
      break;
    split(loop, *boundary);
    ++count;
  }
  return count;
}
