// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// cvt between integers and floats of all widths, and into pairs.
#include "runtime/Ptx/Decoder.h"
#include "runtime/Ptx/FloatArithmetic.h"

#include <limits>

using namespace tilec::ptx;

namespace {

enum ConversionFlags : uint8_t { kFlushes = 8, kSaturates = 16, kRelu = 32, kIsIntegral = 64, kSaturatesFinite = 128 };

Rounding roundingOf(uint8_t flags) {
  return Rounding(flags & 7);
}

/// To an integral value.
template <typename T> T integral(T value, Rounding rounding) {
  switch (rounding) {
  case Rounding::Zero:
    return std::trunc(value);
  case Rounding::Down:
    return std::floor(value);
  case Rounding::Up:
    return std::ceil(value);
  case Rounding::NearestAway:
    return std::round(value);
  case Rounding::Nearest:
    return std::nearbyint(value);
  }
  return value;
}

/// To a float of T from what is exact in long double.
template <typename T> T roundExact(long double value, Rounding rounding) {
  auto nearest = T(value);
  T infinity = std::numeric_limits<T>::infinity();
  if (rounding == Rounding::Zero && fabsl((long double)nearest) > fabsl(value))
    return std::nextafter(nearest, T(0));
  if (rounding == Rounding::Down && (long double)nearest > value)
    return std::nextafter(nearest, -infinity);
  if (rounding == Rounding::Up && (long double)nearest < value)
    return std::nextafter(nearest, infinity);
  return nearest;
}

/// The value that a float's bits have.
template <typename T> double valueOf(T value) {
  if constexpr (std::is_floating_point_v<T>)
    return value;
  else
    return toDouble(value);
}

template <typename To> To narrowed(double value, Rounding rounding) {
  if constexpr (std::is_same_v<To, F16>)
    return roundToF16(value, rounding);
  else if constexpr (std::is_same_v<To, BF16>)
    return roundToBF16(value, rounding);
  else if constexpr (std::is_same_v<To, float>)
    return canonical(roundToFloat(value, rounding));
  else
    return value;
}

template <typename To> constexpr double kLargest = 0;
template <> constexpr double kLargest<F16> = 65504;
template <> constexpr double kLargest<BF16> = 3.3895313892515355e38;
template <> constexpr double kLargest<float> = std::numeric_limits<float>::max();
template <> constexpr double kLargest<double> = std::numeric_limits<double>::max();

template <typename To> To toFloat(double value, uint8_t flags) {
  if (flags & kFlushes && std::fabs(value) < std::numeric_limits<float>::min())
    value = std::copysign(0.0, value);
  if (flags & kIsIntegral)
    value = integral(value, roundingOf(flags));
  if (flags & kSaturates)
    value = saturated(value);
  if (flags & kRelu && !std::isnan(value))
    value = value > 0 ? value : 0;
  if (flags & kSaturatesFinite && std::fabs(value) > kLargest<To>)
    value = std::copysign(kLargest<To>, value);
  To result = narrowed<To>(value, flags & kIsIntegral ? Rounding::Nearest : roundingOf(flags));
  if constexpr (std::is_same_v<To, float>)
    if (flags & kFlushes)
      result = flushed(result);
  return result;
}

/// Values out of range become the nearest in range. What is no number becomes 0, or the upper bit alone where one of
/// the types has 64 bits.
template <typename To> To toInteger(double value, uint8_t flags, bool isFromDouble) {
  if (flags & kFlushes && std::fabs(value) < std::numeric_limits<float>::min())
    value = 0;
  if (std::isnan(value))
    return sizeof(To) == 8 || (sizeof(To) == 4 && isFromDouble) ? To(uint64_t(1) << (sizeof(To) * 8 - 1)) : To(0);
  value = integral(value, roundingOf(flags));
  using Limits = std::numeric_limits<To>;
  if (value <= double(Limits::min()))
    return Limits::min();
  if (value >= std::ldexp(1.0, Limits::digits))
    return Limits::max();
  return To(value);
}

template <typename To, typename From> To clampedInteger(From value) {
  using Wide = __int128;
  auto wide = Wide(value);
  return To(std::clamp<Wide>(wide, std::numeric_limits<To>::min(), std::numeric_limits<To>::max()));
}

template <typename T> constexpr bool isIntegerType = std::is_integral_v<T>;

template <typename To, typename From> To converted(From value, uint8_t flags) {
  if constexpr (isIntegerType<To> && isIntegerType<From>)
    return flags & kSaturates ? clampedInteger<To>(value) : To(value);
  else if constexpr (isIntegerType<To>)
    return toInteger<To>(valueOf(value), flags, sizeof(From) == 8);
  else if constexpr (isIntegerType<From>) {
    if constexpr (std::is_floating_point_v<To>) {
      To result = roundExact<To>((long double)value, roundingOf(flags));
      return flags & kSaturates ? saturated(result) : result;
    } else {
      // Through double, rounded to odd where it is not exact.
      auto nearest = double(value);
      return toFloat<To>(toOdd(nearest, double((long double)value - (long double)nearest)), flags);
    }
  } else if constexpr (std::is_same_v<To, From> && !std::is_floating_point_v<To>) {
    return flags & (kIsIntegral | kSaturates | kRelu) ? toFloat<To>(valueOf(value), flags) : value;
  } else {
    return toFloat<To>(valueOf(value), flags);
  }
}

template <typename To, typename From> void convert(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *target = warp.target<To>(instruction.operands[0]);
  auto *a = warp.source<From>(instruction.operands[1]);
  if constexpr (isIntegerType<To> && isIntegerType<From>) {
    if (!instruction.flags) {
      each(lanes, [&](unsigned lane) { target[lane] = toStorage<To>(To(fromStorage<From>(a[lane]))); });
      return;
    }
  }
  uint8_t flags = instruction.flags;
  eachInOrder(lanes, [&](unsigned lane) {
    target[lane] = toStorage<To>(converted<To, From>(fromStorage<From>(a[lane]), flags));
  });
}

/// Two values into one register: the first into its upper half.
template <typename To> void convertPair(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *target = warp.target<uint32_t>(instruction.operands[0]);
  auto *high = warp.source<float>(instruction.operands[1]);
  auto *low = warp.source<float>(instruction.operands[2]);
  eachInOrder(lanes, [&](unsigned lane) {
    uint32_t upper = toFloat<To>(std::bit_cast<float>(high[lane]), instruction.flags).bits;
    uint32_t lower = toFloat<To>(std::bit_cast<float>(low[lane]), instruction.flags).bits;
    target[lane] = upper << 16 | lower;
  });
}

/// Calls `visit` with a value of the type.
template <typename Visit> bool withType(ScalarType type, Visit visit) {
  if (type.isPair)
    return false;
  if (type.kind == ScalarType::Kind::BFloat)
    return visit(BF16());
  if (type.kind == ScalarType::Kind::Float)
    return type.bits == 16 ? visit(F16()) : type.bits == 32 ? visit(float()) : visit(double());
  return withInteger(type, visit);
}

std::optional<uint8_t> flagsOf(Decoder &decoder, ScalarType to, ScalarType from) {
  unsigned flags = 0;
  for (const std::string &modifier : decoder.statement().modifiers) {
    bool isIntegral =
        modifier.size() >= 3 && modifier.starts_with("r") && modifier.ends_with("i") && modifier != "relu";
    std::string_view rounding = isIntegral ? std::string_view(modifier).substr(0, modifier.size() - 1) : modifier;
    if (rounding == "rz")
      flags |= unsigned(Rounding::Zero);
    else if (rounding == "rm")
      flags |= unsigned(Rounding::Down);
    else if (rounding == "rp")
      flags |= unsigned(Rounding::Up);
    else if (rounding == "rna")
      flags |= unsigned(Rounding::NearestAway);
    else if (modifier == "ftz")
      flags |= kFlushes;
    else if (modifier == "sat")
      flags |= kSaturates;
    else if (modifier == "relu")
      flags |= kRelu;
    else if (modifier == "satfinite")
      flags |= kSaturatesFinite;
    else if (rounding != "rn" && !scalarType(modifier))
      return std::nullopt; // formats of fewer bits
    if (isIntegral && to.isFloat())
      flags |= kIsIntegral;
  }
  if (from.isFloat() && from.bits == 64)
    flags &= ~kFlushes;
  return uint8_t(flags);
}

} // namespace

bool tilec::ptx::decodeConversion(Decoder &decoder) {
  std::vector<ScalarType> types = decoder.types();
  if (decoder.has("pack") || types.size() != 2)
    return false;
  ScalarType to = types[0], from = types[1];
  std::optional<uint8_t> flags = flagsOf(decoder, to, from);
  if (!flags)
    return false;
  bool isPair = to.isPair && to.bits == 32 && to.isFloat() && from == ScalarType{ScalarType::Kind::Float, 32};
  if (isPair) {
    if (!hasOperands(decoder, 3))
      return false;
    emitElementwise(decoder, to.kind == ScalarType::Kind::BFloat ? &convertPair<BF16> : &convertPair<F16>,
                    {to, from, from});
    decoder.function.code.back().flags = *flags;
    return true;
  }
  if (!hasOperands(decoder, 2))
    return false;
  return withType(to, [&]<typename To>(To) {
    return withType(from, [&]<typename From>(From) {
      emitElementwise(decoder, &convert<To, From>, {to, from});
      decoder.function.code.back().flags = *flags;
      return true;
    });
  });
}
