// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Standard and GNU attributes, pragmas, unroll in all spellings.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
[[nodiscard]] __tile__ inline float a(float x) { return x; }
__tile__ __forceinline__ float b(float x) { return x + 1; }
__noinline__ __tile__ float c(float x) { return x + 2; }
[[gnu::always_inline]] inline __tile__ float d(float x) { return x + 3; }
[[deprecated]] __tile__ float old(float x) { return x; }
static __tile__ __inline__ float e([[maybe_unused]] int n, float x) { return x; }
#pragma once_more_unknown
__tile_global__ void k(float* __restrict__ p, const float* __restrict q, int n) {
#pragma unroll
  for (int i = 0; i < 4; ++i) p[i] = a(q[i]);
#pragma unroll 4
  for (int i = 0; i < n; ++i) p[i] += b(q[i]);
  constexpr int U = 2;
#pragma unroll U
  for (int i = 0; i < n; ++i) p[i] += c(q[i]);
#pragma unroll(8)
  for (int i = 0; i < n; ++i) p[i] += d(q[i]) + e(i, 1.f);
  _Pragma("unroll") for (int i = 0; i < n; ++i) p[i] += 1;
#pragma nounroll
  for (auto i : ct::irange(0, n)) p[i] *= 2;
}
