// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TileGPU/Transforms/Pipelines/CarriedAddresses.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

/// What an iteration adds to the carried value, or takes from it; null where it does something else.
static Value stepOf(scf::ForOp loop, BlockArgument carried) {
  if (carried.getOwner() != loop.getBody() || carried == loop.getInductionVar())
    return {};
  Operation *next = loop.getTiedLoopYieldedValue(carried)->get().getDefiningOp();
  Value step;
  if (auto offset = dyn_cast_if_present<tile::OffsetOp>(next); offset && offset.getPointer() == carried)
    step = offset.getOffset();
  else if (auto add = dyn_cast_if_present<arith::AddIOp>(next))
    step = add.getLhs() == carried ? add.getRhs() : add.getRhs() == carried ? add.getLhs() : Value();
  else if (auto subtract = dyn_cast_if_present<arith::SubIOp>(next); subtract && subtract.getLhs() == carried)
    step = subtract.getRhs();
  return step && loop.isDefinedOutsideOfLoop(step) ? step : Value();
}

bool tile_gpu::movesEvenly(scf::ForOp loop, BlockArgument carried) {
  return bool(stepOf(loop, carried));
}

/// An integer of this type: wider ones are cut.
static Value toInteger(ImplicitLocOpBuilder &builder, Value value, Type element) {
  auto type = cast<IntegerType>(getElementTypeOrSelf(value.getType()));
  auto tile = dyn_cast<RankedTensorType>(value.getType());
  Type target = tile ? Type(tile.clone(element)) : element;
  if (type.getWidth() == element.getIntOrFloatBitWidth())
    return value;
  return type.getWidth() < element.getIntOrFloatBitWidth() ? arith::ExtSIOp::create(builder, target, value).getResult()
                                                           : arith::TruncIOp::create(builder, target, value);
}

/// Iterations before the one with this counter, as i64.
static Value numberOf(ImplicitLocOpBuilder &builder, scf::ForOp loop, Value iteration) {
  Value difference = builder.createOrFold<arith::SubIOp>(iteration, loop.getLowerBound());
  Value number = builder.createOrFold<arith::DivUIOp>(difference, loop.getStep());
  if (isa<IndexType>(number.getType()))
    return arith::IndexCastUIOp::create(builder, builder.getI64Type(), number);
  return number.getType().getIntOrFloatBitWidth() < 64
             ? arith::ExtUIOp::create(builder, builder.getI64Type(), number).getResult()
             : number;
}

/// The one value of all elements; null where they may differ.
static Value splatOf(ImplicitLocOpBuilder &builder, Value tile) {
  DenseIntElementsAttr elements;
  if (matchPattern(tile, m_Constant(&elements)) && elements.isSplat())
    return arith::ConstantOp::create(
        builder, builder.getIntegerAttr(elements.getElementType(), elements.getSplatValue<APInt>()));
  auto splat = tile.getDefiningOp<tile::SplatOp>();
  return splat ? splat.getSource() : Value();
}

Value tile_gpu::carriedAt(OpBuilder &outer, scf::ForOp loop, BlockArgument carried, Value iteration) {
  ImplicitLocOpBuilder builder(loop.getLoc(), outer);
  Value step = stepOf(loop, carried), first = loop.getTiedLoopInit(carried)->get();
  bool isPointer = isa<tile::PtrType>(getElementTypeOrSelf(carried.getType()));
  Type element = isPointer ? builder.getI64Type() : getElementTypeOrSelf(carried.getType());
  Value number = toInteger(builder, numberOf(builder, loop, iteration), element), moved;
  if (auto tile = dyn_cast<RankedTensorType>(step.getType())) {
    RankedTensorType type = tile.clone(element);
    if (Value scalar = splatOf(builder, step))
      moved = tile::SplatOp::create(
          builder, type, arith::MulIOp::create(builder, toInteger(builder, scalar, element), number).getResult());
    else
      moved = arith::MulIOp::create(builder, toInteger(builder, step, element),
                                    tile::SplatOp::create(builder, type, number).getResult());
  } else {
    moved = arith::MulIOp::create(builder, toInteger(builder, step, element), number);
  }
  if (isPointer)
    return tile::OffsetOp::create(builder, carried.getType(), first, moved);
  bool isTaken = isa<arith::SubIOp>(loop.getTiedLoopYieldedValue(carried)->get().getDefiningOp());
  return isTaken ? arith::SubIOp::create(builder, first, moved).getResult()
                 : arith::AddIOp::create(builder, first, moved);
}
