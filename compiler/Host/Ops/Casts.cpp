// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions between element types. Float to float goes through double, which holds every value exactly; the common
// pairs have loops of their own. A float out of an integer's range converts to an undefined value (the nearest integer,
// zero for NaN, as hardware does).
#include "compiler/Host/Ops/Elementwise.h"
#include "compiler/Host/Ops/Families.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>
#include <cstring>

using namespace mlir;

namespace tilec::host {

using Widen = void (*)(const char *, double *, size_t);
using Narrow = void (*)(const double *, char *, size_t);

template <class T> static void widenRun(const char *from, double *to, size_t count) {
  const T *x = reinterpret_cast<const T *>(from);
  for (size_t i = 0; i < count; ++i)
    to[i] = widen(x[i]);
}
template <class T> static void narrowRun(const double *from, char *to, size_t count) {
  T *y = reinterpret_cast<T *>(to);
  for (size_t i = 0; i < count; ++i)
    y[i] = narrow<T>(from[i]);
}

/// The pairs that kernels use in inner loops.
static bool fastFloatToFloat(Decoder &decoder, Slot result, Slot source) {
  auto is = [&](Kind from, Kind to) { return source.kind == from && result.kind == to; };
  if (is(Kind::F16, Kind::F32))
    emitUnary<float, F16>(decoder, result, source, [](F16 x) { return toCompute(x); });
  else if (is(Kind::BF16, Kind::F32))
    emitUnary<float, BF16>(decoder, result, source, [](BF16 x) { return toCompute(x); });
  else if (is(Kind::F32, Kind::F16))
    emitUnary<F16, float>(decoder, result, source, [](float x) { return fromCompute<F16>(x); });
  else if (is(Kind::F32, Kind::BF16))
    emitUnary<BF16, float>(decoder, result, source, [](float x) { return fromCompute<BF16>(x); });
  else
    return false;
  return true;
}

static bool floatToFloat(Operation *op, Decoder &decoder) {
  Slot source = decoder.operand(op->getOperand(0)), result = decoder.define(op->getResult(0));
  if (!fastFloatToFloat(decoder, result, source)) {
    Widen read = withFloat(source.kind, [](auto tag) -> Widen { return widenRun<typename decltype(tag)::Type>; });
    Narrow write = withFloat(result.kind, [](auto tag) -> Narrow { return narrowRun<typename decltype(tag)::Type>; });
    size_t from = bytesOf(source.kind), to = bytesOf(result.kind);
    decoder.emit([=](Frame &frame) {
      constexpr size_t kRun = 256;
      double values[kRun];
      for (size_t i = 0, count = result.size(frame); i < count; i += kRun) {
        size_t run = std::min(kRun, count - i);
        read(frame.at<char>(source) + i * from, values, run);
        write(values, frame.at<char>(result) + i * to, run);
      }
    });
  }
  decoder.propagateUndefined(op);
  return true;
}

/// Truncated toward zero and clamped to I's range, signed or not.
template <class I> static typename I::U integerFrom(double x, bool isSigned, bool &inRange) {
  using U = typename I::U;
  double low = isSigned ? (I::kBits == 1 ? -1.0 : double(I::smallest())) : 0.0;
  double high = std::ldexp(1.0, isSigned ? I::kBits - 1 : I::kBits); // first value beyond
  double whole = std::trunc(x);
  inRange = whole >= low && whole < high;
  if (std::isnan(x))
    return 0;
  if (whole < low)
    return isSigned ? I::wrap(U(I::smallest())) : U(0);
  if (whole >= high)
    return isSigned ? I::wrap(U(I::largest())) : I::wrap(U(~U(0)));
  return I::wrap(isSigned ? U(int64_t(whole)) : U(uint64_t(whole)));
}

static bool floatToInteger(Operation *op, Decoder &decoder, bool isSigned) {
  Slot source = decoder.operand(op->getOperand(0)), result = decoder.define(op->getResult(0));
  bool check = decoder.checking();
  withFloat(source.kind, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    withInteger(result.kind, [&](auto integer) {
      using I = decltype(integer);
      decoder.emit([=](Frame &frame) {
        const T *x = frame.at<T>(source);
        auto *out = frame.at<typename I::U>(result);
        for (size_t i = 0, count = result.size(frame); i < count; ++i) {
          bool inRange;
          out[i] = integerFrom<I>(widen(x[i]), isSigned, inRange);
          if (check)
            frame.undefined(result)[i] = frame.undefined(source)[i] | !inRange;
        }
      });
    });
  });
  return true;
}

