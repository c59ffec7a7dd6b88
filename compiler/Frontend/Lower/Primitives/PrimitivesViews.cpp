// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PrimitivesViews.cpp - views of tensors and accesses through them ----===//
#include "compiler/Frontend/Lower/Primitives/Primitives.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::frontend;

using Results = llvm::SmallVector<Value>;

namespace {

/// Operands: the pointer, the run-time extents, the run-time strides.
Results makeTensorView(PrimitiveCall &call) {
  auto type = cast<tile::TensorViewType>(call.resultType());
  ValueRange numbers = call.operandsFrom(1);
  size_t extents = type.getNumDynamicExtents();
  return {tile::MakeTensorViewOp::create(call.b, call.loc, type, call.operand(0), numbers.take_front(extents),
                                         numbers.drop_front(extents))};
}

Results makeView(PrimitiveCall &call) {
  return {tile::MakeViewOp::create(call.b, call.loc, call.resultType(), call.operand(0))};
}

/// constant: masked.
Results loadView(PrimitiveCall &call) {
  return {tile::LoadViewOp::create(call.b, call.loc, call.resultType(), call.operand(0), call.operandsFrom(1),
                                   /*in_bounds=*/!call.constant(0), call.hints)};
}

Results storeView(PrimitiveCall &call) {
  tile::StoreViewOp::create(call.b, call.loc, call.operand(0), call.operandsFrom(2), call.operand(1),
                            /*in_bounds=*/!call.constant(0), call.hints);
  return {};
}

/// constants: order, scope, masked.
Results atomicLoadView(PrimitiveCall &call) {
  return {tile::AtomicLoadViewOp::create(call.b, call.loc, call.resultType(), call.operand(0), call.operandsFrom(1),
                                         tile::symbolizeMemoryOrder(call.constant(0)).value(),
                                         tile::symbolizeMemoryScope(call.constant(1)).value(), !call.constant(2))};
}

Results atomicStoreView(PrimitiveCall &call) {
  tile::AtomicStoreViewOp::create(call.b, call.loc, call.operand(0), call.operandsFrom(2), call.operand(1),
                                  tile::symbolizeMemoryOrder(call.constant(0)).value(),
                                  tile::symbolizeMemoryScope(call.constant(1)).value(), !call.constant(2));
  return {};
}

/// The primitive's `atomic_kind`, with the sign of the element type.
tile::AtomicKind reductionKind(int64_t kind, bool isUnsigned) {
  using Kind = tile::AtomicKind;
  switch (kind) {
  case 0:
    return Kind::Add;
  case 1:
    return Kind::Sub;
  case 2:
    return Kind::And;
  case 3:
    return Kind::Or;
  case 4:
    return Kind::Xor;
  case 5:
    return isUnsigned ? Kind::MaxUnsigned : Kind::MaxSigned;
  default:
    return isUnsigned ? Kind::MinUnsigned : Kind::MinSigned;
  }
}

/// constants: kind, order, scope, masked.
Results atomicReduceView(PrimitiveCall &call) {
  tile::AtomicReduceViewOp::create(
      call.b, call.loc, reductionKind(call.constant(0), call.kinds[1] == NumberKind::Unsigned), call.operand(0),
      call.operandsFrom(2), call.operand(1), tile::symbolizeMemoryOrder(call.constant(1)).value(),
      tile::symbolizeMemoryScope(call.constant(2)).value(), !call.constant(3));
  return {};
}

} // namespace

void tilec::frontend::addViewPrimitives(PrimitiveTable &table) {
  table["make_tensor_view"] = makeTensorView;
  table["make_partition_view"] = makeView;
  table["make_strided_view"] = makeView;
  table["make_gather_scatter_view"] = makeView;
  table["load_view"] = loadView;
  table["store_view"] = storeView;
  table["atomic_load_view"] = atomicLoadView;
  table["atomic_store_view"] = atomicStoreView;
  table["atomic_reduce_view"] = atomicReduceView;
}
