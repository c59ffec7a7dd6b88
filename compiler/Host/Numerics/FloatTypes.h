// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The element types that C++ lacks, as bits, with their conversions.
//
//   widen(x)          exact value as double, for every type
//   narrow<T>(d, r)   a double rounded once to T; fp8 and fp4 saturate
//   toCompute(x)      what arithmetic runs in: float for f16 and bf16, the type itself for f32 and f64
//   fromCompute<T>(c) back, to nearest even
//
// Computing + - * / sqrt in float and rounding once more to f16 or bf16 gives the correctly rounded result, because
// float has more than twice their precision plus two bits. A fused multiply-add needs more: see `fusedMultiplyAdd`.
#pragma once

#include "compiler/Host/Numerics/FloatFormat.h"
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace tilec::host {

struct F16 {
  uint16_t bits;
};
struct BF16 {
  uint16_t bits;
};
/// Held in 32 bits, the low 13 unused.
struct TF32 {
  uint32_t bits;
};
struct E4M3 {
  uint8_t bits;
};
struct E5M2 {
  uint8_t bits;
};
struct E8M0 {
  uint8_t bits;
};
struct E2M1 {
  uint8_t bits;
};

// Loops over these are meant to vectorise: both ways are computed and one is chosen.

inline float floatFromF16(uint16_t half) {
  uint32_t magnitude = half & 0x7fffu;
  uint32_t normal = (magnitude << 13) + ((127u - 15u) << 23);
  normal += magnitude >= 0x7c00u ? (127u - 15u) << 23 : 0u; // infinity and NaN
  uint32_t subnormal = std::bit_cast<uint32_t>(float(int32_t(magnitude)) * 0x1p-24f);
  return std::bit_cast<float>((magnitude < 0x400u ? subnormal : normal) | (uint32_t(half & 0x8000u) << 16));
}

inline uint16_t f16FromFloat(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value), magnitude = bits & 0x7fffffffu;
  uint32_t normal = (magnitude + 0xfffu + ((magnitude >> 13) & 1u) - ((127u - 15u) << 23)) >> 13;
  // Adding 1/2 makes the float's last place 2^-24, that of a subnormal f16: the addition rounds.
  uint32_t subnormal = std::bit_cast<uint32_t>(std::bit_cast<float>(magnitude) + 0.5f) - 0x3f000000u;
  uint32_t half = magnitude < 0x38800000u ? subnormal : normal;
  half = magnitude >= 0x477ff000u ? 0x7c00u : half; // 65520 and more
  half = magnitude > 0x7f800000u ? 0x7fffu : half | ((bits >> 16) & 0x8000u);
  return uint16_t(half);
}

inline float floatFromBF16(uint16_t bits) {
  return std::bit_cast<float>(uint32_t(bits) << 16);
}

inline uint16_t bf16FromFloat(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
  return uint16_t((bits & 0x7fffffffu) > 0x7f800000u ? 0x7fffu : rounded);
}

inline double widen(F16 x) {
  return floatFromF16(x.bits);
}
inline double widen(BF16 x) {
  return floatFromBF16(x.bits);
}
inline double widen(TF32 x) {
  return std::bit_cast<float>(x.bits);
}
inline double widen(float x) {
  return x;
}
inline double widen(double x) {
  return x;
}
inline double widen(E4M3 x) {
  return decode(kE4M3, x.bits);
}
inline double widen(E5M2 x) {
  return decode(kE5M2, x.bits);
}
inline double widen(E8M0 x) {
  return decodeE8M0(x.bits);
}
inline double widen(E2M1 x) {
  return decode(kE2M1, x.bits & 15u);
}

template <class T> inline constexpr const FloatFormat *kFormatOf = nullptr;
template <> inline constexpr const FloatFormat *kFormatOf<F16> = &kF16;
template <> inline constexpr const FloatFormat *kFormatOf<BF16> = &kBF16;
template <> inline constexpr const FloatFormat *kFormatOf<TF32> = &kTF32;
template <> inline constexpr const FloatFormat *kFormatOf<float> = &kF32;
template <> inline constexpr const FloatFormat *kFormatOf<E4M3> = &kE4M3;
template <> inline constexpr const FloatFormat *kFormatOf<E5M2> = &kE5M2;
template <> inline constexpr const FloatFormat *kFormatOf<E2M1> = &kE2M1;

