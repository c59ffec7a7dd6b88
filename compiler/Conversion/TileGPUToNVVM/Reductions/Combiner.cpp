// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The body is copied at each use, with casts where a register has another type than its element; the conversion then
/// lowers the copies like everything else.
#include "compiler/Conversion/TileGPUToNVVM/Reductions/Combiner.h"
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

/// For integers of `width` bits.
static std::optional<APInt> integerIdentity(Operation *op, unsigned width) {
  return TypeSwitch<Operation *, std::optional<APInt>>(op)
      .Case<arith::AddIOp, arith::OrIOp, arith::XOrIOp, arith::MaxUIOp>([&](auto) { return APInt::getZero(width); })
      .Case<arith::AndIOp, arith::MinUIOp>([&](auto) { return APInt::getAllOnes(width); })
      .Case<arith::MulIOp>([&](auto) { return APInt(width, 1); })
      .Case<arith::MinSIOp>([&](auto) { return APInt::getSignedMaxValue(width); })
      .Case<arith::MaxSIOp>([&](auto) { return APInt::getSignedMinValue(width); })
      .Default(std::nullopt);
}

/// The neutral element of a float operation. For sums it is negative zero, since 0 + -0 would be 0. Minima and maxima
/// that drop NaN have none.
static std::optional<APFloat> floatIdentity(Operation *op, const llvm::fltSemantics &semantics) {
  return TypeSwitch<Operation *, std::optional<APFloat>>(op)
      .Case<arith::AddFOp>([&](auto) { return APFloat::getZero(semantics, /*Negative=*/true); })
      .Case<arith::MulFOp>([&](auto) { return APFloat::getOne(semantics); })
      .Case<arith::MinimumFOp>([&](auto) { return APFloat::getInf(semantics); })
      .Case<arith::MaximumFOp>([&](auto) { return APFloat::getInf(semantics, /*Negative=*/true); })
      .Default(std::nullopt);
}

Value Combiner::identity() {
  Operation *op = onlyOp();
  if (!op)
    return {};
  Type type = op->getResult(0).getType();
  if (registerType(type) != type)
    return {};
  if (auto integer = dyn_cast<IntegerType>(type)) {
    std::optional<APInt> value = integerIdentity(op, integer.getWidth());
    return value ? arith::ConstantOp::create(builder, IntegerAttr::get(type, *value)).getResult() : Value();
  }
  auto floating = dyn_cast<FloatType>(type);
  std::optional<APFloat> value = floating ? floatIdentity(op, floating.getFloatSemantics()) : std::optional<APFloat>();
  return value ? arith::ConstantOp::create(builder, FloatAttr::get(type, *value)).getResult() : Value();
}

Combiner::Values Combiner::undo(ValueRange both, ValueRange second) {
  Operation *op = onlyOp();
  if (!op || registerType(op->getResult(0).getType()) != op->getResult(0).getType())
    return {};
  if (isa<arith::AddIOp>(op))
    return {arith::SubIOp::create(builder, both.front(), second.front())};
  if (isa<arith::XOrIOp>(op))
    return {arith::XOrIOp::create(builder, both.front(), second.front())};
  return {};
}

bool Combiner::isIdempotent() const {
  return isa_and_nonnull<arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp, arith::AndIOp, arith::OrIOp,
                         arith::MinimumFOp, arith::MaximumFOp, arith::MinNumFOp, arith::MaxNumFOp>(onlyOp());
}

bool Combiner::isCommutative() const {
  Operation *op = onlyOp();
  return op && op->hasTrait<OpTrait::IsCommutative>();
}
