// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Schedule/CarriedAddresses.h"
#include "compiler/Transforms/TileGPU/Schedule/AheadSlice.h"
#include "dialects/Tile/IR/SplatElement.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

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

Value tile_gpu::carriedAt(OpBuilder &outer, scf::ForOp loop, BlockArgument carried, Value iteration) {
  ImplicitLocOpBuilder builder(loop.getLoc(), outer);
  Value step = stepOf(loop, carried), first = loop.getTiedLoopInit(carried)->get();
  bool isPointer = isa<tile::PtrType>(getElementTypeOrSelf(carried.getType()));
  Type element = isPointer ? builder.getI64Type() : getElementTypeOrSelf(carried.getType());
  Value number = toInteger(builder, numberOf(builder, loop, iteration), element), moved;
  if (auto tile = dyn_cast<RankedTensorType>(step.getType())) {
    RankedTensorType type = tile.clone(element);
    if (Value scalar = tile::splatElement(builder, step))
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

namespace {

/// Steps of integers and pointers from one iteration to the next, as i64, computed before the loop.
class EvenSteps {
public:
  explicit EvenSteps(scf::ForOp loop) : loop(loop), builder(loop.getLoc(), loop) {}

  /// Null where the value does not move by one step, the same for all elements; zero where it stays.
  Value of(Value value) {
    if (loop.isDefinedOutsideOfLoop(value))
      return constant(0);
    if (value == loop.getInductionVar())
      return wide(loop.getStep());
    if (auto carried = dyn_cast<BlockArgument>(value))
      return ofCarried(carried);
    return TypeSwitch<Operation *, Value>(value.getDefiningOp())
        .Case<tile::SplatOp, BroadcastOp, ReshapeOp, PermuteOp>([&](auto op) { return of(op->getOperand(0)); })
        // A counter without sign may pass what an extension takes for negative.
        .Case([&](arith::ExtSIOp op) { return loop.getUnsignedCmp() ? Value() : of(op.getIn()); })
        .Case([&](arith::ExtUIOp op) {
          return loop.getUnsignedCmp() && op.getIn() == loop.getInductionVar() ? of(op.getIn()) : Value();
        })
        .Case([&](arith::DivUIOp op) { return quotient(op); })
        .Case([&](tile::OffsetOp op) { return sum(op.getPointer(), op.getOffset()); })
        .Case([&](arith::AddIOp op) { return isExact(op) ? sum(op.getLhs(), op.getRhs()) : Value(); })
        .Case([&](arith::SubIOp op) {
          Value left = isExact(op) ? of(op.getLhs()) : Value(), right = left ? of(op.getRhs()) : Value();
          return right ? builder.createOrFold<arith::SubIOp>(left, right) : Value();
        })
        .Case([&](arith::MulIOp op) { return isExact(op) ? product(op.getLhs(), op.getRhs()) : Value(); })
        .Default([](Operation *) { return Value(); });
  }

private:
  Value constant(int64_t value) {
    return arith::ConstantOp::create(builder, builder.getI64IntegerAttr(value));
  }

  /// A scalar as i64.
  Value wide(Value value) {
    if (isa<IndexType>(value.getType()))
      return builder.createOrFold<arith::IndexCastOp>(builder.getI64Type(), value);
    return toInteger(builder, value, builder.getI64Type());
  }

  Value ofCarried(BlockArgument carried) {
    Value step = stepOf(loop, carried);
    Operation *next = step ? loop.getTiedLoopYieldedValue(carried)->get().getDefiningOp() : nullptr;
    bool isPointer = isa<tile::PtrType>(getElementTypeOrSelf(carried.getType()));
    if (!step || (!isPointer && !isExactAny(next)))
      return {};
    Value scalar = tile::splatElement(builder, step);
    if (!scalar)
      return {};
    return isa<arith::SubIOp>(next) ? builder.createOrFold<arith::SubIOp>(constant(0), wide(scalar)) : wide(scalar);
  }

  static bool isExactAny(Operation *op) {
    return TypeSwitch<Operation *, bool>(op)
        .Case<arith::AddIOp, arith::SubIOp>([](auto arithmetic) { return isExact(arithmetic); })
        .Default(false);
  }

  /// It does not wrap: what it would be in 64 bits.
  template <typename Op> static bool isExact(Op op) {
    return bitEnumContainsAll(op.getOverflowFlags(), arith::IntegerOverflowFlags::nsw);
  }

  Value sum(Value first, Value second) {
    Value a = of(first), b = a ? of(second) : Value();
    return b ? builder.createOrFold<arith::AddIOp>(a, b) : Value();
  }

  /// One operand stays, and is the same for all elements.
  Value product(Value first, Value second) {
    if (loop.isDefinedOutsideOfLoop(first))
      std::swap(first, second);
    if (!loop.isDefinedOutsideOfLoop(second))
      return {};
    Value scalar = tile::splatElement(builder, second), step = of(first);
    return scalar && step ? builder.createOrFold<arith::MulIOp>(step, wide(scalar)) : Value();
  }

  /// The counter's distance from its start, or a counter that starts at zero or above: neither falls below zero.
  bool isNeverNegative(Value value) {
    auto narrow = [](Value value) {
      while (isa_and_present<arith::ExtSIOp, arith::ExtUIOp>(value.getDefiningOp()))
        value = value.getDefiningOp()->getOperand(0);
      return value;
    };
    if (auto distance = value.getDefiningOp<arith::SubIOp>())
      return narrow(distance.getLhs()) == loop.getInductionVar() &&
             narrow(distance.getRhs()) == narrow(loop.getLowerBound());
    APInt start;
    return narrow(value) == loop.getInductionVar() && matchPattern(loop.getLowerBound(), m_ConstantInt(&start)) &&
           !start.isNegative();
  }

  /// A multiple of the divisor in each iteration.
  Value quotient(arith::DivUIOp op) {
    APInt divisor, amount;
    bool isKnown = matchPattern(op.getRhs(), m_ConstantInt(&divisor)) && isNeverNegative(op.getLhs());
    Value step = isKnown ? of(op.getLhs()) : Value();
    if (!step || !matchPattern(step, m_ConstantInt(&amount)) || !amount.isStrictlyPositive() ||
        amount.getZExtValue() % divisor.getZExtValue() != 0)
      return {};
    return constant(amount.getZExtValue() / divisor.getZExtValue());
  }

  scf::ForOp loop;
  ImplicitLocOpBuilder builder;
};

} // namespace

std::optional<EvenAddress> tile_gpu::findEvenAddress(scf::ForOp loop, Value pointer) {
  Value step = EvenSteps(loop).of(pointer);
  if (!step)
    return std::nullopt;
  ImplicitLocOpBuilder builder(loop.getLoc(), loop);
  IRMapping map;
  map.map(loop.getInductionVar(), loop.getLowerBound());
  map.map(loop.getRegionIterArgs(), loop.getInitArgs());
  return EvenAddress{computeAhead(builder, loop, pointer, map), step};
}

Value tile_gpu::evenAddressAt(OpBuilder &outer, scf::ForOp loop, const EvenAddress &address, Value iteration) {
  ImplicitLocOpBuilder builder(loop.getLoc(), outer);
  Value moved = arith::MulIOp::create(builder, numberOf(builder, loop, iteration), address.step);
  if (auto tile = dyn_cast<RankedTensorType>(address.first.getType()))
    moved = tile::SplatOp::create(builder, tile.clone(builder.getI64Type()), moved);
  return tile::OffsetOp::create(builder, address.first.getType(), address.first, moved);
}
