// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/Tile/Blocks/BlockRaster.h"
#include "dialects/Tile/Analysis/BlockIndependence.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tilec::tile;

namespace {

Value constant(ImplicitLocOpBuilder &builder, int64_t value) {
  return arith::ConstantOp::create(builder, builder.getI32IntegerAttr(value));
}

Value assumeBetween(ImplicitLocOpBuilder &builder, Value value, int64_t lower, int64_t upper) {
  return AssumeOp::create(builder, value.getType(), value, BoundedAttr::get(builder.getContext(), lower, upper));
}

struct Quotient {
  Value quotient, remainder;
};

Quotient divide(ImplicitLocOpBuilder &builder, Value value, Value divisor) {
  return {arith::DivUIOp::create(builder, value, divisor), arith::RemUIOp::create(builder, value, divisor)};
}

} // namespace

bool tilec::tile::isOuterMma(MmaOp mma) {
  constexpr unsigned kX = 1, kY = 2;
  unsigned lhs = blockDimensionsOf(mma.getA()) & (kX | kY), rhs = blockDimensionsOf(mma.getB()) & (kX | kY);
  return (lhs | rhs) == (kX | kY) && (lhs & rhs) == 0 && lhs && rhs;
}

Value tilec::tile::largerOperand(MmaOp mma) {
  auto bytes = [](Value operand) {
    return elementCount(operand.getType()) * storageBytes(getElementTypeOrSelf(operand.getType()));
  };
  int64_t a = bytes(mma.getA()), b = bytes(mma.getB());
  return a == b ? Value() : a > b ? mma.getA() : mma.getB();
}

std::pair<Value, Value> tilec::tile::blockInGroups(ImplicitLocOpBuilder &builder, Value r, Value gx, Value gy,
                                                   int64_t width) {
  Value group = constant(builder, width);
  Quotient ofPlane = divide(builder, r, arith::MulIOp::create(builder, group, gy));
  Value first = arith::MulIOp::create(builder, ofPlane.quotient, group);
  // The last group may be narrower; where there is none such, its width counts as 1.
  Value rest = arith::MaxUIOp::create(builder, arith::RemUIOp::create(builder, gx, group), constant(builder, 1));
  Value end = arith::AddIOp::create(builder, first, group);
  Value isWhole = arith::CmpIOp::create(builder, arith::CmpIPredicate::ule, end, gx);
  Quotient whole = divide(builder, ofPlane.remainder, group), last = divide(builder, ofPlane.remainder, rest);
  Value column = arith::SelectOp::create(builder, isWhole, whole.remainder, last.remainder);
  return {arith::AddIOp::create(builder, first, column),
          arith::SelectOp::create(builder, isWhole, whole.quotient, last.quotient)};
}

/// The dimensions besides `axis`.
static std::array<size_t, 2> othersThan(Dimension axis) {
  return {axis == Dimension::X ? 1u : 0u, axis == Dimension::Z ? 1u : 2u};
}

BlockRaster::BlockRaster(ImplicitLocOpBuilder &builder, const BlockOrder &order) : order(order) {
  for (Dimension dimension : {Dimension::X, Dimension::Y, Dimension::Z})
    extents[size_t(dimension)] = NumBlocksOp::create(builder, builder.getI32Type(), dimension);
  if (order.multicast > 1)
    extents[0] = arith::DivUIOp::create(builder, extents[0], constant(builder, order.multicast));
  if (order.isLine) {
    count = assumeBetween(builder, extents[0], 1, kMostBlocks);
    return;
  }
  Dimension last = order.longestFirst ? order.longestFirst->dimension : Dimension::Z;
  auto [fast, slow] = othersThan(last);
  plane = assumeBetween(builder, arith::MulIOp::create(builder, extents[fast], extents[slow]), 1, kMostBlocks);
  count = assumeBetween(builder, arith::MulIOp::create(builder, plane, extents[size_t(last)]), 1, kMostBlocks);
}

std::array<Value, 3> BlockRaster::longestFirst(ImplicitLocOpBuilder &builder, Value b) const {
  size_t axis = size_t(order.longestFirst->dimension);
  auto [fast, slow] = othersThan(order.longestFirst->dimension);
  // With more blocks than that along the axis there is one group, and kGroup times as many do not fit i32.
  static_assert(BlockRaster::kGroup * kMostBlocks / 4 <= int64_t(1) << 31);
  Value along = arith::MinUIOp::create(builder, extents[axis], constant(builder, kMostBlocks / 4));
  auto [others, number] = blockInGroups(builder, b, plane, along);
  if (order.longestFirst->grows) {
    Value last = arith::SubIOp::create(builder, extents[axis], constant(builder, 1));
    number = arith::SubIOp::create(builder, last, number);
  }
  Quotient ofOthers = divide(builder, others, extents[fast]);
  std::array<Value, 3> numbers;
  numbers[axis] = number;
  numbers[fast] = ofOthers.remainder;
  numbers[slow] = ofOthers.quotient;
  return numbers;
}

/// Of the blocks at place `x`, this CTA's.
Value BlockRaster::neighbourAt(ImplicitLocOpBuilder &builder, Value x) const {
  if (order.multicast == 1)
    return x;
  Value first = arith::MulIOp::create(builder, x, constant(builder, order.multicast));
  return arith::AddIOp::create(builder, first, CtaRankOp::create(builder, builder.getI32Type()));
}

std::array<Value, 3> BlockRaster::inPlanes(ImplicitLocOpBuilder &builder, Value b) const {
  Quotient ofGrid = divide(builder, b, plane);
  if (order.inGroups && order.groupsAlong == Dimension::Y) {
    auto [y, x] = blockInGroups(builder, ofGrid.remainder, extents[1], extents[0]);
    return {x, y, ofGrid.quotient};
  }
  if (order.inGroups) {
    auto [x, y] = blockInGroups(builder, ofGrid.remainder, extents[0], extents[1], kGroup / order.multicast);
    return {neighbourAt(builder, x), y, ofGrid.quotient};
  }
  Quotient ofPlane = divide(builder, ofGrid.remainder, extents[0]);
  return {ofPlane.remainder, ofPlane.quotient, ofGrid.quotient};
}

std::array<Value, 3> BlockRaster::at(ImplicitLocOpBuilder &builder, Value b) const {
  if (order.isLine)
    return {b, constant(builder, 0), constant(builder, 0)};
  return order.longestFirst ? longestFirst(builder, b) : inPlanes(builder, b);
}

Value BlockRaster::assumeNumber(ImplicitLocOpBuilder &builder, Value number, Dimension dimension) {
  constexpr int64_t kMostAcross = 65535; // of y and z; for x there is no limit of its own
  return assumeBetween(builder, number, 0, (dimension == Dimension::X ? kMostBlocks : kMostAcross) - 1);
}
