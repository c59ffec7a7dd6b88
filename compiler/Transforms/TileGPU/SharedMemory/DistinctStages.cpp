// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/SharedMemory/DistinctStages.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// A carried value that goes 0, 1, .. stages - 1 and begins again.
struct StageCounter {
  scf::ForOp loop;
  int64_t first = 0, stages = 0;
};

std::optional<int64_t> constantOf(Value value) {
  APInt constant;
  return matchPattern(value, m_ConstantInt(&constant)) ? std::optional(constant.getSExtValue()) : std::nullopt;
}

std::optional<StageCounter> counterOf(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto loop = argument ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp()) : scf::ForOp();
  if (!loop || argument == loop.getInductionVar())
    return std::nullopt;
  auto wraps = loop.getTiedLoopYieldedValue(argument)->get().getDefiningOp<arith::SelectOp>();
  auto following = wraps ? wraps.getFalseValue().getDefiningOp<arith::AddIOp>() : arith::AddIOp();
  auto isEnd = wraps ? wraps.getCondition().getDefiningOp<arith::CmpIOp>() : arith::CmpIOp();
  if (!following || !isEnd || following.getLhs() != argument || constantOf(following.getRhs()) != 1 ||
      constantOf(wraps.getTrueValue()) != 0 || isEnd.getPredicate() != arith::CmpIPredicate::eq ||
      isEnd.getLhs() != following)
    return std::nullopt;
  std::optional<int64_t> first = constantOf(loop.getTiedLoopInit(argument)->get()), stages = constantOf(isEnd.getRhs());
  if (!first || !stages || *first < 0 || *first >= *stages)
    return std::nullopt;
  return StageCounter{loop, *first, *stages};
}

} // namespace

std::optional<int64_t> tile_gpu::stagesAhead(Value stage, Value other) {
  std::optional<StageCounter> a = counterOf(stage), b = counterOf(other);
  if (!a || !b || a->loop != b->loop || a->stages != b->stages)
    return std::nullopt;
  return (a->first - b->first + a->stages) % a->stages;
}

bool tile_gpu::areDifferentStages(Value stage, Value other) {
  return stagesAhead(stage, other).value_or(0) != 0;
}

Value tile_gpu::inNextIteration(Operation *loop, Value value) {
  if (!loop->isAncestor(value.getParentBlock()->getParentOp()))
    return value;
  auto counted = dyn_cast<scf::ForOp>(loop);
  if (!counted)
    return {};
  for (auto [argument, yielded] : llvm::zip(counted.getRegionIterArgs(), counted.getYieldedValues()))
    if (yielded == value)
      return argument;
  return {};
}
