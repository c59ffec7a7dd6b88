// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floating-point ops of `tile` with a rounding direction, flushed subnormals, or an approximate form. An approximation
// is computed as exactly as the plain op: the host is the reference that the hardware's bound is measured against.
#include "compiler/Host/Numerics/DirectedArithmetic.h"
#include "compiler/Host/Ops/Elementwise.h"
#include "compiler/Host/Ops/Families.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>

using namespace mlir;

namespace tilec::host {

namespace {
struct Mode {
  Rounding rounding;
  bool flush;
};
} // namespace

static Rounding directionOf(tile::RoundingMode mode) {
  switch (mode) {
  case tile::RoundingMode::TowardZero:
    return Rounding::TowardZero;
  case tile::RoundingMode::TowardNegative:
    return Rounding::Down;
  case tile::RoundingMode::TowardPositive:
    return Rounding::Up;
  default:
    return Rounding::NearestEven;
  }
}

/// f32 and f64 directly; f16 and bf16 in f32 and once more in the same direction, which is the same as once.
template <class T>
static void compute(Arithmetic kind, Mode mode, const T *a, const T *b, const T *c, T *result, size_t count) {
  if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
    directedArithmetic<T>(kind, mode.rounding, mode.flush, a, b, c, result, count);
  } else if (kind == Arithmetic::Fma) {
    for (size_t i = 0; i < count; ++i)
      result[i] = narrow<T>(fusedMultiplyAddToOdd(widen(a[i]), widen(b[i]), widen(c[i]), mode.rounding), mode.rounding);
  } else {
    for (size_t i = 0; i < count; ++i) {
      float x = toCompute(a[i]), y = b ? toCompute(b[i]) : 0.0f, wide;
      directedArithmetic<float>(kind, mode.rounding, false, &x, &y, nullptr, &wide, 1);
      result[i] = narrow<T>(wide, mode.rounding);
    }
  }
}

template <class Op> static bool arithmetic(Op op, Decoder &decoder, Arithmetic kind) {
  llvm::SmallVector<Slot, 3> operands;
  for (Value value : op->getOperands())
    operands.push_back(decoder.operand(value));
  Slot result = decoder.define(op.getResult());
  Mode mode{directionOf(op.getRounding()), op.getFlush()};
  withArithmeticFloat(result.kind, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    decoder.emit([=](Frame &frame) {
      auto pointer = [&](size_t i) { return i < operands.size() ? frame.at<T>(operands[i]) : nullptr; };
      compute<T>(kind, mode, pointer(0), pointer(1), pointer(2), frame.at<T>(result), result.size(frame));
    });
  });
  decoder.propagateUndefined(op);
  return true;
}

/// A function computed in double and rounded once; nearly always the correctly rounded value.
template <class Op, class Fn> static bool function(Op op, Decoder &decoder, Fn fn) {
  Slot a = decoder.operand(op.getOperand()), result = decoder.define(op.getResult());
  bool flush = op.getFlush();
  withArithmeticFloat(result.kind, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    emitUnary<T, T>(decoder, result, a, [=](T x) -> T {
      if constexpr (std::is_same_v<T, float>)
        if (flush)
          return flushSubnormal(float(fn(double(flushSubnormal(x)))));
      return narrow<T>(fn(widen(x)));
    });
  });
  decoder.propagateUndefined(op);
  return true;
}

bool decodeModalFloats(Operation *op, Decoder &d) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tile::AddFOp op) { return arithmetic(op, d, Arithmetic::Add); })
      .Case([&](tile::SubFOp op) { return arithmetic(op, d, Arithmetic::Sub); })
      .Case([&](tile::MulFOp op) { return arithmetic(op, d, Arithmetic::Mul); })
      .Case([&](tile::DivFOp op) { return arithmetic(op, d, Arithmetic::Div); })
      .Case([&](tile::FmaOp op) { return arithmetic(op, d, Arithmetic::Fma); })
      .Case([&](tile::SqrtOp op) { return arithmetic(op, d, Arithmetic::Sqrt); })
      .Case([&](tile::RsqrtOp op) { return function(op, d, [](double x) { return 1.0 / std::sqrt(x); }); })
      .Case([&](tile::ExpOp op) { return function(op, d, [](double x) { return std::exp(x); }); })
      .Case([&](tile::Exp2Op op) { return function(op, d, [](double x) { return std::exp2(x); }); })
      .Case([&](tile::TanhOp op) { return function(op, d, [](double x) { return std::tanh(x); }); })
      .Default(false);
}

} // namespace tilec::host
