// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Tile/IR/TileStarts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

Value tilec::tile::startOfTile(OpBuilder &builder, Location loc, Value index, int64_t step) {
  constexpr int64_t kBeyondTensors = int64_t(1) << 62;
  auto constant = [&](int64_t value) {
    return arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(value));
  };
  Type wide = builder.getI64Type();
  APInt number;
  if (index.getType() != wide)
    index = arith::ExtUIOp::create(builder, loc, wide, index);
  else if (!index.getDefiningOp<arith::ExtUIOp>() &&
           !(matchPattern(index, m_ConstantInt(&number)) && number.ule(kBeyondTensors / step)))
    index = arith::MinUIOp::create(builder, loc, index, constant(kBeyondTensors / step));
  return arith::MulIOp::create(builder, loc, index, constant(step));
}
