// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-combine-atomics: a tile of atomics that all update one cell becomes a reduction and a single atomic, one of
// which the pointers are the same along some dimensions a reduction along these and a smaller tile of atomics (see
// Passes.td).
//
// Memory does updates of one cell one after the other; a reduction of a tile takes a few shuffles. Pointers must
// provably be the same: a splat pointer, moved by splat offsets; or tiles broadcast along a dimension. The old values
// must be unused, and the update one of which only the total matters. Integer results stay exact; floats are added in
// another order, which atomics leave open anyway. Under a mask, elements that are masked out contribute what changes
// nothing, and without any element left the cell is not touched.
//
// What it leaves: addresses that differ in data (a histogram). Lanes of a warp with one address are found at run time
// (compiler/Conversion/TileGPUToNVVM/Atomics/JoinAtomicLanes.h).
#include "compiler/Transforms/Tile/Blocks/RepeatedDimensions.h"
#include "compiler/Transforms/Tile/Memory/NeutralElements.h"
#include "compiler/Transforms/Tile/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

namespace tilec::tile {
#define GEN_PASS_DEF_COMBINEATOMICS
#include "compiler/Transforms/Tile/Passes.h.inc"
} // namespace tilec::tile

using namespace mlir;
using namespace tilec::tile;

/// Every element of the tile `value` is one scalar, which `scalarOf` can name.
static bool isUniform(Value value) {
  if (isa_and_nonnull<SplatOp>(value.getDefiningOp()))
    return true;
  if (DenseElementsAttr constant; matchPattern(value, m_Constant(&constant)))
    return constant.isSplat();
  Operation *op = value.getDefiningOp();
  return isa_and_nonnull<BroadcastOp, ReshapeOp, PermuteOp, OffsetOp>(op) && llvm::all_of(op->getOperands(), isUniform);
}

static Value scalarOf(ImplicitLocOpBuilder &builder, Value value) {
  if (DenseElementsAttr constant; matchPattern(value, m_Constant(&constant)))
    return arith::ConstantOp::create(builder, cast<TypedAttr>(constant.getSplatValue<Attribute>()));
  Operation *op = value.getDefiningOp();
  if (auto splat = dyn_cast<SplatOp>(op))
    return splat.getSource();
  if (auto offset = dyn_cast<OffsetOp>(op))
    return OffsetOp::create(builder, scalarOf(builder, offset.getPointer()), scalarOf(builder, offset.getOffset()));
  return scalarOf(builder, op->getOperand(0));
}

/// Differences add up before they are subtracted.
static Value combine(OpBuilder &builder, Location loc, AtomicKind kind, Value a, Value b) {
  switch (kind) {
  case AtomicKind::And:
    return arith::AndIOp::create(builder, loc, a, b);
  case AtomicKind::Or:
    return arith::OrIOp::create(builder, loc, a, b);
  case AtomicKind::Xor:
    return arith::XOrIOp::create(builder, loc, a, b);
  case AtomicKind::MaxSigned:
    return arith::MaxSIOp::create(builder, loc, a, b);
  case AtomicKind::MaxUnsigned:
    return arith::MaxUIOp::create(builder, loc, a, b);
  case AtomicKind::MinSigned:
    return arith::MinSIOp::create(builder, loc, a, b);
  case AtomicKind::MinUnsigned:
    return arith::MinUIOp::create(builder, loc, a, b);
  default:
    break;
  }
  if (isa<FloatType>(a.getType()))
    return arith::AddFOp::create(builder, loc, a, b);
  return arith::AddIOp::create(builder, loc, a, b);
}

