// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- cuda_bf16.h - __nv_bfloat16 where there is no CUDA Toolkit ------===//
//
// The part of the Toolkit's header that scalar tile code uses.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "cuda/tiles/execution_space.h"
#include "cuda/tiles/fallback/small_floats.h"

#include "cuda/tiles/hide_macros.h"

/// A 16-bit float of 8 exponent and 7 mantissa bits.
struct __nv_bfloat16 {
  __nv_bfloat16() = default;
  /// Rounds to nearest, ties to even.
  template <cuda::tiles::__detail::builtin_number T>
  __tile_api constexpr __nv_bfloat16(T number) : value(rounded(static_cast<float>(number))) {}
  template <cuda::tiles::__detail::builtin_number T> __tile_api constexpr operator T() const {
    return static_cast<T>(__builtin_bit_cast(float, static_cast<unsigned>(value) << 16));
  }

private:
  __tile_api static constexpr unsigned short rounded(float number) {
    unsigned bits = __builtin_bit_cast(unsigned, number);
    if ((bits & 0x7fffffffu) > 0x7f800000u)
      return 0x7fff;
    return static_cast<unsigned short>((bits + 0x7fffu + (bits >> 16 & 1)) >> 16);
  }

  unsigned short value;
};
using nv_bfloat16 = __nv_bfloat16;

__tile_api constexpr __nv_bfloat16 operator+(const __nv_bfloat16 &a, const __nv_bfloat16 &b) {
  return __nv_bfloat16(float(a) + float(b));
}
__tile_api constexpr __nv_bfloat16 &operator+=(__nv_bfloat16 &a, const __nv_bfloat16 &b) {
  return a = a + b;
}
__tile_api constexpr __nv_bfloat16 operator-(const __nv_bfloat16 &a, const __nv_bfloat16 &b) {
  return __nv_bfloat16(float(a) - float(b));
}
__tile_api constexpr __nv_bfloat16 &operator-=(__nv_bfloat16 &a, const __nv_bfloat16 &b) {
  return a = a - b;
}
__tile_api constexpr __nv_bfloat16 operator*(const __nv_bfloat16 &a, const __nv_bfloat16 &b) {
  return __nv_bfloat16(float(a) * float(b));
}
__tile_api constexpr __nv_bfloat16 &operator*=(__nv_bfloat16 &a, const __nv_bfloat16 &b) {
  return a = a * b;
}
__tile_api constexpr __nv_bfloat16 operator/(const __nv_bfloat16 &a, const __nv_bfloat16 &b) {
  return __nv_bfloat16(float(a) / float(b));
}
__tile_api constexpr __nv_bfloat16 &operator/=(__nv_bfloat16 &a, const __nv_bfloat16 &b) {
  return a = a / b;
}
__tile_api constexpr __nv_bfloat16 operator+(const __nv_bfloat16 &a) {
  return a;
}
__tile_api constexpr __nv_bfloat16 operator-(const __nv_bfloat16 &a) {
  return __nv_bfloat16(-float(a));
}
__tile_api constexpr __nv_bfloat16 &operator++(__nv_bfloat16 &a) {
  return a = __nv_bfloat16(float(a) + 1.0f);
}
__tile_api constexpr __nv_bfloat16 &operator--(__nv_bfloat16 &a) {
  return a = __nv_bfloat16(float(a) - 1.0f);
}
__tile_api constexpr __nv_bfloat16 operator++(__nv_bfloat16 &a, int) {
  __nv_bfloat16 before = a;
  ++a;
  return before;
}
__tile_api constexpr __nv_bfloat16 operator--(__nv_bfloat16 &a, int) {
  __nv_bfloat16 before = a;
  --a;
  return before;
}
__tile_api constexpr bool operator==(const __nv_bfloat16 &a, const __nv_bfloat16 &b) {
  return float(a) == float(b);
}
__tile_api constexpr bool operator!=(const __nv_bfloat16 &a, const __nv_bfloat16 &b) {
  return float(a) != float(b);
}
__tile_api constexpr bool operator<(const __nv_bfloat16 &a, const __nv_bfloat16 &b) {
  return float(a) < float(b);
}
__tile_api constexpr bool operator<=(const __nv_bfloat16 &a, const __nv_bfloat16 &b) {
  return float(a) <= float(b);
}
__tile_api constexpr bool operator>(const __nv_bfloat16 &a, const __nv_bfloat16 &b) {
  return float(a) > float(b);
}
__tile_api constexpr bool operator>=(const __nv_bfloat16 &a, const __nv_bfloat16 &b) {
  return float(a) >= float(b);
}

