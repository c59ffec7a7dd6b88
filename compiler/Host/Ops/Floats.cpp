// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floating-point arithmetic in the default mode: nearest even, nothing flushed, each op rounded once to its own type.
#include "compiler/Host/Ops/Elementwise.h"
#include "compiler/Host/Ops/Families.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>

using namespace mlir;

namespace tilec::host {

/// `fn` on the type that the element type computes in, rounded back.
template <class Fn> static bool binary(Operation *op, Decoder &decoder, Fn fn) {
  Slot a = decoder.operand(op->getOperand(0)), b = decoder.operand(op->getOperand(1));
  Slot result = decoder.define(op->getResult(0));
  withArithmeticFloat(result.kind, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    emitBinary<T, T, T>(decoder, result, a, b,
                        [=](T x, T y) { return fromCompute<T>(fn(toCompute(x), toCompute(y))); });
  });
  decoder.propagateUndefined(op);
  return true;
}

/// Flips or clears the sign bit: exact for every type, NaN included.
static bool onSign(Operation *op, Decoder &decoder, bool flip) {
  Slot a = decoder.operand(op->getOperand(0));
  Slot result = decoder.define(op->getResult(0));
  withBits(bytesOf(result.kind), [&](auto tag) {
    using U = typename decltype(tag)::Type;
    U sign = U(U(1) << (8 * sizeof(U) - 1));
    emitUnary<U, U>(decoder, result, a, [=](U x) -> U { return flip ? U(x ^ sign) : U(x & ~sign); });
  });
  decoder.propagateUndefined(op);
  return true;
}

static bool copySign(Operation *op, Decoder &decoder) {
  Slot a = decoder.operand(op->getOperand(0)), b = decoder.operand(op->getOperand(1));
  Slot result = decoder.define(op->getResult(0));
  withBits(bytesOf(result.kind), [&](auto tag) {
    using U = typename decltype(tag)::Type;
    U sign = U(U(1) << (8 * sizeof(U) - 1));
    emitBinary<U, U, U>(decoder, result, a, b, [=](U x, U y) -> U { return U((x & ~sign) | (y & sign)); });
  });
  decoder.propagateUndefined(op);
  return true;
}

static bool fusedMultiplyAdd(Operation *op, Decoder &decoder) {
  Slot a = decoder.operand(op->getOperand(0)), b = decoder.operand(op->getOperand(1)),
       c = decoder.operand(op->getOperand(2));
  Slot result = decoder.define(op->getResult(0));
  withArithmeticFloat(result.kind, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    emitTernary<T>(decoder, result, a, b, c, [](T x, T y, T z) { return host::fusedMultiplyAdd<T>(x, y, z); });
  });
  decoder.propagateUndefined(op);
  return true;
}

bool decodeFloats(Operation *op, Decoder &d) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](arith::AddFOp) { return binary(op, d, [](auto x, auto y) { return x + y; }); })
      .Case([&](arith::SubFOp) { return binary(op, d, [](auto x, auto y) { return x - y; }); })
      .Case([&](arith::MulFOp) { return binary(op, d, [](auto x, auto y) { return x * y; }); })
      .Case([&](arith::DivFOp) { return binary(op, d, [](auto x, auto y) { return x / y; }); })
      .Case([&](arith::RemFOp) { return binary(op, d, [](auto x, auto y) { return std::fmod(x, y); }); })
      .Case([&](arith::MaxNumFOp) { return binary(op, d, [](auto x, auto y) { return maximum(x, y, false); }); })
      .Case([&](arith::MinNumFOp) { return binary(op, d, [](auto x, auto y) { return minimum(x, y, false); }); })
      .Case([&](arith::MaximumFOp) { return binary(op, d, [](auto x, auto y) { return maximum(x, y, true); }); })
      .Case([&](arith::MinimumFOp) { return binary(op, d, [](auto x, auto y) { return minimum(x, y, true); }); })
      .Case([&](arith::NegFOp) { return onSign(op, d, true); })
      .Case([&](math::AbsFOp) { return onSign(op, d, false); })
      .Case([&](math::CopySignOp) { return copySign(op, d); })
      .Case([&](math::FmaOp) { return fusedMultiplyAdd(op, d); })
      .Default(false);
}

} // namespace tilec::host
