// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PrimitivesAtomics.cpp - atomic accesses through pointers ------------===//
#include "compiler/Frontend/Lower/Primitives/Primitives.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::frontend;

using Results = llvm::SmallVector<Value>;

namespace {

/// The first two constants of every atomic primitive.
struct Ordering {
  tile::MemoryOrderAttr order;
  tile::MemoryScopeAttr scope;

  explicit Ordering(const PrimitiveCall &call)
      : order(tile::MemoryOrderAttr::get(call.b.getContext(), tile::symbolizeMemoryOrder(call.constant(0)).value())),
        scope(tile::MemoryScopeAttr::get(call.b.getContext(), tile::symbolizeMemoryScope(call.constant(1)).value())) {}
};

/// constants: order, scope, has mask, has padding.
Results atomicLoad(PrimitiveCall &call) {
  Ordering ordering(call);
  return {tile::AtomicLoadOp::create(call.b, call.loc, call.resultType(), call.operand(0), call.optional(1, 2),
                                     call.optional(2, 3), ordering.order, ordering.scope)};
}

/// constants: order, scope, has mask.
Results atomicStore(PrimitiveCall &call) {
  Ordering ordering(call);
  tile::AtomicStoreOp::create(call.b, call.loc, call.operand(0), call.operand(1), call.optional(2, 2), ordering.order,
                              ordering.scope);
  return {};
}

template <tile::AtomicKind ifSigned, tile::AtomicKind ifUnsigned = ifSigned> Results update(PrimitiveCall &call) {
  Ordering ordering(call);
  tile::AtomicKind kind = call.kinds[1] == NumberKind::Unsigned ? ifUnsigned : ifSigned;
  auto op = tile::AtomicRmwOp::create(call.b, call.loc, call.resultType(),
                                      tile::AtomicKindAttr::get(call.b.getContext(), kind), call.operand(0),
                                      call.operand(1), call.optional(2, 2), ordering.order, ordering.scope);
  return {op.getResult()};
}

Results compareExchange(PrimitiveCall &call) {
  Ordering ordering(call);
  auto op = tile::AtomicCasOp::create(call.b, call.loc, call.resultType(), call.operand(0), call.operand(1),
                                      call.operand(2), call.optional(3, 2), ordering.order, ordering.scope);
  return {op.getResult()};
}

} // namespace

void tilec::frontend::addAtomicPrimitives(PrimitiveTable &table) {
  using Kind = tile::AtomicKind;
  table["atomic_load"] = atomicLoad;
  table["atomic_store"] = atomicStore;
  table["atomic_xchg"] = update<Kind::Exchange>;
  table["atomic_add"] = update<Kind::Add>;
  table["atomic_sub"] = update<Kind::Sub>;
  table["atomic_and"] = update<Kind::And>;
  table["atomic_or"] = update<Kind::Or>;
  table["atomic_xor"] = update<Kind::Xor>;
  table["atomic_max"] = update<Kind::MaxSigned, Kind::MaxUnsigned>;
  table["atomic_min"] = update<Kind::MinSigned, Kind::MinUnsigned>;
  table["atomic_compare_exchange"] = compareExchange;
}
