// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer arithmetic: arith and the integer ops of math.
#include "compiler/Host/Check/IntegerChecks.h"
#include "compiler/Host/Ops/Elementwise.h"
#include "compiler/Host/Ops/Families.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"
#include <bit>

using namespace mlir;

namespace tilec::host {

/// `fn(Int<Bits>(), x, y)` for each element.
template <class Fn> static bool binary(Operation *op, Decoder &decoder, Fn fn) {
  Slot a = decoder.operand(op->getOperand(0)), b = decoder.operand(op->getOperand(1));
  emitIntegerChecks(op, decoder);
  Slot result = decoder.define(op->getResult(0));
  withInteger(result.kind, [&](auto integer) {
    using U = typename decltype(integer)::U;
    emitBinary<U, U, U>(decoder, result, a, b, [=](U x, U y) -> U { return fn(integer, x, y); });
  });
  return true;
}

template <class Fn> static bool unary(Operation *op, Decoder &decoder, Fn fn) {
  Slot a = decoder.operand(op->getOperand(0));
  Slot result = decoder.define(op->getResult(0));
  withInteger(result.kind, [&](auto integer) {
    using U = typename decltype(integer)::U;
    emitUnary<U, U>(decoder, result, a, [=](U x) -> U { return fn(integer, x); });
  });
  decoder.propagateUndefined(op);
  return true;
}

template <class Fn> static bool plain(Operation *op, Decoder &decoder, Fn fn) {
  binary(op, decoder, fn);
  decoder.propagateUndefined(op);
  return true;
}

template <class Fn> static bool quotient(Operation *op, Decoder &decoder, Fn fn) {
  plain(op, decoder, fn);
  emitUnspecifiedQuotients(op, decoder);
  return true;
}

/// `and` with a known zero is known, whatever the other side; `or` likewise with all ones.
template <class Fn> static bool masking(Operation *op, Decoder &decoder, bool absorbing, Fn fn) {
  binary(op, decoder, fn);
  if (!decoder.checking())
    return true;
  Slot a = decoder.operand(op->getOperand(0)), b = decoder.operand(op->getOperand(1));
  Slot result = decoder.operand(op->getResult(0));
  withInteger(result.kind, [&](auto integer) {
    using I = decltype(integer);
    using U = typename I::U;
    U decides = absorbing ? I::wrap(U(~U(0))) : U(0);
    decoder.emit([=](Frame &frame) {
      const U *x = frame.at<U>(a), *y = frame.at<U>(b);
      const uint8_t *ux = frame.undefined(a), *uy = frame.undefined(b);
      uint8_t *out = frame.undefined(result);
      for (size_t i = 0, count = result.size(frame); i < count; ++i)
        out[i] = (ux[i] | uy[i]) && !(!ux[i] && x[i] == decides) && !(!uy[i] && y[i] == decides);
    });
  });
  return true;
}

/// Two results: `low` and `high` halves, or sum and carry.
template <class Low, class High> static bool extended(Operation *op, Decoder &decoder, Low low, High high) {
  Slot a = decoder.operand(op->getOperand(0)), b = decoder.operand(op->getOperand(1));
  Slot first = decoder.define(op->getResult(0)), second = decoder.define(op->getResult(1));
  withInteger(first.kind, [&](auto integer) {
    using U = typename decltype(integer)::U;
    emitBinary<U, U, U>(decoder, first, a, b, [=](U x, U y) -> U { return low(integer, x, y); });
    if (isa<arith::AddUIExtendedOp>(op))
      emitBinary<uint8_t, U, U>(decoder, second, a, b, [=](U x, U y) -> uint8_t { return high(integer, x, y); });
    else
      emitBinary<U, U, U>(decoder, second, a, b, [=](U x, U y) -> U { return high(integer, x, y); });
  });
  decoder.propagateUndefined(op);
  return true;
}

template <class I> static typename I::U power(typename I::U base, typename I::U exponent) {
  auto e = I::asSigned(exponent);
  typename I::U result = 1;
  if (e < 0) { // 1/base, rounded toward zero
    auto b = I::asSigned(base);
    return b == 1 ? base : b == -1 ? (e & 1 ? base : typename I::U(1)) : typename I::U(0);
  }
  for (; e; e >>= 1, base = I::mul(base, base))
    if (e & 1)
      result = I::mul(result, base);
  return result;
}

#define TILEC_INT(expression)                                                                                          \
  [](auto integer, auto x, auto y) {                                                                                   \
    using I [[maybe_unused]] = decltype(integer);                                                                      \
    return expression;                                                                                                 \
  }

bool decodeIntegers(Operation *op, Decoder &d) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](arith::AddIOp) { return plain(op, d, TILEC_INT(I::add(x, y))); })
      .Case([&](arith::SubIOp) { return plain(op, d, TILEC_INT(I::sub(x, y))); })
      .Case([&](arith::MulIOp) { return plain(op, d, TILEC_INT(I::mul(x, y))); })
      .Case([&](arith::DivSIOp) { return quotient(op, d, TILEC_INT(I::divSigned(x, y))); })
      .Case([&](arith::DivUIOp) { return quotient(op, d, TILEC_INT(I::divUnsigned(x, y))); })
      .Case([&](arith::RemSIOp) { return quotient(op, d, TILEC_INT(I::remSigned(x, y))); })
      .Case([&](arith::RemUIOp) { return quotient(op, d, TILEC_INT(I::remUnsigned(x, y))); })
      .Case([&](arith::FloorDivSIOp) { return quotient(op, d, TILEC_INT(I::floorDivSigned(x, y))); })
      .Case([&](arith::CeilDivSIOp) { return quotient(op, d, TILEC_INT(I::ceilDivSigned(x, y))); })
      .Case([&](arith::CeilDivUIOp) { return quotient(op, d, TILEC_INT(I::ceilDivUnsigned(x, y))); })
      .Case([&](arith::AndIOp) { return masking(op, d, false, TILEC_INT(decltype(x)(x & y))); })
      .Case([&](arith::OrIOp) { return masking(op, d, true, TILEC_INT(decltype(x)(x | y))); })
      .Case([&](arith::XOrIOp) { return plain(op, d, TILEC_INT(decltype(x)(x ^ y))); })
      .Case([&](arith::ShLIOp) { return plain(op, d, TILEC_INT(I::shiftLeft(x, y))); })
      .Case([&](arith::ShRSIOp) { return plain(op, d, TILEC_INT(I::shiftRightSigned(x, y))); })
      .Case([&](arith::ShRUIOp) { return plain(op, d, TILEC_INT(I::shiftRightUnsigned(x, y))); })
      .Case([&](arith::MaxSIOp) { return plain(op, d, TILEC_INT((I::asSigned(x) > I::asSigned(y) ? x : y))); })
      .Case([&](arith::MinSIOp) { return plain(op, d, TILEC_INT((I::asSigned(x) < I::asSigned(y) ? x : y))); })
      .Case([&](arith::MaxUIOp) { return plain(op, d, TILEC_INT((x > y ? x : y))); })
      .Case([&](arith::MinUIOp) { return plain(op, d, TILEC_INT((x < y ? x : y))); })
      .Case([&](math::IPowIOp) { return plain(op, d, TILEC_INT(power<I>(x, y))); })
      .Case([&](arith::MulSIExtendedOp) {
        return extended(op, d, TILEC_INT(I::mul(x, y)), TILEC_INT(I::mulHighSigned(x, y)));
      })
      .Case([&](arith::MulUIExtendedOp) {
        return extended(op, d, TILEC_INT(I::mul(x, y)), TILEC_INT(I::mulHighUnsigned(x, y)));
      })
      .Case([&](arith::AddUIExtendedOp) {
        return extended(op, d, TILEC_INT(I::add(x, y)), TILEC_INT(uint8_t(I::add(x, y) < x)));
      })
      .Case([&](math::AbsIOp) { return unary(op, d, [](auto i, auto x) { return decltype(i)::absolute(x); }); })
      .Case([&](math::CtPopOp) { return unary(op, d, [](auto, auto x) { return std::popcount(x); }); })
      .Case([&](math::CountLeadingZerosOp) {
        return unary(op, d, [](auto i, auto x) { return decltype(i)::kBits - std::bit_width(x); });
      })
      .Case([&](math::CountTrailingZerosOp) {
        return unary(op, d, [](auto i, auto x) { return x ? std::countr_zero(x) : decltype(i)::kBits; });
      })
      .Default(false);
}
#undef TILEC_INT

} // namespace tilec::host
