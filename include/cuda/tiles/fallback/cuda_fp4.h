// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- cuda_fp4.h - 4-bit floats where there is no CUDA Toolkit ---===//
//
// The part of the Toolkit's header that scalar tile code uses.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "cuda/tiles/fallback/small_floats.h"

#include "cuda/tiles/hide_macros.h"

/// A 4-bit float of 2 exponent bits and 1 mantissa bit, in a byte.
struct __nv_fp4_e2m1 {
  __nv_fp4_e2m1() = default;
  /// Rounds to nearest even; what is too large becomes the largest number.
  template <cuda::tiles::__detail::builtin_number T>
  __tile_api constexpr explicit __nv_fp4_e2m1(T number) : __nv_fp4_e2m1(static_cast<float>(number), 0) {}
  __tile_api constexpr explicit __nv_fp4_e2m1(const __half &number) : __nv_fp4_e2m1(static_cast<float>(number), 0) {}
  __tile_api constexpr explicit __nv_fp4_e2m1(const __nv_bfloat16 &number)
      : __nv_fp4_e2m1(static_cast<float>(number), 0) {}
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
  __tile_api constexpr __nv_fp4_e2m1(float number, int)
      : bits(static_cast<unsigned char>(cuda::tiles::__detail::narrow_float<2, 1>(number, 0x7, 0x7))) {}
  __tile_api constexpr float widened() const {
    return cuda::tiles::__detail::widen_float<2, 1>(bits);
  }

  unsigned char bits;
};

#include "cuda/tiles/restore_macros.h"
