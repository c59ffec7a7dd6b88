// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Schedule/IterationCounts.h"
#include "compiler/Transforms/TileGPU/Loops/LoopOrder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tilec::tile_gpu;

Value IterationCounts::counter(int64_t value) {
  return arith::ConstantOp::create(builder, builder.getIntegerAttr(counterType, value));
}

Value IterationCounts::constant(int64_t value) {
  return arith::ConstantOp::create(builder, builder.getI32IntegerAttr(value));
}

Value IterationCounts::countTrips() {
  Value first = loop.getLowerBound(), end = loop.getUpperBound();
  Value any = arith::CmpIOp::create(builder, lessOf(loop), first, end);
  Value last = arith::SubIOp::create(builder, arith::SubIOp::create(builder, end, first), counter(1));
  Value behindFirst = arith::DivUIOp::create(builder, last, loop.getStep());
  Value count = arith::AddIOp::create(builder, behindFirst, counter(1));
  return arith::SelectOp::create(builder, any, count, counter(0));
}

Value IterationCounts::exists(Value left, Value ahead) {
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::ugt, left, ahead);
}

Value IterationCounts::iterationAfter(Value now, Value ahead) {
  Value distance = arith::MulIOp::create(builder, ahead, loop.getStep());
  return arith::AddIOp::create(builder, now, distance);
}

Value IterationCounts::toCounter(Value number) {
  if (isa<IndexType>(counterType))
    return arith::IndexCastOp::create(builder, counterType, number);
  unsigned bits = counterType.getIntOrFloatBitWidth(), from = number.getType().getIntOrFloatBitWidth();
  if (bits == from)
    return number;
  return bits > from ? arith::ExtUIOp::create(builder, counterType, number).getResult()
                     : arith::TruncIOp::create(builder, counterType, number).getResult();
}

Value IterationCounts::following(Value stage, unsigned stages) {
  Value next = arith::AddIOp::create(builder, stage, constant(1));
  Value isEnd = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, next, constant(stages));
  return arith::SelectOp::create(builder, isEnd, constant(0), next);
}
