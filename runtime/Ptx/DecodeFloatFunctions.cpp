// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// rcp, sqrt, rsqrt, sin, cos, ex2, lg2, tanh. Where a GPU approximates, the value is the host's, which is closer.
#include "runtime/Ptx/Decoder.h"
#include "runtime/Ptx/FloatArithmetic.h"
#include "runtime/Ptx/FloatModes.h"

using namespace tilec::ptx;

namespace {

struct ReciprocalSqrt {
  template <typename T> T operator()(T a) const {
    return a == 0 ? std::copysign(std::numeric_limits<T>::infinity(), a) : T(1) / std::sqrt(a);
  }
};
struct Sine {
  template <typename T> T operator()(T a) const {
    return std::sin(a);
  }
};
struct Cosine {
  template <typename T> T operator()(T a) const {
    return std::cos(a);
  }
};
struct Exponential {
  template <typename T> T operator()(T a) const {
    return std::exp2(a);
  }
};
struct Logarithm {
  template <typename T> T operator()(T a) const {
    return std::log2(a);
  }
};
struct HyperbolicTangent {
  template <typename T> T operator()(T a) const {
    return std::tanh(a);
  }
};

template <typename Format, typename F> uint16_t narrowValue(uint16_t bits) {
  double value = F()(toDouble(Format{bits}));
  if constexpr (std::is_same_v<Format, F16>)
    return roundToF16(value).bits;
  else
    return roundToBF16(value).bits;
}

template <typename Format, typename F> void narrow(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *target = warp.target<uint32_t>(instruction.operands[0]);
  auto *a = warp.source<uint32_t>(instruction.operands[1]);
  eachInOrder(lanes, [&](unsigned lane) {
    uint32_t result = 0;
    for (unsigned half = 0; half < instruction.count; ++half)
      result |= uint32_t(narrowValue<Format, F>(uint16_t(a[lane] >> 16 * half))) << 16 * half;
    target[lane] = result;
  });
}

template <typename F> struct Float {
  float operator()(float a) const {
    return canonical(F()(a));
  }
};
template <typename F> struct FlushedFloat {
  float operator()(float a) const {
    return canonical(flushed(F()(flushed(a))));
  }
};
/// Approximations in f64 have only the upper half of their bits.
template <typename F> struct UpperHalf {
  double operator()(double a) const {
    return std::bit_cast<double>(std::bit_cast<uint64_t>(F()(flushed(a))) & 0xffffffff00000000);
  }
};

template <typename F> bool emitFunction(Decoder &decoder, ScalarType type) {
  bool flushes = decoder.has("ftz");
  Handler handler = nullptr;
  if (type.bits == 16 || (type.isPair && type.bits == 32))
    handler = type.kind == ScalarType::Kind::BFloat ? &narrow<BF16, F> : &narrow<F16, F>;
  else if (type.bits == 32)
    handler = flushes ? &unary<float, float, FlushedFloat<F>> : &unary<float, float, Float<F>>;
  else if (!type.isPair)
    handler = flushes ? &unary<double, double, UpperHalf<F>> : &unary<double, double, F>;
  if (!handler)
    return false;
  emitElementwise(decoder, handler, {type, type});
  decoder.function.code.back().count = type.isPair ? 2 : 1;
  return true;
}

} // namespace

bool tilec::ptx::decodeFloatFunction(Decoder &decoder) {
  const std::string &opcode = decoder.statement().opcode;
  ScalarType type = decoder.type();
  if (!type.isFloat() || !hasOperands(decoder, 2))
    return false;
  if (opcode == "rcp" && type.bits == 64 && decoder.has("approx"))
    return emitFunction<FloatReciprocal>(decoder, type);
  if (opcode == "rcp" || opcode == "sqrt")
    return decodeFloat(decoder);
  if (opcode == "rsqrt")
    return emitFunction<ReciprocalSqrt>(decoder, type);
  if (opcode == "sin")
    return emitFunction<Sine>(decoder, type);
  if (opcode == "cos")
    return emitFunction<Cosine>(decoder, type);
  if (opcode == "ex2")
    return emitFunction<Exponential>(decoder, type);
  if (opcode == "lg2")
    return emitFunction<Logarithm>(decoder, type);
  return opcode == "tanh" && emitFunction<HyperbolicTangent>(decoder, type);
}
