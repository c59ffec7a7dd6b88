// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of `math`: f16, bf16 and f32 are computed in double and rounded once (so nearly always correctly rounded),
// f64 as libm does.
#include "mlir/Dialect/Math/IR/Math.h"
#include "compiler/Host/Ops/Elementwise.h"
#include "compiler/Host/Ops/Families.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>

using namespace mlir;

namespace tilec::host {

using Function = double (*)(double);
using Function2 = double (*)(double, double);

static bool unary(Operation *op, Decoder &decoder, Function fn) {
  Slot a = decoder.operand(op->getOperand(0)), result = decoder.define(op->getResult(0));
  withArithmeticFloat(result.kind, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    emitUnary<T, T>(decoder, result, a, [=](T x) { return narrow<T>(fn(widen(x))); });
  });
  decoder.propagateUndefined(op);
  return true;
}

static bool binary(Operation *op, Decoder &decoder, Function2 fn) {
  Slot a = decoder.operand(op->getOperand(0)), b = decoder.operand(op->getOperand(1));
  Slot result = decoder.define(op->getResult(0));
  withArithmeticFloat(result.kind, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    emitBinary<T, T, T>(decoder, result, a, b, [=](T x, T y) { return narrow<T>(fn(widen(x), widen(y))); });
  });
  decoder.propagateUndefined(op);
  return true;
}

/// Square roots of f32 and f64 are exact in their own type, and fast.
static bool squareRoot(Operation *op, Decoder &decoder) {
  Slot a = decoder.operand(op->getOperand(0)), result = decoder.define(op->getResult(0));
  withArithmeticFloat(result.kind, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    emitUnary<T, T>(decoder, result, a, [](T x) { return fromCompute<T>(std::sqrt(toCompute(x))); });
  });
  decoder.propagateUndefined(op);
  return true;
}

static bool integerPower(math::FPowIOp op, Decoder &decoder) {
  Slot a = decoder.operand(op.getLhs()), b = decoder.operand(op.getRhs()), result = decoder.define(op.getResult());
  withArithmeticFloat(result.kind, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    withInteger(b.kind, [&](auto integer) {
      using I = decltype(integer);
      emitBinary<T, T, typename I::U>(decoder, result, a, b, [](T x, typename I::U n) {
        return narrow<T>(std::pow(widen(x), double(I::asSigned(n))));
      });
    });
  });
  decoder.propagateUndefined(op);
  return true;
}

static bool sineAndCosine(math::SincosOp op, Decoder &decoder) {
  Slot a = decoder.operand(op->getOperand(0));
  Slot sine = decoder.define(op->getResult(0)), cosine = decoder.define(op->getResult(1));
  withArithmeticFloat(sine.kind, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    emitUnary<T, T>(decoder, sine, a, [](T x) { return narrow<T>(std::sin(widen(x))); });
    emitUnary<T, T>(decoder, cosine, a, [](T x) { return narrow<T>(std::cos(widen(x))); });
  });
  decoder.propagateUndefined(op);
  return true;
}

static double roundHalfAwayFromZero(double x) {
  return std::round(x);
}
static double reciprocalSquareRoot(double x) {
  return 1.0 / std::sqrt(x);
}

static Function functionOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, Function>(op)
      .Case([](math::CeilOp) -> Function { return std::ceil; })
      .Case([](math::FloorOp) -> Function { return std::floor; })
      .Case([](math::TruncOp) -> Function { return std::trunc; })
      .Case([](math::RoundOp) -> Function { return roundHalfAwayFromZero; })
      .Case([](math::RoundEvenOp) -> Function { return std::nearbyint; })
      .Case([](math::ExpOp) -> Function { return std::exp; })
      .Case([](math::Exp2Op) -> Function { return std::exp2; })
      .Case([](math::ExpM1Op) -> Function { return std::expm1; })
      .Case([](math::LogOp) -> Function { return std::log; })
      .Case([](math::Log2Op) -> Function { return std::log2; })
      .Case([](math::Log10Op) -> Function { return std::log10; })
      .Case([](math::Log1pOp) -> Function { return std::log1p; })
      .Case([](math::RsqrtOp) -> Function { return reciprocalSquareRoot; })
      .Case([](math::CbrtOp) -> Function { return std::cbrt; })
      .Case([](math::SinOp) -> Function { return std::sin; })
      .Case([](math::CosOp) -> Function { return std::cos; })
      .Case([](math::TanOp) -> Function { return std::tan; })
      .Case([](math::AsinOp) -> Function { return std::asin; })
      .Case([](math::AcosOp) -> Function { return std::acos; })
      .Case([](math::AtanOp) -> Function { return std::atan; })
      .Case([](math::SinhOp) -> Function { return std::sinh; })
      .Case([](math::CoshOp) -> Function { return std::cosh; })
      .Case([](math::TanhOp) -> Function { return std::tanh; })
      .Case([](math::AsinhOp) -> Function { return std::asinh; })
      .Case([](math::AcoshOp) -> Function { return std::acosh; })
      .Case([](math::AtanhOp) -> Function { return std::atanh; })
      .Case([](math::ErfOp) -> Function { return std::erf; })
      .Case([](math::ErfcOp) -> Function { return std::erfc; })
      .Default(Function(nullptr));
}

bool decodeMath(Operation *op, Decoder &decoder) {
  if (Function fn = functionOf(op))
    return unary(op, decoder, fn);
  if (isa<math::SqrtOp>(op))
    return squareRoot(op, decoder);
  if (isa<math::PowFOp>(op))
    return binary(op, decoder, std::pow);
  if (isa<math::Atan2Op>(op))
    return binary(op, decoder, std::atan2);
  if (auto power = dyn_cast<math::FPowIOp>(op))
    return integerPower(power, decoder);
  if (auto both = dyn_cast<math::SincosOp>(op))
    return sineAndCosine(both, decoder);
  return false;
}

} // namespace tilec::host
