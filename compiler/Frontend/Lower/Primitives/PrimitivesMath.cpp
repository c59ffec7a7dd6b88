// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PrimitivesMath.cpp - elementwise mathematical functions -------------===//
#include "compiler/Frontend/Lower/Primitives/Primitives.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::frontend;

using Results = llvm::SmallVector<Value>;

namespace {

template <class Op> Results unary(PrimitiveCall &call) {
  return {call.b.createOrFold<Op>(call.loc, call.operand(0))};
}

template <class Op> Results binary(PrimitiveCall &call) {
  return {call.b.createOrFold<Op>(call.loc, call.operand(0), call.operand(1))};
}

template <class ModalOp> Results modal(PrimitiveCall &call, tile::RoundingMode rounding, bool flush) {
  return {ModalOp::create(call.b, call.loc, call.resultType(), call.operand(0), rounding, flush)};
}

/// constant: rounding; "full", the default, is what `math` means.
template <class Op, class ModalOp> Results approximable(PrimitiveCall &call) {
  if (call.constant(0) != static_cast<int64_t>(tile::RoundingMode::Approximate))
    return unary<Op>(call);
  return modal<ModalOp>(call, tile::RoundingMode::Approximate, /*flush=*/false);
}

/// constant: subnormal mode.
template <class Op, class ModalOp> Results flushable(PrimitiveCall &call) {
  if (call.constant(0) != 1)
    return unary<Op>(call);
  return modal<ModalOp>(call, tile::RoundingMode::TiesToEven, /*flush=*/true);
}

/// constants: rounding, subnormal mode.
Results squareRoot(PrimitiveCall &call) {
  bool flush = call.constant(1) == 1;
  if (call.constant(0) <= 0 && !flush)
    return unary<math::SqrtOp>(call);
  return modal<tile::SqrtOp>(call, tile::symbolizeRoundingMode(std::max<int64_t>(0, call.constant(0))).value(), flush);
}

Results powi(PrimitiveCall &call) {
  return {math::FPowIOp::create(call.b, call.loc, call.operand(0), call.operand(1))};
}

/// 8-bit floats and tf32 are classified as f32, which holds all their values.
template <class Op> Results classify(PrimitiveCall &call) {
  Value value = call.operand(0);
  if (!tile::isArithmeticFloat(getElementTypeOrSelf(value.getType())))
    value = call.arithmetic.convert(call.loc, value, NumberKind::Float, call.b.getF32Type(), NumberKind::Float);
  return {Op::create(call.b, call.loc, call.resultType(), value)};
}

} // namespace

void tilec::frontend::addMathPrimitives(PrimitiveTable &table) {
  table["ceil"] = unary<math::CeilOp>;
  table["floor"] = unary<math::FloorOp>;
  table["log"] = unary<math::LogOp>;
  table["log2"] = unary<math::Log2Op>;
  table["sin"] = unary<math::SinOp>;
  table["cos"] = unary<math::CosOp>;
  table["tan"] = unary<math::TanOp>;
  table["sinh"] = unary<math::SinhOp>;
  table["cosh"] = unary<math::CoshOp>;
  table["pow"] = binary<math::PowFOp>;
  table["atan2"] = binary<math::Atan2Op>;
  table["powi"] = powi;
  table["exp"] = approximable<math::ExpOp, tile::ExpOp>;
  table["tanh"] = approximable<math::TanhOp, tile::TanhOp>;
  table["exp2"] = flushable<math::Exp2Op, tile::Exp2Op>;
  table["rsqrt"] = flushable<math::RsqrtOp, tile::RsqrtOp>;
  table["sqrt"] = squareRoot;
  table["isnan"] = classify<math::IsNaNOp>;
  table["isinf"] = classify<math::IsInfOp>;
}
