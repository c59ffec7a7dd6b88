// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PrimitivesAssumptions.cpp - facts the user promises -----------------===//
#include "compiler/Frontend/Lower/Primitives/Primitives.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::frontend;

using Results = llvm::SmallVector<Value>;

namespace {

Results assume(PrimitiveCall &call, Attribute fact) {
  return {tile::AssumeOp::create(call.b, call.loc, call.resultType(), call.operand(0), fact)};
}

/// constant: divisor (of an address: in bytes).
Results divisible(PrimitiveCall &call) {
  return assume(call, tile::DivisibleAttr::get(call.b.getContext(), call.constant(0), std::nullopt, std::nullopt));
}

/// constants: divisor, every, axis.
Results divisibleStrided(PrimitiveCall &call) {
  return assume(call,
                tile::DivisibleAttr::get(call.b.getContext(), call.constant(0), call.constant(1), call.constant(2)));
}

/// constants: has lower, lower, has upper, upper.
Results bounded(PrimitiveCall &call) {
  std::optional<int64_t> lower, upper;
  if (call.constant(0))
    lower = call.constant(1);
  if (call.constant(2))
    upper = call.constant(3);
  return assume(call, tile::BoundedAttr::get(call.b.getContext(), lower, upper));
}

/// constants: extents of the block.
Results sameElements(PrimitiveCall &call) {
  return assume(call, tile::SameElementsAttr::get(call.b.getContext(), call.constants));
}

} // namespace

void tilec::frontend::addAssumptionPrimitives(PrimitiveTable &table) {
  table["assume_aligned"] = divisible;
  table["assume_divisible"] = divisible;
  table["assume_aligned_strided"] = divisibleStrided;
  table["assume_divisible_strided"] = divisibleStrided;
  table["assume_bounded"] = bounded;
  table["assume_same_elements"] = sameElements;
}
