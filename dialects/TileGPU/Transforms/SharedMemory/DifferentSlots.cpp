// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TileGPU/Transforms/SharedMemory/DifferentSlots.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// A carried value that goes 0, 1, .. slots - 1 and begins again.
struct RingCounter {
  scf::ForOp loop;
  int64_t first = 0, slots = 0;
};

std::optional<int64_t> constantOf(Value value) {
  APInt constant;
  return matchPattern(value, m_ConstantInt(&constant)) ? std::optional(constant.getSExtValue()) : std::nullopt;
}

std::optional<RingCounter> counterOf(Value value) {
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
  std::optional<int64_t> first = constantOf(loop.getTiedLoopInit(argument)->get()), slots = constantOf(isEnd.getRhs());
  if (!first || !slots || *first < 0 || *first >= *slots)
    return std::nullopt;
  return RingCounter{loop, *first, *slots};
}

} // namespace

std::optional<int64_t> tile_gpu::slotsAhead(Value slot, Value other) {
  std::optional<RingCounter> a = counterOf(slot), b = counterOf(other);
  if (!a || !b || a->loop != b->loop || a->slots != b->slots)
    return std::nullopt;
  return (a->first - b->first + a->slots) % a->slots;
}

bool tile_gpu::areDifferentSlots(Value slot, Value other) {
  return slotsAhead(slot, other).value_or(0) != 0;
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
