// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PrimitivesMemory.cpp - pointers, loads and stores -------------------===//
#include "compiler/Frontend/Lower/Primitives/Primitives.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::frontend;

using Results = llvm::SmallVector<Value>;

namespace {

/// Offsets are signed: an unsigned index is widened first.
Results offset(PrimitiveCall &call) {
  Value index = call.operand(1);
  if (call.kinds[1] != NumberKind::Signed)
    index = call.arithmetic.convert(call.loc, index, NumberKind::Unsigned, call.b.getI64Type(), NumberKind::Unsigned);
  return {call.b.createOrFold<tile::OffsetOp>(call.loc, call.resultType(), call.operand(0), index)};
}

Results pointerDifference(PrimitiveCall &call) {
  return {tile::PtrDiffOp::create(call.b, call.loc, call.resultType(), call.operand(0), call.operand(1))};
}

/// constants: has mask, has padding.
Results load(PrimitiveCall &call) {
  return {tile::LoadOp::create(call.b, call.loc, call.resultType(), call.operand(0), call.optional(1, 0),
                               call.optional(2, 1), call.hints)};
}

/// constant: has mask.
Results store(PrimitiveCall &call) {
  tile::StoreOp::create(call.b, call.loc, call.operand(0), call.operand(1), call.optional(2, 0), call.hints);
  return {};
}

} // namespace

void tilec::frontend::addMemoryPrimitives(PrimitiveTable &table) {
  table["offset"] = offset;
  table["ptr_diff"] = pointerDifference;
  table["load"] = load;
  table["store"] = store;
}
