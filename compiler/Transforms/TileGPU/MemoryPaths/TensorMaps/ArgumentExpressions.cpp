// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/MemoryPaths/TensorMaps/ArgumentExpressions.h"
#include "dialects/Tile/IR/BlockParts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

static constexpr unsigned kGridDimensions = 3;

Value tile_gpu::withoutAssumptions(Value value) {
  while (auto assume = value.getDefiningOp<tile::AssumeOp>())
    value = assume.getSource();
  return value;
}

AffineExpr ArgumentExpressions::ofArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(withoutAssumptions(value));
  if (!argument || argument.getOwner() != &kernel.getBody().front())
    return {};
  return getAffineSymbolExpr(argument.getArgNumber(), context);
}

/// An extent of the grid; null for all else. The launcher's grid is of the source's blocks, of which the kernel may
/// join several.
AffineExpr ArgumentExpressions::ofGrid(Value value) {
  auto extent = withoutAssumptions(value).getDefiningOp<tile::NumBlocksOp>();
  if (!extent)
    return {};
  unsigned dimension = unsigned(extent.getDimension());
  AffineExpr blocks = getAffineSymbolExpr(kernel.getNumArguments() + dimension, context);
  return blocks.floorDiv(tile::joinedBlocksOf(kernel)[dimension]);
}

unsigned ArgumentExpressions::symbolsOf(ArrayRef<AffineExpr> expressions) {
  unsigned arguments = kernel.getNumArguments();
  bool isOfGrid = false;
  for (AffineExpr expression : expressions)
    expression.walk([&](AffineExpr part) {
      auto symbol = dyn_cast<AffineSymbolExpr>(part);
      isOfGrid |= symbol && symbol.getPosition() >= arguments;
    });
  return isOfGrid ? arguments + kGridDimensions : arguments;
}

AffineExpr ArgumentExpressions::of(Value value) {
  value = withoutAssumptions(value);
  APInt number;
  if (matchPattern(value, m_ConstantInt(&number)))
    return constant(number.getZExtValue());
  if (isa<BlockArgument>(value))
    return ofArgument(value);
  if (AffineExpr extent = ofGrid(value))
    return extent;
  Operation *op = value.getDefiningOp();
  if (auto extend = dyn_cast<arith::ExtUIOp>(op))
    return of(extend.getIn());
  // Narrower sums and products may wrap where the launcher's do not.
  bool isWide = value.getType().isInteger(64);
  if (isWide && isa<arith::AddIOp, arith::MulIOp>(op)) {
    AffineExpr lhs = of(op->getOperand(0)), rhs = of(op->getOperand(1));
    if (!lhs || !rhs)
      return {};
    return isa<arith::AddIOp>(op) ? lhs + rhs : lhs * rhs;
  }
  return {};
}

/// The expression of a quotient of arguments, extents of the grid and constants. A negative one of these makes a signed
/// quotient too large for any extent.
AffineExpr ArgumentExpressions::ofQuotient(Operation *op) {
  bool isCeil = isa<arith::CeilDivSIOp, arith::CeilDivUIOp>(op), isSigned = isa<arith::DivSIOp, arith::CeilDivSIOp>(op);
  AffineExpr terms[2], tooLarge = constant(0);
  for (auto [operand, expr] : llvm::zip_equal(op->getOperands(), terms)) {
    APInt number;
    if (matchPattern(operand, m_ConstantInt(&number)) && number.isStrictlyPositive()) {
      expr = constant(number.getZExtValue());
      continue;
    }
    expr = ofGrid(operand);
    if (expr)
      continue;
    expr = ofArgument(operand);
    if (!expr)
      return {};
    constexpr int64_t kSign = int64_t(1) << 31, kTooLarge = int64_t(1) << 40;
    if (isSigned)
      tooLarge = tooLarge + expr.floorDiv(kSign) * kTooLarge;
  }
  return (isCeil ? terms[0].ceilDiv(terms[1]) : terms[0].floorDiv(terms[1])) + tooLarge;
}

AffineExpr ArgumentExpressions::ofExtent(Value value) {
  value = withoutAssumptions(value);
  if (AffineExpr expr = of(value))
    return expr;
  Operation *op = value.getDefiningOp();
  if (isa_and_nonnull<arith::ExtUIOp, arith::ExtSIOp>(op))
    return ofExtent(op->getOperand(0));
  // Sums and products in 64 bits are those of 32 bits, modulo 2^32: and that is all where they are small enough.
  if (!op || !value.getType().isInteger(32))
    return {};
  if (isa<arith::DivUIOp, arith::DivSIOp, arith::CeilDivUIOp, arith::CeilDivSIOp>(op))
    return ofQuotient(op);
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return {};
  AffineExpr lhs = ofSummand(op->getOperand(0)), rhs = ofSummand(op->getOperand(1));
  if (!lhs || !rhs)
    return {};
  return isa<arith::MulIOp>(op) ? lhs * rhs : isa<arith::AddIOp>(op) ? lhs + rhs : lhs - rhs;
}

/// Modulo 2^32: no quotient, which may be too large on purpose.
AffineExpr ArgumentExpressions::ofSummand(Value value) {
  Operation *op = withoutAssumptions(value).getDefiningOp();
  bool isQuotient = isa_and_nonnull<arith::DivUIOp, arith::DivSIOp, arith::CeilDivUIOp, arith::CeilDivSIOp>(op);
  return isQuotient ? AffineExpr() : ofExtent(value);
}
