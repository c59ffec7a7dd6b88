// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PrimitivesReductions.cpp - reductions, scans, matrix products -------===//
#include "compiler/Frontend/Lower/Primitives/Primitives.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::frontend;

using Results = llvm::SmallVector<Value>;

namespace {

/// The primitive has one constant, the axis.
Results reduce(PrimitiveCall &call) {
  auto op = tile::ReduceOp::create(call.b, call.loc, call.resultTypes, call.operands,
                                   call.b.getI64IntegerAttr(call.constant(0)));
  call.lowerCombiner(op.getCombiner());
  return Results(op.getResults());
}

/// The primitive has two constants: the axis, and whether the scan runs from the end.
Results scan(PrimitiveCall &call) {
  auto op = tile::ScanOp::create(call.b, call.loc, call.resultTypes, call.operands,
                                 call.b.getI64IntegerAttr(call.constant(0)),
                                 call.constant(1) ? call.b.getUnitAttr() : UnitAttr());
  call.lowerCombiner(op.getCombiner());
  return Results(op.getResults());
}

/// An operand of an MMA. A tile of bool becomes bytes of 0 and 1.
Value matrixOperand(PrimitiveCall &call, unsigned i) {
  if (call.kinds[i] != NumberKind::Bool)
    return call.operand(i);
  return call.arithmetic.convert(call.loc, call.operand(i), NumberKind::Bool, call.b.getI8Type(), NumberKind::Unsigned);
}

bool isUnsignedInteger(NumberKind kind) {
  return kind == NumberKind::Unsigned || kind == NumberKind::Bool;
}

Results mma(PrimitiveCall &call) {
  return {tile::MmaOp::create(call.b, call.loc, call.resultType(), matrixOperand(call, 0), matrixOperand(call, 1),
                              call.operand(2), isUnsignedInteger(call.kinds[0]), isUnsignedInteger(call.kinds[1]))};
}

Results scaledMma(PrimitiveCall &call) {
  return {tile::ScaledMmaOp::create(call.b, call.loc, call.resultType(), call.operand(0), call.operand(1),
                                    call.operand(2), call.operand(3), call.operand(4))};
}

} // namespace

void tilec::frontend::addReductionPrimitives(PrimitiveTable &table) {
  table["reduce"] = reduce;
  table["scan"] = scan;
  table["mma"] = mma;
  table["scaled_mma"] = scaledMma;
}