static bool integerToFloat(Operation *op, Decoder &decoder, bool isSigned) {
  Slot source = decoder.operand(op->getOperand(0)), result = decoder.define(op->getResult(0));
  withInteger(source.kind, [&](auto integer) {
    using I = decltype(integer);
    using U = typename I::U;
    withFloat(result.kind, [&](auto tag) {
      using T = typename decltype(tag)::Type;
      emitUnary<T, U>(decoder, result, source, [=](U x) -> T {
        if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
          return isSigned ? T(I::asSigned(x)) : T(x);
        } else {
          bool negative = isSigned && I::asSigned(x) < 0;
          int64_t value = isSigned ? int64_t(I::asSigned(x)) : int64_t(uint64_t(x));
          return narrowInteger<T>(negative, negative ? 0 - uint64_t(value) : uint64_t(value));
        }
      });
    });
  });
  decoder.propagateUndefined(op);
  return true;
}

static bool integerToInteger(Operation *op, Decoder &decoder, bool isSigned) {
  Slot source = decoder.operand(op->getOperand(0)), result = decoder.define(op->getResult(0));
  withInteger(source.kind, [&](auto from) {
    using From = decltype(from);
    withInteger(result.kind, [&](auto to) {
      using To = decltype(to);
      emitUnary<typename To::U, typename From::U>(decoder, result, source, [=](typename From::U x) -> typename To::U {
        return To::wrap(typename To::U(isSigned ? int64_t(From::asSigned(x)) : int64_t(uint64_t(x))));
      });
    });
  });
  decoder.propagateUndefined(op);
  return true;
}

/// Equal stored bytes (f4E2M1FN and i8 included).
static bool bitcast(Operation *op, Decoder &decoder) {
  Slot source = decoder.operand(op->getOperand(0)), result = decoder.define(op->getResult(0));
  size_t bytes = bytesOf(result.kind);
  decoder.emit(
      [=](Frame &frame) { std::memcpy(frame.at<char>(result), frame.at<char>(source), result.size(frame) * bytes); });
  decoder.propagateUndefined(op);
  return true;
}

bool decodeCasts(Operation *op, Decoder &d) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<tile::FToFOp, arith::ExtFOp, arith::TruncFOp>([&](Operation *) { return floatToFloat(op, d); })
      .Case([&](tile::FToIOp cast) { return floatToInteger(op, d, !cast.getIsUnsigned()); })
      .Case([&](arith::FPToSIOp) { return floatToInteger(op, d, true); })
      .Case([&](arith::FPToUIOp) { return floatToInteger(op, d, false); })
      .Case([&](tile::IToFOp cast) { return integerToFloat(op, d, !cast.getIsUnsigned()); })
      .Case([&](arith::SIToFPOp) { return integerToFloat(op, d, true); })
      .Case([&](arith::UIToFPOp) { return integerToFloat(op, d, false); })
      .Case<arith::ExtSIOp, arith::IndexCastOp>([&](Operation *) { return integerToInteger(op, d, true); })
      .Case<arith::ExtUIOp, arith::TruncIOp, arith::IndexCastUIOp>(
          [&](Operation *) { return integerToInteger(op, d, false); })
      .Case<tile::BitcastOp, arith::BitcastOp>([&](Operation *) { return bitcast(op, d); })
      .Default(false);
}

} // namespace tilec::host
