// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Folds of arithmetic in a mode: constants of f32 and f64 in the four IEEE directions, and neutral operands.
//
// Nothing is folded under `flush`, which changes even x * 1, nor in an approximate mode, whose results are the
// device's own; nor what yields NaN, whose bits are the device's own too. f16 and bf16 may round twice (see the ops).
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/CommonFolders.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilec::tile;
using llvm::APFloat;

static std::optional<llvm::RoundingMode> ieeeDirection(RoundingMode mode) {
  switch (mode) {
  case RoundingMode::TiesToEven:
    return llvm::RoundingMode::NearestTiesToEven;
  case RoundingMode::TowardZero:
    return llvm::RoundingMode::TowardZero;
  case RoundingMode::TowardNegative:
    return llvm::RoundingMode::TowardNegative;
  case RoundingMode::TowardPositive:
    return llvm::RoundingMode::TowardPositive;
  default:
    return std::nullopt;
  }
}

template <typename Op> static bool isExactMode(Op op) {
  return !op.getFlush() && ieeeDirection(op.getRounding());
}

/// `calculate(a, b, direction)` changes `a` into the result.
template <typename Op>
static OpFoldResult foldConstants(Op op, ArrayRef<Attribute> operands,
                                  llvm::function_ref<void(APFloat &, const APFloat &, llvm::RoundingMode)> calculate) {
  Type element = getElementTypeOrSelf(op.getType());
  if (!isExactMode(op) || !(element.isF32() || element.isF64()))
    return {};
  return constFoldBinaryOpConditional<FloatAttr, APFloat, void>(
      operands, op.getType(), [&](APFloat a, const APFloat &b) -> std::optional<APFloat> {
        calculate(a, b, *ieeeDirection(op.getRounding()));
        return a.isNaN() ? std::nullopt : std::optional(a);
      });
}

/// x + -0 and x - 0 are x, but for zeros that are rounded toward negative infinity.
template <typename Op> static bool keepsZeros(Op op) {
  return isExactMode(op) && op.getRounding() != RoundingMode::TowardNegative;
}

OpFoldResult AddFOp::fold(FoldAdaptor adaptor) {
  if (keepsZeros(*this) && matchPattern(getRhs(), m_NegZeroFloat()))
    return getLhs();
  if (keepsZeros(*this) && matchPattern(getLhs(), m_NegZeroFloat()))
    return getRhs();
  return foldConstants(*this, adaptor.getOperands(),
                       [](APFloat &a, const APFloat &b, llvm::RoundingMode mode) { a.add(b, mode); });
}

OpFoldResult SubFOp::fold(FoldAdaptor adaptor) {
  if (keepsZeros(*this) && matchPattern(getRhs(), m_PosZeroFloat()))
    return getLhs();
  return foldConstants(*this, adaptor.getOperands(),
                       [](APFloat &a, const APFloat &b, llvm::RoundingMode mode) { a.subtract(b, mode); });
}

OpFoldResult MulFOp::fold(FoldAdaptor adaptor) {
  if (isExactMode(*this) && matchPattern(getRhs(), m_OneFloat()))
    return getLhs();
  if (isExactMode(*this) && matchPattern(getLhs(), m_OneFloat()))
    return getRhs();
  return foldConstants(*this, adaptor.getOperands(),
                       [](APFloat &a, const APFloat &b, llvm::RoundingMode mode) { a.multiply(b, mode); });
}

OpFoldResult DivFOp::fold(FoldAdaptor adaptor) {
  if (isExactMode(*this) && matchPattern(getRhs(), m_OneFloat()))
    return getLhs();
  return foldConstants(*this, adaptor.getOperands(),
                       [](APFloat &a, const APFloat &b, llvm::RoundingMode mode) { a.divide(b, mode); });
}

/// A product with 1 is exact: only the sum is rounded.
LogicalResult FmaOp::canonicalize(FmaOp op, PatternRewriter &rewriter) {
  if (!isExactMode(op))
    return failure();
  bool isFirstOne = matchPattern(op.getA(), m_OneFloat());
  if (!isFirstOne && !matchPattern(op.getB(), m_OneFloat()))
    return failure();
  rewriter.replaceOpWithNewOp<AddFOp>(op, op.getType(), isFirstOne ? op.getB() : op.getA(), op.getC(), op.getRounding(),
                                      op.getFlush());
  return success();
}
