// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- cuda_fp16.h - __half where there is no CUDA Toolkit -------------===//
//
// The part of the Toolkit's header that scalar tile code uses.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "cuda/tiles/execution_space.h"
#include "cuda/tiles/fallback/small_floats.h"

#include "cuda/tiles/hide_macros.h"

/// A 16-bit float of 5 exponent and 10 mantissa bits.
struct __half {
  __half() = default;
  /// Rounds to nearest, ties to even.
  template <cuda::tiles::__detail::builtin_number T>
  __tile_api constexpr __half(T number) : value(static_cast<_Float16>(number)) {}
  template <cuda::tiles::__detail::builtin_number T> __tile_api constexpr operator T() const {
    return static_cast<T>(value);
  }

private:
  _Float16 value;
};
using half = __half;
using __nv_half = __half;
using nv_half = __half;

__tile_api constexpr __half operator+(const __half &a, const __half &b) {
  return __half(float(a) + float(b));
}
__tile_api constexpr __half &operator+=(__half &a, const __half &b) {
  return a = a + b;
}
__tile_api constexpr __half operator-(const __half &a, const __half &b) {
  return __half(float(a) - float(b));
}
__tile_api constexpr __half &operator-=(__half &a, const __half &b) {
  return a = a - b;
}
__tile_api constexpr __half operator*(const __half &a, const __half &b) {
  return __half(float(a) * float(b));
}
__tile_api constexpr __half &operator*=(__half &a, const __half &b) {
  return a = a * b;
}
__tile_api constexpr __half operator/(const __half &a, const __half &b) {
  return __half(float(a) / float(b));
}
__tile_api constexpr __half &operator/=(__half &a, const __half &b) {
  return a = a / b;
}
__tile_api constexpr __half operator+(const __half &a) {
  return a;
}
__tile_api constexpr __half operator-(const __half &a) {
  return __half(-float(a));
}
__tile_api constexpr __half &operator++(__half &a) {
  return a = __half(float(a) + 1.0f);
}
__tile_api constexpr __half &operator--(__half &a) {
  return a = __half(float(a) - 1.0f);
}
__tile_api constexpr __half operator++(__half &a, int) {
  __half before = a;
  ++a;
  return before;
}
__tile_api constexpr __half operator--(__half &a, int) {
  __half before = a;
  --a;
  return before;
}
__tile_api constexpr bool operator==(const __half &a, const __half &b) {
  return float(a) == float(b);
}
__tile_api constexpr bool operator!=(const __half &a, const __half &b) {
  return float(a) != float(b);
}
__tile_api constexpr bool operator<(const __half &a, const __half &b) {
  return float(a) < float(b);
}
__tile_api constexpr bool operator<=(const __half &a, const __half &b) {
  return float(a) <= float(b);
}
__tile_api constexpr bool operator>(const __half &a, const __half &b) {
  return float(a) > float(b);
}
__tile_api constexpr bool operator>=(const __half &a, const __half &b) {
  return float(a) >= float(b);
}

// Conversions by name.
__tile_api constexpr __half __float2half(float number) {
  return __half(number);
}
__tile_api constexpr __half __float2half_rn(float number) {
  return __half(number);
}
__tile_api constexpr __half __double2half(double number) {
  return __half(number);
}
__tile_api constexpr __half __int2half_rn(int number) {
  return __half(number);
}
__tile_api constexpr __half __uint2half_rn(unsigned number) {
  return __half(number);
}
__tile_api constexpr __half __short2half_rn(short number) {
  return __half(number);
}
__tile_api constexpr __half __ushort2half_rn(unsigned short number) {
  return __half(number);
}
__tile_api constexpr __half __ll2half_rn(long long number) {
  return __half(number);
}
__tile_api constexpr __half __ull2half_rn(unsigned long long number) {
  return __half(number);
}
__tile_api constexpr float __half2float(__half a) {
  return static_cast<float>(a);
}
__tile_api constexpr int __half2int_rz(__half a) {
  return static_cast<int>(a);
}
__tile_api constexpr unsigned __half2uint_rz(__half a) {
  return static_cast<unsigned>(a);
}
__tile_api constexpr short __half2short_rz(__half a) {
  return static_cast<short>(a);
}
__tile_api constexpr unsigned short __half2ushort_rz(__half a) {
  return static_cast<unsigned short>(a);
}
__tile_api constexpr long long __half2ll_rz(__half a) {
  return static_cast<long long>(a);
}
__tile_api constexpr unsigned long long __half2ull_rz(__half a) {
  return static_cast<unsigned long long>(a);
}

// Operators by name.
__tile_api constexpr __half __hadd(__half a, __half b) {
  return a + b;
}
__tile_api constexpr __half __hsub(__half a, __half b) {
  return a - b;
}
__tile_api constexpr __half __hmul(__half a, __half b) {
  return a * b;
}
__tile_api constexpr __half __hdiv(__half a, __half b) {
  return a / b;
}
__tile_api constexpr bool __heq(__half a, __half b) {
  return a == b;
}
__tile_api constexpr bool __hneu(__half a, __half b) {
  return a != b;
}
__tile_api constexpr bool __hlt(__half a, __half b) {
  return a < b;
}
__tile_api constexpr bool __hle(__half a, __half b) {
  return a <= b;
}
__tile_api constexpr bool __hgt(__half a, __half b) {
  return a > b;
}
__tile_api constexpr bool __hge(__half a, __half b) {
  return a >= b;
}
__tile_api constexpr __half __hneg(__half a) {
  return -a;
}
__tile_api constexpr __half __habs(__half a) {
  return float(a) < 0.0f ? -a : a;
}
__tile_api constexpr bool __hisnan(__half a) {
  return a != a;
}
__tile_api constexpr __half __hmax(__half a, __half b) {
  return a < b || a != a ? b : a;
}
__tile_api constexpr __half __hmin(__half a, __half b) {
  return b < a || a != a ? b : a;
}
/// `a * b + c`, rounded once.
__tile_api inline __half __hfma(__half a, __half b, __half c) {
  return __half(__builtin_fma(double(a), double(b), double(c)));
}

#include "cuda/tiles/restore_macros.h"
