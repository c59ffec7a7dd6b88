// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Tile/IR/TileStarts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

/// What an i64, read as unsigned, is at most; all ones where nothing is known.
static uint64_t largest(Value value) {
  constexpr uint64_t kUnknown = ~uint64_t(0);
  APInt number;
  if (matchPattern(value, m_ConstantInt(&number)))
    return number.getZExtValue();
  Operation *op = value.getDefiningOp();
  if (auto extended = dyn_cast_if_present<arith::ExtUIOp>(op))
    return llvm::maxUIntN(extended.getIn().getType().getIntOrFloatBitWidth());
  if (auto least = dyn_cast_if_present<arith::MinUIOp>(op))
    return std::min(largest(least.getLhs()), largest(least.getRhs()));
  bool wraps = true;
  uint64_t result = kUnknown;
  if (auto sum = dyn_cast_if_present<arith::AddIOp>(op))
    result = llvm::SaturatingAdd(largest(sum.getLhs()), largest(sum.getRhs()), &wraps);
  else if (auto product = dyn_cast_if_present<arith::MulIOp>(op))
    result = llvm::SaturatingMultiply(largest(product.getLhs()), largest(product.getRhs()), &wraps);
  return wraps ? kUnknown : result;
}

Value tilec::tile::startOfTile(OpBuilder &builder, Location loc, Value index, int64_t step) {
  constexpr int64_t kBeyondTensors = int64_t(1) << 62;
  auto constant = [&](int64_t value) {
    return arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(value));
  };
  if (Type wide = builder.getI64Type(); index.getType() != wide)
    index = arith::ExtUIOp::create(builder, loc, wide, index);
  else if (largest(index) > uint64_t(kBeyondTensors / step))
    index = arith::MinUIOp::create(builder, loc, index, constant(kBeyondTensors / step));
  return arith::MulIOp::create(builder, loc, index, constant(step));
}