/// `tile` with its elements along `axis` combined as `kind` does.
static Value reduceAlong(ImplicitLocOpBuilder &builder, AtomicKind kind, Value tile, unsigned axis) {
  auto type = cast<RankedTensorType>(tile.getType());
  Type element = type.getElementType();
  SmallVector<int64_t> shape(type.getShape());
  shape[axis] = 1;
  auto reduce = ReduceOp::create(builder, TypeRange(RankedTensorType::get(shape, element)), ValueRange(tile),
                                 builder.getI64IntegerAttr(axis));
  OpBuilder::InsertionGuard guard(builder);
  Location loc = builder.getLoc();
  Block *body = builder.createBlock(&reduce.getCombiner(), {}, {element, element}, {loc, loc});
  Value combined = combine(builder, loc, kind, body->getArgument(0), body->getArgument(1));
  YieldOp::create(builder, ValueRange(combined));
  return reduce.getResults().front();
}

/// All elements of `tile` combined as `kind` does.
static Value reduceTile(ImplicitLocOpBuilder &builder, AtomicKind kind, Value tile) {
  auto type = cast<RankedTensorType>(tile.getType());
  if (type.getRank() > 1)
    tile = ReshapeOp::create(builder, RankedTensorType::get({type.getNumElements()}, type.getElementType()), tile);
  return ToScalarOp::create(builder, reduceAlong(builder, kind, tile, 0));
}

/// Whether the pointers are all one, which a scalar can name; else the dimensions along which they are the same.
struct Repetition {
  bool isWhole;
  Dimensions along;
};

static std::optional<Repetition> repetitionOf(AtomicRmwOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getValue().getType());
  if (!type || type.getNumElements() == 1 || op.getKind() == AtomicKind::Exchange || !op->use_empty())
    return std::nullopt;
  if (isUniform(op.getPointer()))
    return Repetition{true, {}};
  Repetition repetition{false, RepeatedDimensions().of(op.getPointer())};
  return repetition.along.any() ? std::optional(repetition) : std::nullopt;
}

/// Elements that are masked out become such as change nothing.
static Value withoutMaskedOut(ImplicitLocOpBuilder &builder, AtomicRmwOp op) {
  auto type = cast<RankedTensorType>(op.getValue().getType());
  TypedAttr neutral = neutralElement(builder, op.getKind(), type.getElementType());
  Value rest = arith::ConstantOp::create(builder, DenseElementsAttr::get(type, Attribute(neutral)));
  return arith::SelectOp::create(builder, op.getMask(), op.getValue(), rest);
}

static void combineIntoOne(AtomicRmwOp op) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  Value value = op.getValue(), mask = op.getMask(), any;
  if (mask && isUniform(mask)) {
    any = scalarOf(builder, mask);
  } else if (mask) {
    value = withoutMaskedOut(builder, op);
    any = reduceTile(builder, AtomicKind::Or, mask);
  }
  Value total = reduceTile(builder, op.getKind(), value);
  AtomicRmwOp::create(builder, TypeRange(), op.getKind(), scalarOf(builder, op.getPointer()), total, any, op.getOrder(),
                      op.getScope());
  op.erase();
}

static void combineAlong(AtomicRmwOp op, const Dimensions &along) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  Value value = op.getMask() ? withoutMaskedOut(builder, op) : op.getValue(), any = op.getMask();
  for (unsigned axis : along.set_bits()) {
    value = reduceAlong(builder, op.getKind(), value, axis);
    if (any)
      any = reduceAlong(builder, AtomicKind::Or, any, axis);
  }
  AtomicRmwOp::create(builder, TypeRange(), op.getKind(),
                      RepeatedDimensions().withOneAlong(builder, op.getPointer(), along), value, any, op.getOrder(),
                      op.getScope());
  op.erase();
}

namespace {

struct CombineAtomics : tilec::tile::impl::CombineAtomicsBase<CombineAtomics> {
  void runOnOperation() override {
    SmallVector<std::pair<AtomicRmwOp, Repetition>> combinable;
    getOperation()->walk([&](AtomicRmwOp op) {
      if (std::optional<Repetition> repetition = repetitionOf(op))
        combinable.push_back({op, *repetition});
    });
    for (auto &[op, repetition] : combinable) {
      if (repetition.isWhole)
        combineIntoOne(op);
      else
        combineAlong(op, repetition.along);
    }
  }
};

} // namespace
