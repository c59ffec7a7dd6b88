// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Tile/IR/SplatElement.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

Value tilec::tile::splatElement(OpBuilder &builder, Value value) {
  if (!isa<RankedTensorType>(value.getType()))
    return value;
  if (auto splat = value.getDefiningOp<SplatOp>())
    return splat.getSource();
  DenseIntElementsAttr elements;
  if (!matchPattern(value, m_Constant(&elements)) || !elements.isSplat())
    return {};
  return arith::ConstantOp::create(builder, value.getLoc(),
                                   builder.getIntegerAttr(elements.getElementType(), elements.getSplatValue<APInt>()));
}
