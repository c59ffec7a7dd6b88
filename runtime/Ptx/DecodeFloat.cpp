// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Floating-point arithmetic: add, sub, mul, fma, mad, div, min, max, abs, neg, copysign, testp, with its modifiers, in
/// f16, bf16, f32 and f64, and in pairs of the narrower ones.
#include "runtime/Ptx/Decoder.h"
#include "runtime/Ptx/FloatArithmetic.h"
#include "runtime/Ptx/FloatModes.h"

#include <cfenv>

using namespace tilec::ptx;

namespace {

/// Nearest, without modifiers: what almost all instructions are.
template <typename Op> struct Canonical {
  template <typename... T> auto operator()(T... a) const {
    return canonical(Op()(a...));
  }
};

double sourceOf(Warp &warp, int32_t place, unsigned lane, F16, unsigned half) {
  return toDouble(F16{uint16_t(warp.source<uint32_t>(place)[lane] >> 16 * half)});
}
double sourceOf(Warp &warp, int32_t place, unsigned lane, BF16, unsigned half) {
  return toDouble(BF16{uint16_t(warp.source<uint32_t>(place)[lane] >> 16 * half)});
}

template <typename Format> double flushedNarrow(double value) {
  return std::fabs(value) < std::ldexp(1.0, Format::kMinExponent) ? std::copysign(0.0, value) : value;
}

template <typename Format> uint16_t roundNarrow(double value, FloatModes modes) {
  if (modes.flushes())
    value = flushedNarrow<Format>(value);
  if (modes.saturates())
    value = saturated(value);
  if (modes.isRelu() && !std::isnan(value))
    value = value > 0 ? value : 0;
  if constexpr (std::is_same_v<Format, F16>)
    return roundToF16(value, modes.rounding()).bits;
  else
    return roundToBF16(value, modes.rounding()).bits;
}

template <typename Op, size_t... I> double oddOf(const double *values, std::index_sequence<I...>) {
  return Op::odd(values[I]...);
}

/// Arithmetic of f16 and bf16, one or two in 32 bits.
template <typename Format, typename Op, size_t Count>
void narrow(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *target = warp.target<uint32_t>(instruction.operands[0]);
  FloatModes modes{instruction.flags};
  eachInOrder(lanes, [&](unsigned lane) {
    uint32_t result = 0;
    for (unsigned half = 0; half < instruction.count; ++half) {
      double values[Count];
      bool hasNan = false, isNegative = false;
      for (size_t i = 0; i < Count; ++i) {
        values[i] = sourceOf(warp, instruction.operands[1 + i], lane, Format(), half);
        if (modes.flushes())
          values[i] = flushedNarrow<Format>(values[i]);
        hasNan |= std::isnan(values[i]);
        isNegative ^= std::signbit(values[i]);
        if (modes.isXorSign())
          values[i] = std::fabs(values[i]);
      }
      double value = oddOf<Op>(values, std::make_index_sequence<Count>());
      if (modes.propagatesNan() && hasNan)
        value = std::numeric_limits<double>::quiet_NaN();
      if (modes.isXorSign())
        value = isNegative ? -value : value;
      result |= uint32_t(roundNarrow<Format>(value, modes)) << 16 * half;
    }
    target[lane] = result;
  });
}

/// In double with the processor's rounding.
template <typename Op, typename... T> __attribute__((noinline)) double rounded(Rounding rounding, T... a) {
  int mode = rounding == Rounding::Zero   ? FE_TOWARDZERO
             : rounding == Rounding::Down ? FE_DOWNWARD
             : rounding == Rounding::Up   ? FE_UPWARD
                                          : FE_TONEAREST;
  volatile double inputs[] = {a...};
  std::fesetround(mode);
  volatile double result;
  if constexpr (sizeof...(T) == 1)
    result = Op()(double(inputs[0]));
  else if constexpr (sizeof...(T) == 2)
    result = Op()(double(inputs[0]), double(inputs[1]));
  else
    result = Op()(double(inputs[0]), double(inputs[1]), double(inputs[2]));
  std::fesetround(FE_TONEAREST);
  return result;
}

template <typename T, typename Op, typename... V> T modified(FloatModes modes, V... values) {
  if (modes.flushes())
    ((values = flushed(values)), ...);
  bool hasNan = ((values != values) || ...), isNegative = (std::signbit(values) ^ ...);
  if (modes.isXorSign())
    ((values = std::fabs(values)), ...);
  T result;
  if (modes.rounding() == Rounding::Nearest)
    result = Op()(values...);
  else if constexpr (sizeof(T) == 4)
    result = roundToFloat(Op::odd(values...), modes.rounding());
  else
    result = rounded<Op>(modes.rounding(), values...);
  if (modes.propagatesNan() && hasNan)
    result = std::numeric_limits<T>::quiet_NaN();
  if (modes.isXorSign())
    result = isNegative ? -result : result;
  if (modes.flushes())
    result = flushed(result);
  if (modes.saturates())
    result = saturated(result);
  if (modes.isRelu() && !(result != result))
    result = result > 0 ? result : T(0);
  return canonical(result);
}

/// Arithmetic of f32 and f64, with modifiers.
template <typename T, typename Op, size_t Count> void wide(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *target = warp.target<T>(instruction.operands[0]);
  const Storage<T> *sources[Count];
  for (size_t i = 0; i < Count; ++i)
    sources[i] = warp.source<T>(instruction.operands[1 + i]);
  FloatModes modes{instruction.flags};
  eachInOrder(lanes, [&](unsigned lane) {
    auto value = [&](size_t i) { return std::bit_cast<T>(sources[i][lane]); };
    T result;
    if constexpr (Count == 1)
      result = modified<T, Op>(modes, value(0));
    else if constexpr (Count == 2)
      result = modified<T, Op>(modes, value(0), value(1));
    else
      result = modified<T, Op>(modes, value(0), value(1), value(2));
    target[lane] = std::bit_cast<Storage<T>>(result);
  });
}

/// Two floats in 64 bits.
template <typename Op, size_t Count> void floatPair(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *target = warp.target<uint64_t>(instruction.operands[0]);
  FloatModes modes{instruction.flags};
  eachInOrder(lanes, [&](unsigned lane) {
    uint64_t result = 0;
    for (unsigned half = 0; half < 2; ++half) {
      auto value = [&](size_t i) {
        return std::bit_cast<float>(uint32_t(warp.source<uint64_t>(instruction.operands[1 + i])[lane] >> 32 * half));
      };
      float one;
      if constexpr (Count == 2)
        one = modified<float, Op>(modes, value(0), value(1));
      else
        one = modified<float, Op>(modes, value(0), value(1), value(2));
      result |= uint64_t(std::bit_cast<uint32_t>(one)) << 32 * half;
    }
    target[lane] = result;
  });
}

template <typename T, typename Op, size_t Count> Handler plainOf() {
  if constexpr (Count == 1)
    return &unary<T, T, Canonical<Op>>;
  else if constexpr (Count == 2)
    return &binary<T, T, T, Canonical<Op>>;
  else
    return &ternary<T, T, T, T, Canonical<Op>>;
}

template <typename Op, size_t Count> Handler handlerOf(ScalarType type, FloatModes modes) {
  if (type.bits == 64 && type.isPair) {
    if constexpr (Count > 1)
      return &floatPair<Op, Count>;
    return nullptr;
  }
  if (type.bits == 16 || type.isPair)
    return type.kind == ScalarType::Kind::BFloat ? &narrow<BF16, Op, Count> : &narrow<F16, Op, Count>;
  if (type.bits == 64)
    return modes.bits ? &wide<double, Op, Count> : plainOf<double, Op, Count>();
  return modes.bits ? &wide<float, Op, Count> : plainOf<float, Op, Count>();
}

template <typename Op, size_t Count> bool emitFloat(Decoder &decoder, ScalarType type) {
  FloatModes modes = FloatModes::of(decoder.statement());
  Handler handler = handlerOf<Op, Count>(type, modes);
  if (!handler || !hasOperands(decoder, Count + 1))
    return false;
  if constexpr (Count == 1)
    emitElementwise(decoder, handler, {type, type});
  else if constexpr (Count == 2)
    emitElementwise(decoder, handler, {type, type, type});
  else
    emitElementwise(decoder, handler, {type, type, type, type});
  Instruction &instruction = decoder.function.code.back();
  instruction.flags = modes.bits;
  instruction.count = type.isPair ? 2 : 1;
  return true;
}

//===- Signs -----------------------------------------------------------------------------------------------------===//

/// Bits that are kept, and bits that are changed.
void changeSign(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *target = warp.target<uint32_t>(instruction.operands[0]);
  auto *a = warp.source<uint32_t>(instruction.operands[1]);
  auto keep = uint32_t(instruction.immediate), change = uint32_t(instruction.immediate >> 32);
  each(lanes, [&](unsigned lane) { target[lane] = (a[lane] & keep) ^ change; });
}

struct AbsoluteDouble {
  double operator()(double a) const {
    return std::fabs(a);
  }
};
struct NegateDouble {
  double operator()(double a) const {
    return -a;
  }
};
struct FlushFloat {
  float operator()(float a) const {
    return flushed(a);
  }
};
struct CopySign {
  template <typename T> T operator()(T a, T b) const {
    return std::copysign(b, a);
  }
};

bool emitSign(Decoder &decoder, ScalarType type, bool isNegation) {
  if (!hasOperands(decoder, 2) || (type.isPair && type.bits == 64))
    return false;
  if (type.bits == 64) {
    emitElementwise(decoder, isNegation ? &unary<double, double, NegateDouble> : &unary<double, double, AbsoluteDouble>,
                    {type, type});
    return true;
  }
  uint32_t signs = type.bits == 16 ? 0x8000u : type.isPair ? 0x80008000u : 0x80000000u;
  emitElementwise(decoder, changeSign, {type, type});
  Instruction &instruction = decoder.function.code.back();
  instruction.immediate = isNegation ? int64_t(0xffffffffu | uint64_t(signs) << 32) : int64_t(uint32_t(~signs));
  if (type.bits == 32 && !type.isPair && decoder.has("ftz")) {
    int32_t target = instruction.operands[0];
    Instruction &flush = decoder.emit(&unary<float, float, FlushFloat>);
    flush.operands[0] = flush.operands[1] = target;
  }
  return true;
}

//===- Tests -----------------------------------------------------------------------------------------------------===//

enum Test : uint8_t { kFinite, kInfinite, kNumber, kNotANumber, kNormal, kSubnormal };

template <typename T> void testProperty(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *a = warp.source<T>(instruction.operands[1]);
  uint32_t result = 0;
  eachInOrder(lanes, [&](unsigned lane) {
    auto value = std::bit_cast<T>(a[lane]);
    bool is = false;
    switch (instruction.flags) {
    case kFinite:
      is = std::isfinite(value);
      break;
    case kInfinite:
      is = std::isinf(value);
      break;
    case kNumber:
      is = !std::isnan(value);
      break;
    case kNotANumber:
      is = std::isnan(value);
      break;
    case kNormal:
      is = std::isnormal(value);
      break;
    case kSubnormal:
      is = std::fpclassify(value) == FP_SUBNORMAL;
      break;
    }
    result |= uint32_t(is) << lane;
  });
  warp.setPredicate(instruction.operands[0], lanes, result);
}

bool decodeTest(Decoder &decoder, ScalarType type) {
  static constexpr std::string_view kNames[] = {"finite", "infinite", "number", "notanumber", "normal", "subnormal"};
  if (!hasOperands(decoder, 2))
    return false;
  for (size_t i = 0; i < std::size(kNames); ++i) {
    if (!decoder.has(kNames[i]))
      continue;
    int32_t source = decoder.source(decoder.statement().operands[1], type);
    Instruction &instruction = decoder.emit(type.bits == 64 ? &testProperty<double> : &testProperty<float>);
    instruction.operands[0] = decoder.predicateTarget(decoder.statement().operands[0]);
    instruction.operands[1] = source;
    instruction.flags = uint8_t(i);
    return true;
  }
  return false;
}

} // namespace

