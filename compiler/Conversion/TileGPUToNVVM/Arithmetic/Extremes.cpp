// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/Extremes.h"
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/Pairs.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace tilec;

SmallVector<Value> tilec::narrowSources(ArrayRef<Value> values) {
  SmallVector<Value> sources;
  for (Value value : values) {
    auto widening = value.getDefiningOp<arith::ExtFOp>();
    if (!widening || !widening.getIn().getType().isIntOrFloat() || widening.getIn().getType().isF32() ||
        widening.getIn().getType().getIntOrFloatBitWidth() != 16 ||
        (!sources.empty() && sources.front().getType() != widening.getIn().getType()))
      return {};
    sources.push_back(widening.getIn());
  }
  return sources;
}

namespace {

template <typename Extreme> Value treeOf(ImplicitLocOpBuilder &b, ArrayRef<Value> values) {
  if (values.size() == 1)
    return values.front();
  size_t half = values.size() / 2;
  Value first = treeOf<Extreme>(b, values.take_front(half));
  return Extreme::create(b, first, treeOf<Extreme>(b, values.drop_front(half)));
}

} // namespace

template <typename Extreme> Value tilec::extremeOf(ImplicitLocOpBuilder &b, ArrayRef<Value> values) {
  SmallVector<Value> narrow = narrowSources(values);
  if (narrow.size() < kFewestPairedRegisters)
    return treeOf<Extreme>(b, values);
  SmallVector<Value> pairs;
  for (size_t i = 0; i < narrow.size(); i += 2)
    pairs.push_back(packPair(b, narrow[i], narrow[std::min(i + 1, narrow.size() - 1)]));
  Value last = treeOf<Extreme>(b, pairs);
  std::array<Value, 2> halves = unpackPair(b, last);
  Value first = arith::ExtFOp::create(b, b.getF32Type(), halves[0]);
  return Extreme::create(b, first, arith::ExtFOp::create(b, b.getF32Type(), halves[1]));
}

template Value tilec::extremeOf<arith::MaxNumFOp>(ImplicitLocOpBuilder &, ArrayRef<Value>);
template Value tilec::extremeOf<arith::MinNumFOp>(ImplicitLocOpBuilder &, ArrayRef<Value>);
template Value tilec::extremeOf<arith::MaximumFOp>(ImplicitLocOpBuilder &, ArrayRef<Value>);
template Value tilec::extremeOf<arith::MinimumFOp>(ImplicitLocOpBuilder &, ArrayRef<Value>);
