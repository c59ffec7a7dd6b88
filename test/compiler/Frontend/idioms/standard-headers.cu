// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types and metaprogramming of the standard headers.
// RUN: tilec %s --run k --grid 1 --arg 'out:[2]' --arg '[4]=iota' --arg 7 | FileCheck %s
// CHECK: out: 14 7
#include <array>
#include <cstddef>
#include <cstdint>
#include <cuda_tile.h>
#include <limits>
#include <type_traits>
#include <utility>
namespace ct = cuda::tiles;
template <class T> __tile__ constexpr T least() {
  return std::numeric_limits<T>::lowest();
}
template <class T, std::size_t... I> __tile__ T dot(const T *a, const T *b, std::index_sequence<I...>) {
  return ((a[I] * b[I]) + ...);
}
__tile_global__ void k(std::int64_t *out, const int64_t *a, uint32_t n) {
  static_assert(std::is_same_v<std::int64_t, int64_t>);
  out[0] = dot(a, a, std::make_index_sequence<4>{});
  out[1] = n;
}
