// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Tile/Transforms/BlockRaster.h"
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

/// x and y of the block at place `r` of a plane, taken in groups.
std::pair<Value, Value> inGroupsOf(ImplicitLocOpBuilder &builder, Value r, Value gx, Value gy) {
  Value group = constant(builder, BlockRaster::kGroup);
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

} // namespace

BlockRaster::BlockRaster(ImplicitLocOpBuilder &builder, bool inGroups) : inGroups(inGroups) {
  gx = NumBlocksOp::create(builder, builder.getI32Type(), Dimension::X);
  gy = NumBlocksOp::create(builder, builder.getI32Type(), Dimension::Y);
  Value gz = NumBlocksOp::create(builder, builder.getI32Type(), Dimension::Z);
  plane = assumeBetween(builder, arith::MulIOp::create(builder, gx, gy), 1, kMostBlocks);
  count = assumeBetween(builder, arith::MulIOp::create(builder, plane, gz), 1, kMostBlocks);
}

std::array<Value, 3> BlockRaster::at(ImplicitLocOpBuilder &builder, Value b) const {
  Quotient ofGrid = divide(builder, b, plane);
  Value x, y;
  if (inGroups) {
    std::tie(x, y) = inGroupsOf(builder, ofGrid.remainder, gx, gy);
  } else {
    Quotient ofPlane = divide(builder, ofGrid.remainder, gx);
    x = ofPlane.remainder;
    y = ofPlane.quotient;
  }
  constexpr int64_t kMostAcross = 65535; // of y and z; for x there is no limit of its own
  return {assumeBetween(builder, x, 0, kMostBlocks - 1), assumeBetween(builder, y, 0, kMostAcross - 1),
          assumeBetween(builder, ofGrid.quotient, 0, kMostAcross - 1)};
}
