// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The body is copied at each use, with casts where a register has another type than its element; the conversion then
/// lowers the copies like everything else.
#include "compiler/Conversion/TileGPUToNVVM/Combiner.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"

using namespace mlir;
using namespace tilec;

static Value castTo(ImplicitLocOpBuilder &builder, Value value, Type type) {
  if (value.getType() == type)
    return value;
  return UnrealizedConversionCastOp::create(builder, type, value).getResult(0);
}

Combiner::Values Combiner::apply(ValueRange first, ValueRange second) {
  IRMapping mapping;
  unsigned count = first.size();
  for (auto [i, argument] : llvm::enumerate(body.getArguments()))
    mapping.map(argument, castTo(builder, i < count ? first[i] : second[i - count], argument.getType()));
  for (Operation &op : body.without_terminator())
    builder.clone(op, mapping);
  Values results;
  for (Value value : body.getTerminator()->getOperands())
    results.push_back(castTo(builder, mapping.lookupOrDefault(value), registerType(value.getType())));
  return results;
}

Combiner::Values Combiner::applyIf(Value condition, ValueRange first, ValueRange second) {
  Values results = apply(first, second);
  for (auto [result, old] : llvm::zip(results, second))
    result = arith::SelectOp::create(builder, condition, result, old);
  return results;
}

Combiner::Values Combiner::applyInOrder(ValueRange first, ValueRange second, Value swapped) {
  if (!swapped)
    return apply(first, second);
  Values lower, upper;
  for (auto [a, b] : llvm::zip(first, second)) {
    lower.push_back(arith::SelectOp::create(builder, swapped, b, a));
    upper.push_back(arith::SelectOp::create(builder, swapped, a, b));
  }
  return apply(lower, upper);
}

Combiner::Values Combiner::applyToAll(ArrayRef<Values> values) {
  if (values.size() == 1)
    return values.front();
  size_t half = values.size() / 2;
  Values first = applyToAll(values.take_front(half));
  return apply(first, applyToAll(values.drop_front(half)));
}

Operation *Combiner::onlyOp() const {
  if (body.getNumArguments() != 2 || body.getOperations().size() != 2)
    return nullptr;
  Operation &op = body.front();
  Value a = body.getArgument(0), b = body.getArgument(1);
  bool usesBoth = op.getNumOperands() == 2 && op.getOperand(0) != op.getOperand(1) &&
                  llvm::is_contained({a, b}, op.getOperand(0)) && llvm::is_contained({a, b}, op.getOperand(1));
  return usesBoth && op.getNumResults() == 1 && body.getTerminator()->getOperand(0) == op.getResult(0) ? &op : nullptr;
}

bool Combiner::isCommutative() const {
  Operation *op = onlyOp();
  return op && op->hasTrait<OpTrait::IsCommutative>();
}