bool tilec::ptx::decodeFloat(Decoder &decoder) {
  const std::string &opcode = decoder.statement().opcode;
  std::vector<ScalarType> types = decoder.types();
  if (types.size() != 1 || !types[0].isFloat())
    return false;
  ScalarType type = types[0];
  if (opcode == "add")
    return emitFloat<FloatAdd, 2>(decoder, type);
  if (opcode == "sub")
    return emitFloat<FloatSubtract, 2>(decoder, type);
  if (opcode == "mul")
    return emitFloat<FloatMultiply, 2>(decoder, type);
  if (opcode == "fma" || opcode == "mad")
    return emitFloat<FloatFma, 3>(decoder, type);
  if (opcode == "div")
    return emitFloat<FloatDivide, 2>(decoder, type);
  if (opcode == "min")
    return decoder.statement().operands.size() == 4 ? false : emitFloat<FloatMinimum, 2>(decoder, type);
  if (opcode == "max")
    return decoder.statement().operands.size() == 4 ? false : emitFloat<FloatMaximum, 2>(decoder, type);
  if (opcode == "sqrt")
    return emitFloat<FloatSqrt, 1>(decoder, type);
  if (opcode == "rcp")
    return emitFloat<FloatReciprocal, 1>(decoder, type);
  if (opcode == "abs" || opcode == "neg")
    return emitSign(decoder, type, opcode == "neg");
  if (opcode == "copysign" && hasOperands(decoder, 3) && type.bits >= 32 && !type.isPair) {
    emitElementwise(
        decoder, type.bits == 64 ? &binary<double, double, double, CopySign> : &binary<float, float, float, CopySign>,
        {type, type, type});
    return true;
  }
  return opcode == "testp" && decodeTest(decoder, type);
}
