// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- cuda_tf32.h - __nv_tf32 for toolkits that lack this header -----------===//
//
// A 32-bit float whose mantissa is rounded to 10 bits: what tensor cores multiply. The compiler implements conversions
// itself in tile code; the code below serves the host.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "cuda/tiles/execution_space.h"

/// A float rounded to 8 bits of exponent and 10 of mantissa.
struct __nv_tf32 {
  __nv_tf32() = default;
  /// Rounds to nearest, ties to even.
  __tile_api explicit __nv_tf32(float value) : storage(rounded(__builtin_bit_cast(unsigned, value))) {}
  __tile_api explicit __nv_tf32(double value) : __nv_tf32(static_cast<float>(value)) {}
  __tile_api explicit __nv_tf32(int value) : __nv_tf32(static_cast<float>(value)) {}
  __tile_api explicit operator float() const {
    return __builtin_bit_cast(float, storage);
  }

private:
  __tile_api static unsigned rounded(unsigned bits) {
    constexpr unsigned dropped = (1u << 13) - 1;
    bool is_nan_or_infinity = (bits & 0x7f800000u) == 0x7f800000u;
    if (is_nan_or_infinity)
      return bits & 0x7fffffu ? (bits | 0x400000u) & ~dropped : bits;
    return (bits + (dropped >> 1) + (bits >> 13 & 1)) & ~dropped;
  }

  unsigned storage;
};
