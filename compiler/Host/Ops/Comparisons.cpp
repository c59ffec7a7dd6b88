// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparisons and selections.
#include "compiler/Host/Ops/Elementwise.h"
#include "compiler/Host/Ops/Families.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

using namespace mlir;

namespace tilec::host {

template <class Fn>
static void emitCompareInteger(Decoder &decoder, Slot result, Slot a, Slot b, bool isSigned, Fn fn) {
  withInteger(a.kind, [&](auto integer) {
    using I = decltype(integer);
    using U = typename I::U;
    if (isSigned)
      emitBinary<uint8_t, U, U>(decoder, result, a, b,
                                [=](U x, U y) -> uint8_t { return fn(I::asSigned(x), I::asSigned(y)); });
    else
      emitBinary<uint8_t, U, U>(decoder, result, a, b, [=](U x, U y) -> uint8_t { return fn(x, y); });
  });
}

static bool compareIntegers(arith::CmpIOp op, Decoder &decoder) {
  Slot a = decoder.operand(op.getLhs()), b = decoder.operand(op.getRhs());
  Slot result = decoder.define(op.getResult());
  auto emit = [&](bool isSigned, auto fn) { emitCompareInteger(decoder, result, a, b, isSigned, fn); };
  auto less = [](auto x, auto y) { return x < y; };
  auto lessEqual = [](auto x, auto y) { return x <= y; };
  auto greater = [](auto x, auto y) { return x > y; };
  auto greaterEqual = [](auto x, auto y) { return x >= y; };
  using P = arith::CmpIPredicate;
  switch (op.getPredicate()) {
  case P::eq:
    emit(false, [](auto x, auto y) { return x == y; });
    break;
  case P::ne:
    emit(false, [](auto x, auto y) { return x != y; });
    break;
  case P::slt:
  case P::ult:
    emit(op.getPredicate() == P::slt, less);
    break;
  case P::sle:
  case P::ule:
    emit(op.getPredicate() == P::sle, lessEqual);
    break;
  case P::sgt:
  case P::ugt:
    emit(op.getPredicate() == P::sgt, greater);
    break;
  case P::sge:
  case P::uge:
    emit(op.getPredicate() == P::sge, greaterEqual);
    break;
  }
  decoder.propagateUndefined(op);
  return true;
}

/// A float predicate is a set of the four outcomes less, equal, greater, unordered; MLIR's enumerators number them.
static uint8_t outcomesOf(arith::CmpFPredicate predicate) {
  enum : uint8_t { Less = 1, Equal = 2, Greater = 4, Unordered = 8 };
  using P = arith::CmpFPredicate;
  switch (predicate) {
  case P::AlwaysFalse:
    return 0;
  case P::OEQ:
    return Equal;
  case P::OGT:
    return Greater;
  case P::OGE:
    return Greater | Equal;
  case P::OLT:
    return Less;
  case P::OLE:
    return Less | Equal;
  case P::ONE:
    return Less | Greater;
  case P::ORD:
    return Less | Equal | Greater;
  case P::UEQ:
    return Equal | Unordered;
  case P::UGT:
    return Greater | Unordered;
  case P::UGE:
    return Greater | Equal | Unordered;
  case P::ULT:
    return Less | Unordered;
  case P::ULE:
    return Less | Equal | Unordered;
  case P::UNE:
    return Less | Greater | Unordered;
  case P::UNO:
    return Unordered;
  case P::AlwaysTrue:
    return 15;
  }
  return 0;
}

static bool compareFloats(arith::CmpFOp op, Decoder &decoder) {
  Slot a = decoder.operand(op.getLhs()), b = decoder.operand(op.getRhs());
  Slot result = decoder.define(op.getResult());
  uint8_t outcomes = outcomesOf(op.getPredicate());
  withFloat(a.kind, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    emitBinary<uint8_t, T, T>(decoder, result, a, b, [=](T x, T y) -> uint8_t {
      double p = widen(x), q = widen(y);
      uint8_t outcome = uint8_t(p < q) | uint8_t(p == q) << 1 | uint8_t(p > q) << 2;
      return (outcomes & (outcome ? outcome : 8)) != 0;
    });
  });
  decoder.propagateUndefined(op);
  return true;
}

template <class Fn> static bool classify(Operation *op, Decoder &decoder, Fn fn) {
  Slot a = decoder.operand(op->getOperand(0)), result = decoder.define(op->getResult(0));
  withFloat(a.kind, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    emitUnary<uint8_t, T>(decoder, result, a, [=](T x) -> uint8_t { return fn(widen(x)); });
  });
  decoder.propagateUndefined(op);
  return true;
}

/// Only the chosen side counts for whether the result is defined.
static bool select(arith::SelectOp op, Decoder &decoder) {
  Slot c = decoder.operand(op.getCondition()), a = decoder.operand(op.getTrueValue()),
       b = decoder.operand(op.getFalseValue());
  Slot result = decoder.define(op.getResult());
  bool one = !isa<RankedTensorType>(op.getCondition().getType()) && !result.perLane;
  withBits(bytesOf(result.kind), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    decoder.emit([=](Frame &frame) {
      T *__restrict out = frame.at<T>(result);
      const T *x = frame.at<T>(a), *y = frame.at<T>(b);
      const uint8_t *condition = frame.at<uint8_t>(c);
      for (size_t i = 0, count = result.size(frame); i < count; ++i)
        out[i] = condition[one ? 0 : i] ? x[i] : y[i];
    });
  });
  if (decoder.checking())
    decoder.emit([=](Frame &frame) {
      const uint8_t *condition = frame.at<uint8_t>(c), *unknown = frame.undefined(c);
      const uint8_t *x = frame.undefined(a), *y = frame.undefined(b);
      uint8_t *out = frame.undefined(result);
      for (size_t i = 0, count = result.size(frame); i < count; ++i) {
        size_t j = one ? 0 : i;
        out[i] = unknown[j] | (condition[j] ? x[i] : y[i]);
      }
    });
  return true;
}

bool decodeComparisons(Operation *op, Decoder &decoder) {
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return compareIntegers(compare, decoder);
  if (auto compare = dyn_cast<arith::CmpFOp>(op))
    return compareFloats(compare, decoder);
  if (auto choice = dyn_cast<arith::SelectOp>(op))
    return select(choice, decoder);
  if (isa<math::IsNaNOp>(op))
    return classify(op, decoder, [](double x) { return std::isnan(x); });
  if (isa<math::IsInfOp>(op))
    return classify(op, decoder, [](double x) { return std::isinf(x); });
  if (isa<math::IsFiniteOp>(op))
    return classify(op, decoder, [](double x) { return std::isfinite(x); });
  return false;
}

} // namespace tilec::host
