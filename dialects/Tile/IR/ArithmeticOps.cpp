// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which rounding and subnormal modes each op and element type has.
#include "dialects/Tile/IR/TileDialect.h"

using namespace mlir;
using namespace tilec::tile;

static bool isIeee(RoundingMode mode) {
  return mode <= RoundingMode::TowardPositive;
}

static LogicalResult refuseMode(Operation *op, RoundingMode mode, Type element) {
  return op->emitOpError() << "expected a rounding mode that exists for " << element << ", got "
                           << stringifyRoundingMode(mode);
}

static LogicalResult verifyFlush(Operation *op, bool flush, Type element) {
  if (!flush || element.isF32())
    return success();
  return op->emitOpError() << "expected f32 with 'flush', got " << element;
}

/// IEEE directions for every type; approximate (and full, where `hasFull`) for f32.
template <typename Op> static LogicalResult verifyModes(Op op, bool hasApproximate, bool hasFull) {
  Type element = getElementTypeOrSelf(op.getType());
  RoundingMode mode = op.getRounding();
  bool allowed = isIeee(mode) || (element.isF32() && ((mode == RoundingMode::Approximate && hasApproximate) ||
                                                      (mode == RoundingMode::Full && hasFull)));
  return allowed ? verifyFlush(op, op.getFlush(), element) : refuseMode(op, mode, element);
}

LogicalResult AddFOp::verify() {
  return verifyModes(*this, false, false);
}
LogicalResult SubFOp::verify() {
  return verifyModes(*this, false, false);
}
LogicalResult MulFOp::verify() {
  return verifyModes(*this, false, false);
}
LogicalResult FmaOp::verify() {
  return verifyModes(*this, false, false);
}
LogicalResult DivFOp::verify() {
  return verifyModes(*this, true, true);
}
LogicalResult SqrtOp::verify() {
  return verifyModes(*this, true, false);
}

/// Transcendental functions know no IEEE direction; `ties_to_even` stands for their default.
template <typename Op> static LogicalResult verifyFunctionModes(Op op, bool hasApproximate) {
  Type element = getElementTypeOrSelf(op.getType());
  RoundingMode mode = op.getRounding();
  bool allowed = mode == RoundingMode::TiesToEven || (hasApproximate && mode == RoundingMode::Full) ||
                 (hasApproximate && mode == RoundingMode::Approximate && element.isF32());
  return allowed ? verifyFlush(op, op.getFlush(), element) : refuseMode(op, mode, element);
}

LogicalResult ExpOp::verify() {
  return verifyFunctionModes(*this, true);
}
LogicalResult TanhOp::verify() {
  return verifyFunctionModes(*this, true);
}
LogicalResult Exp2Op::verify() {
  return verifyFunctionModes(*this, false);
}
LogicalResult RsqrtOp::verify() {
  return verifyFunctionModes(*this, false);
}
