// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PrimitivesShape.cpp - grid, factories and rearrangement of tiles ----===//
#include "compiler/Frontend/Lower/Primitives/Primitives.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::frontend;

using Results = llvm::SmallVector<Value>;

namespace {

template <class Op> Results gridOp(PrimitiveCall &call) {
  auto dimension = tile::symbolizeDimension(call.constant(0)).value();
  return {Op::create(call.b, call.loc, call.b.getI32Type(), tile::DimensionAttr::get(call.b.getContext(), dimension))};
}

Results iota(PrimitiveCall &call) {
  if (!isa<RankedTensorType>(call.resultType()))
    return {call.arithmetic.zero(call.loc, call.resultType())};
  return {call.b.createOrFold<tile::IotaOp>(call.loc, call.resultType())};
}

/// A scalar converted to the element type, in every element.
Results splat(PrimitiveCall &call) {
  Value scalar =
      call.arithmetic.convert(call.loc, call.operand(0), call.kinds[0], call.resultElement(), call.resultKinds[0]);
  return {call.arithmetic.splat(call.loc, scalar, call.resultType())};
}

Results scalarOf(PrimitiveCall &call) {
  if (!isa<RankedTensorType>(call.operand(0).getType()))
    return {call.operand(0)};
  return {call.b.createOrFold<tile::ToScalarOp>(call.loc, call.resultType(), call.operand(0))};
}

/// Broadcast and reshape; a scalar fills the result, and a scalar result is the one element.
template <class Op> Results reshaping(PrimitiveCall &call) {
  Value source = call.operand(0);
  if (source.getType() == call.resultType())
    return {source};
  if (!isa<RankedTensorType>(source.getType()))
    return {call.arithmetic.splat(call.loc, source, call.resultType())};
  if (!isa<RankedTensorType>(call.resultType()))
    return scalarOf(call);
  return {call.b.createOrFold<Op>(call.loc, call.resultType(), source)};
}

Results permute(PrimitiveCall &call) {
  return {call.b.createOrFold<tile::PermuteOp>(call.loc, call.resultType(), call.operand(0),
                                               call.b.getDenseI64ArrayAttr(call.constants))};
}

Results cat(PrimitiveCall &call) {
  return {call.b.createOrFold<tile::CatOp>(call.loc, call.resultType(), call.operand(0), call.operand(1),
                                           call.b.getI64IntegerAttr(call.constant(0)))};
}

Results extract(PrimitiveCall &call) {
  return {call.b.createOrFold<tile::ExtractOp>(call.loc, call.resultType(), call.operand(0), call.operandsFrom(1))};
}

Results insert(PrimitiveCall &call) {
  return {tile::InsertOp::create(call.b, call.loc, call.resultType(), call.operand(1), call.operand(0),
                                 call.operandsFrom(2))};
}

} // namespace

void tilec::frontend::addShapePrimitives(PrimitiveTable &table) {
  table["block_id"] = gridOp<tile::BlockIdOp>;
  table["num_blocks"] = gridOp<tile::NumBlocksOp>;
  table["iota"] = iota;
  table["splat"] = splat;
  table["scalar_of"] = scalarOf;
  table["broadcast"] = reshaping<tile::BroadcastOp>;
  table["reshape"] = reshaping<tile::ReshapeOp>;
  table["permute"] = permute;
  table["cat"] = cat;
  table["extract"] = extract;
  table["insert"] = insert;
}
