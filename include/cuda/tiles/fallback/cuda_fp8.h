// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- cuda_fp8.h - 8-bit floats where there is no CUDA Toolkit ---===//
//
// The part of the Toolkit's header that scalar tile code uses.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "cuda/tiles/fallback/small_floats.h"

#include "cuda/tiles/hide_macros.h"

/// An 8-bit float of 4 exponent and 3 mantissa bits, without infinities.
struct __nv_fp8_e4m3 {
  __nv_fp8_e4m3() = default;
  /// Rounds to nearest even; what is too large becomes the largest number.
  template <cuda::tiles::__detail::builtin_number T>
  __tile_api constexpr explicit __nv_fp8_e4m3(T number) : __nv_fp8_e4m3(static_cast<float>(number), 0) {}
  __tile_api constexpr explicit __nv_fp8_e4m3(const __half &number) : __nv_fp8_e4m3(static_cast<float>(number), 0) {}
  __tile_api constexpr explicit __nv_fp8_e4m3(const __nv_bfloat16 &number)
      : __nv_fp8_e4m3(static_cast<float>(number), 0) {}
  template <cuda::tiles::__detail::builtin_number T> __tile_api constexpr explicit operator T() const {
    return static_cast<T>(widened());
  }
  __tile_api constexpr explicit operator __half() const {
    return __half(widened());
  }
  __tile_api constexpr explicit operator __nv_bfloat16() const {
    return __nv_bfloat16(widened());
  }

private:
  __tile_api constexpr __nv_fp8_e4m3(float number, int)
      : bits(static_cast<unsigned char>(cuda::tiles::__detail::narrow_float<4, 3>(number, 0x7e, 0x7f))) {}
  __tile_api constexpr float widened() const {
    return (bits & 0x7f) == 0x7f ? __builtin_nanf("") : cuda::tiles::__detail::widen_float<4, 3>(bits);
  }

  unsigned char bits;
};

/// An 8-bit float of 5 exponent and 2 mantissa bits.
struct __nv_fp8_e5m2 {
  __nv_fp8_e5m2() = default;
  /// Rounds to nearest even; what is too large becomes the largest number.
  template <cuda::tiles::__detail::builtin_number T>
  __tile_api constexpr explicit __nv_fp8_e5m2(T number) : __nv_fp8_e5m2(static_cast<float>(number), 0) {}
  __tile_api constexpr explicit __nv_fp8_e5m2(const __half &number) : __nv_fp8_e5m2(static_cast<float>(number), 0) {}
  __tile_api constexpr explicit __nv_fp8_e5m2(const __nv_bfloat16 &number)
      : __nv_fp8_e5m2(static_cast<float>(number), 0) {}
  template <cuda::tiles::__detail::builtin_number T> __tile_api constexpr explicit operator T() const {
    return static_cast<T>(widened());
  }
  __tile_api constexpr explicit operator __half() const {
    return __half(widened());
  }
  __tile_api constexpr explicit operator __nv_bfloat16() const {
    return __nv_bfloat16(widened());
  }

private:
  __tile_api constexpr __nv_fp8_e5m2(float number, int)
      : bits(static_cast<unsigned char>(cuda::tiles::__detail::narrow_float<5, 2>(number, 0x7b, 0x7f))) {}
  __tile_api constexpr float widened() const {
    if ((bits & 0x7f) > 0x7c)
      return __builtin_nanf("");
    if ((bits & 0x7f) == 0x7c)
      return bits == 0x7c ? __builtin_inff() : -__builtin_inff();
    return cuda::tiles::__detail::widen_float<5, 2>(bits);
  }

  unsigned char bits;
};

/// A power of two in 8 bits: 2 to the power of `bits - 127`; 255 is NaN.
struct __nv_fp8_e8m0 {
  __nv_fp8_e8m0() = default;
  /// The least power of two that is not below the magnitude.
  template <cuda::tiles::__detail::builtin_number T>
  __tile_api constexpr explicit __nv_fp8_e8m0(T number) : __nv_fp8_e8m0(static_cast<float>(number), 0) {}
  __tile_api constexpr explicit __nv_fp8_e8m0(const __half &number) : __nv_fp8_e8m0(static_cast<float>(number), 0) {}
  __tile_api constexpr explicit __nv_fp8_e8m0(const __nv_bfloat16 &number)
      : __nv_fp8_e8m0(static_cast<float>(number), 0) {}
  template <cuda::tiles::__detail::builtin_number T> __tile_api constexpr explicit operator T() const {
    return static_cast<T>(widened());
  }
  __tile_api constexpr explicit operator __half() const {
    return __half(widened());
  }
  __tile_api constexpr explicit operator __nv_bfloat16() const {
    return __nv_bfloat16(widened());
  }

private:
  __tile_api static constexpr unsigned power(float number) {
    unsigned magnitude = __builtin_bit_cast(unsigned, number) & 0x7fffffffu;
    if (magnitude > 0x7f800000u)
      return 255;
    if (magnitude <= 0x400000u)
      return 0;
    unsigned exponent = (magnitude + 0x7fffffu) >> 23;
    return exponent > 254 ? 254 : exponent;
  }
  __tile_api constexpr __nv_fp8_e8m0(float number, int) : bits(static_cast<unsigned char>(power(number))) {}
  __tile_api constexpr float widened() const {
    if (bits == 255)
      return __builtin_nanf("");
    return __builtin_bit_cast(float, bits == 0 ? 0x400000u : static_cast<unsigned>(bits) << 23);
  }

  unsigned char bits;
};

#include "cuda/tiles/restore_macros.h"