// Conversions by name.
__tile_api constexpr __nv_bfloat16 __float2bfloat16(float number) {
  return __nv_bfloat16(number);
}
__tile_api constexpr __nv_bfloat16 __float2bfloat16_rn(float number) {
  return __nv_bfloat16(number);
}
__tile_api constexpr __nv_bfloat16 __double2bfloat16(double number) {
  return __nv_bfloat16(number);
}
__tile_api constexpr __nv_bfloat16 __int2bfloat16_rn(int number) {
  return __nv_bfloat16(number);
}
__tile_api constexpr __nv_bfloat16 __uint2bfloat16_rn(unsigned number) {
  return __nv_bfloat16(number);
}
__tile_api constexpr __nv_bfloat16 __short2bfloat16_rn(short number) {
  return __nv_bfloat16(number);
}
__tile_api constexpr __nv_bfloat16 __ushort2bfloat16_rn(unsigned short number) {
  return __nv_bfloat16(number);
}
__tile_api constexpr __nv_bfloat16 __ll2bfloat16_rn(long long number) {
  return __nv_bfloat16(number);
}
__tile_api constexpr __nv_bfloat16 __ull2bfloat16_rn(unsigned long long number) {
  return __nv_bfloat16(number);
}
__tile_api constexpr float __bfloat162float(__nv_bfloat16 a) {
  return static_cast<float>(a);
}
__tile_api constexpr int __bfloat162int_rz(__nv_bfloat16 a) {
  return static_cast<int>(a);
}
__tile_api constexpr unsigned __bfloat162uint_rz(__nv_bfloat16 a) {
  return static_cast<unsigned>(a);
}
__tile_api constexpr short __bfloat162short_rz(__nv_bfloat16 a) {
  return static_cast<short>(a);
}
__tile_api constexpr unsigned short __bfloat162ushort_rz(__nv_bfloat16 a) {
  return static_cast<unsigned short>(a);
}
__tile_api constexpr long long __bfloat162ll_rz(__nv_bfloat16 a) {
  return static_cast<long long>(a);
}
__tile_api constexpr unsigned long long __bfloat162ull_rz(__nv_bfloat16 a) {
  return static_cast<unsigned long long>(a);
}

// Operators by name.
__tile_api constexpr __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b) {
  return a + b;
}
__tile_api constexpr __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b) {
  return a - b;
}
__tile_api constexpr __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b) {
  return a * b;
}
__tile_api constexpr __nv_bfloat16 __hdiv(__nv_bfloat16 a, __nv_bfloat16 b) {
  return a / b;
}
__tile_api constexpr bool __heq(__nv_bfloat16 a, __nv_bfloat16 b) {
  return a == b;
}
__tile_api constexpr bool __hneu(__nv_bfloat16 a, __nv_bfloat16 b) {
  return a != b;
}
__tile_api constexpr bool __hlt(__nv_bfloat16 a, __nv_bfloat16 b) {
  return a < b;
}
__tile_api constexpr bool __hle(__nv_bfloat16 a, __nv_bfloat16 b) {
  return a <= b;
}
__tile_api constexpr bool __hgt(__nv_bfloat16 a, __nv_bfloat16 b) {
  return a > b;
}
__tile_api constexpr bool __hge(__nv_bfloat16 a, __nv_bfloat16 b) {
  return a >= b;
}
__tile_api constexpr __nv_bfloat16 __hneg(__nv_bfloat16 a) {
  return -a;
}
__tile_api constexpr __nv_bfloat16 __habs(__nv_bfloat16 a) {
  return float(a) < 0.0f ? -a : a;
}
__tile_api constexpr bool __hisnan(__nv_bfloat16 a) {
  return a != a;
}
__tile_api constexpr __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) {
  return a < b || a != a ? b : a;
}
__tile_api constexpr __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) {
  return b < a || a != a ? b : a;
}
/// `a * b + c`, rounded once.
__tile_api inline __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
  return __nv_bfloat16(__builtin_fma(double(a), double(b), double(c)));
}

#include "cuda/tiles/restore_macros.h"
