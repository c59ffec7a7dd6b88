// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- cuda_tf32.h - __nv_tf32 for toolkits that lack this header -----------===//
//
// A 32-bit float whose mantissa is rounded to 10 bits: what tensor cores multiply. The compiler implements conversions
// itself in tile code; the code below serves the host.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "cuda/tiles/execution_space.h"
#include "cuda/tiles/fallback/small_floats.h"

#include "cuda/tiles/hide_macros.h"

struct __half;
struct __nv_bfloat16;

namespace cuda::tiles::__detail {
/// A number that __nv_tf32 converts from and to.
template <class T>
concept tf32_number = builtin_number<T> || __is_same(T, __half) || __is_same(T, __nv_bfloat16);
} // namespace cuda::tiles::__detail

/// A float rounded to 8 bits of exponent and 10 of mantissa. It has no arithmetic.
struct __nv_tf32 {
  __nv_tf32() = default;
  /// Rounds to nearest, ties to even.
  template <cuda::tiles::__detail::tf32_number T>
  __tile_api constexpr explicit __nv_tf32(T number)
      : storage(rounded(__builtin_bit_cast(unsigned, static_cast<float>(number)))) {}
  template <cuda::tiles::__detail::tf32_number T> __tile_api constexpr explicit operator T() const {
    return static_cast<T>(__builtin_bit_cast(float, storage));
  }

private:
  __tile_api static constexpr unsigned rounded(unsigned bits) {
    constexpr unsigned dropped = (1u << 13) - 1;
    bool is_nan_or_infinity = (bits & 0x7f800000u) == 0x7f800000u;
    if (is_nan_or_infinity)
      return bits & 0x7fffffu ? (bits | 0x400000u) & ~dropped : bits;
    return (bits + (dropped >> 1) + (bits >> 13 & 1)) & ~dropped;
  }

  unsigned storage;
};

#include "cuda/tiles/restore_macros.h"