template <class T>
inline constexpr bool kSaturates = std::is_same_v<T, E4M3> || std::is_same_v<T, E5M2> || std::is_same_v<T, E2M1>;

/// `bits` of T's format as a T.
template <class T> T fromFormatBits(uint64_t bits) {
  if constexpr (std::is_same_v<T, TF32>)
    return TF32{uint32_t(bits) << 13};
  else if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<float>(uint32_t(bits));
  else
    return T{decltype(T::bits)(bits)};
}

template <class T> T narrow(double value, Rounding rounding = Rounding::NearestEven) {
  if constexpr (std::is_same_v<T, double>)
    return value;
  else if constexpr (std::is_same_v<T, E8M0>)
    return E8M0{encodeE8M0(value)};
  else
    return fromFormatBits<T>(
        encode(*kFormatOf<T>, value, rounding, kSaturates<T> ? Overflow::Saturate : Overflow::Ieee));
}
template <> inline float narrow<float>(double value, Rounding rounding) {
  if (rounding == Rounding::NearestEven)
    return float(value);
  return fromFormatBits<float>(encode(kF32, value, rounding, Overflow::Ieee));
}

/// An integer rounded once to T, to nearest even.
template <class T> T narrowInteger(bool negative, uint64_t magnitude) {
  if constexpr (std::is_same_v<T, double>)
    return negative ? -double(magnitude) : double(magnitude);
  else if constexpr (std::is_same_v<T, E8M0>) // 2^64 and less are doubles near enough: rounding up first loses nothing
    return E8M0{
        encodeE8M0(std::ldexp(1.0, magnitude > 1 ? std::bit_width(magnitude - 1) : 0) * (magnitude ? 1.0 : 0.0))};
  else
    return fromFormatBits<T>(encode(*kFormatOf<T>, negative, magnitude, 0, Rounding::NearestEven,
                                    kSaturates<T> ? Overflow::Saturate : Overflow::Ieee));
}

template <class T> using Compute = std::conditional_t<std::is_same_v<T, double>, double, float>;

inline float toCompute(F16 x) {
  return floatFromF16(x.bits);
}
inline float toCompute(BF16 x) {
  return floatFromBF16(x.bits);
}
inline float toCompute(float x) {
  return x;
}
inline double toCompute(double x) {
  return x;
}
template <class T> T fromCompute(Compute<T> x) {
  if constexpr (std::is_same_v<T, F16>)
    return F16{f16FromFloat(x)};
  else if constexpr (std::is_same_v<T, BF16>)
    return BF16{bf16FromFloat(x)};
  else
    return x;
}

/// a * b + c for 16-bit values held in doubles, rounded to odd, so that rounding once more to 16 bits, in direction
/// `rounding`, is right. The product is exact.
inline double fusedMultiplyAddToOdd(double a, double b, double c, Rounding rounding) {
  double product = a * b, sum = product + c;
  if (!std::isfinite(sum))
    return sum;
  if (sum == 0 && std::signbit(product) != std::signbit(c)) // an exact zero of two signs
    return rounding == Rounding::Down ? -0.0 : 0.0;
  double part = sum - product; // Knuth's two-sum: error = product + c - sum, exactly
  double error = (product - (sum - part)) + (c - part);
  if (error != 0 && !(std::bit_cast<uint64_t>(sum) & 1))
    sum = std::nextafter(sum, error > 0 ? std::numeric_limits<double>::infinity()
                                        : -std::numeric_limits<double>::infinity());
  return sum;
}

/// a * b + c rounded once, to nearest even.
template <class T> T fusedMultiplyAdd(T a, T b, T c) {
  if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>)
    return std::fma(a, b, c);
  else
    return narrow<T>(fusedMultiplyAddToOdd(widen(a), widen(b), widen(c), Rounding::NearestEven));
}

/// maxNum and minNum order -0 before +0, as PTX does; NaN is suppressed, or wins with `propagate`.
template <class C> C maximum(C a, C b, bool propagate) {
  if (std::isnan(a) || std::isnan(b)) {
    if (propagate || (std::isnan(a) && std::isnan(b)))
      return std::numeric_limits<C>::quiet_NaN();
    return std::isnan(a) ? b : a;
  }
  if (a == b)
    return std::signbit(a) ? b : a;
  return a > b ? a : b;
}
template <class C> C minimum(C a, C b, bool propagate) {
  return -maximum<C>(-a, -b, propagate);
}

} // namespace tilec::host
