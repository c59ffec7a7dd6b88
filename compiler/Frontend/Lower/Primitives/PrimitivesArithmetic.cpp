// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PrimitivesArithmetic.cpp - arithmetic, comparisons, conversions -----===//
//
// In the default mode an operation is one of `arith`, and may be contracted; with a rounding or subnormal mode it is
// one of `tile`. "To nearest even" written out is the default without leave to contract.
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Lower/ControlFlow/Structure.h"
#include "compiler/Frontend/Lower/Primitives/Primitives.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::frontend;

using Results = llvm::SmallVector<Value>;

namespace {

template <BinaryOperation op> Results binary(PrimitiveCall &call) {
  return {call.arithmetic.binary(call.loc, op, call.operand(0), call.operand(1), call.kinds[0])};
}

/// constants: rounding, subnormal mode.
template <BinaryOperation op, class ModalOp> Results modalBinary(PrimitiveCall &call) {
  int64_t rounding = call.constant(0);
  bool flush = call.constant(1) == 1;
  if (call.kinds[0] != NumberKind::Float || (rounding < 0 && !flush))
    return binary<op>(call);
  if (rounding == 0 && !flush) {
    Arithmetic exact(call.b, /*contract=*/false);
    return {exact.binary(call.loc, op, call.operand(0), call.operand(1), NumberKind::Float)};
  }
  auto mode = tile::symbolizeRoundingMode(rounding < 0 ? 0 : rounding).value();
  return {ModalOp::create(call.b, call.loc, call.resultType(), call.operand(0), call.operand(1), mode, flush)};
}

Results nextOfRange(PrimitiveCall &call) {
  Value next = call.arithmetic.binary(call.loc, BinaryOperation::Add, call.operand(0), call.operand(1), call.kinds[0]);
  if (auto sum = next.getDefiningOp<arith::AddIOp>())
    sum->setAttr(kRangeStepAttr, call.b.getUnitAttr());
  return {next};
}

Results fma(PrimitiveCall &call) {
  int64_t rounding = call.constant(0);
  bool flush = call.constant(1) == 1;
  if (rounding <= 0 && !flush)
    return {math::FmaOp::create(call.b, call.loc, call.operand(0), call.operand(1), call.operand(2))};
  auto mode = tile::symbolizeRoundingMode(rounding < 0 ? 0 : rounding).value();
  return {tile::FmaOp::create(call.b, call.loc, call.resultType(), call.operand(0), call.operand(1), call.operand(2),
                              mode, flush)};
}

Results minimum(PrimitiveCall &call) {
  return {call.arithmetic.minimum(call.loc, call.operand(0), call.operand(1), call.kinds[0], call.constant(0) == 1)};
}

Results maximum(PrimitiveCall &call) {
  return {call.arithmetic.maximum(call.loc, call.operand(0), call.operand(1), call.kinds[0], call.constant(0) == 1)};
}

Results negate(PrimitiveCall &call) {
  return {call.arithmetic.negate(call.loc, call.operand(0), call.kinds[0])};
}

Results absolute(PrimitiveCall &call) {
  return {call.arithmetic.absolute(call.loc, call.operand(0), call.kinds[0])};
}

Results bitNot(PrimitiveCall &call) {
  return {call.arithmetic.bitNot(call.loc, call.operand(0))};
}

Results logicalNot(PrimitiveCall &call) {
  return {call.arithmetic.bitNot(call.loc, call.arithmetic.isNonZero(call.loc, call.operand(0), call.kinds[0]))};
}

template <Comparison op> Results compare(PrimitiveCall &call) {
  return {call.arithmetic.compare(call.loc, op, call.operand(0), call.operand(1), call.kinds[0])};
}

Results elementCast(PrimitiveCall &call) {
  return {call.arithmetic.convert(call.loc, call.operand(0), call.kinds[0], call.resultElement(), call.resultKinds[0])};
}

Results elementBitcast(PrimitiveCall &call) {
  return {call.arithmetic.bitcast(call.loc, call.operand(0), call.resultElement())};
}

Results select(PrimitiveCall &call) {
  return {call.b.createOrFold<arith::SelectOp>(call.loc, call.operand(0), call.operand(1), call.operand(2))};
}

} // namespace

void tilec::frontend::addArithmeticPrimitives(PrimitiveTable &table) {
  table["add"] = modalBinary<BinaryOperation::Add, tile::AddFOp>;
  table["sub"] = modalBinary<BinaryOperation::Sub, tile::SubFOp>;
  table["mul"] = modalBinary<BinaryOperation::Mul, tile::MulFOp>;
  table["div"] = modalBinary<BinaryOperation::Div, tile::DivFOp>;
  table["fma"] = fma;
  table["next_of_range"] = nextOfRange;
  table["rem"] = binary<BinaryOperation::Rem>;
  table["floordiv"] = binary<BinaryOperation::FloorDiv>;
  table["ceildiv"] = binary<BinaryOperation::CeilDiv>;
  table["mulhi"] = binary<BinaryOperation::MulHigh>;
  table["bit_and"] = binary<BinaryOperation::And>;
  table["bit_or"] = binary<BinaryOperation::Or>;
  table["bit_xor"] = binary<BinaryOperation::Xor>;
  table["shl"] = binary<BinaryOperation::Shl>;
  table["shr"] = binary<BinaryOperation::Shr>;
  table["min"] = minimum;
  table["max"] = maximum;
  table["neg"] = negate;
  table["abs"] = absolute;
  table["bit_not"] = bitNot;
  table["logical_not"] = logicalNot;
  table["eq"] = compare<Comparison::Equal>;
  table["ne"] = compare<Comparison::NotEqual>;
  table["lt"] = compare<Comparison::Less>;
  table["le"] = compare<Comparison::LessEqual>;
  table["gt"] = compare<Comparison::Greater>;
  table["ge"] = compare<Comparison::GreaterEqual>;
  table["element_cast"] = elementCast;
  table["element_bitcast"] = elementBitcast;
  table["select"] = select;
}
