// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes of device functions in both spellings.
#include <cuda_tile.h>
__noinline__ __device__ float slow(float x) { return x * 2; }
__device__ __attribute__((noinline)) float slow2(float x) { return x * 3; }
[[nodiscard]] __device__ __host__ inline float both(float x) { return x; }
static __device__ __inline__ float st(float x) { return x + slow(x) + slow2(x) + both(x); }
__global__ [[gnu::used]] void simt(float* __restrict p) { [[maybe_unused]] int q = 1; if (p[0] > 0) [[likely]] p[0] = st(p[1]); __builtin_assume(p != nullptr); }
__device__ alignas(16) float aligned_[4];
struct __align__(8) P { float a, b; };
__global__ void usep(P* p) { *p = P{aligned_[0], 2}; }
__tile_global__ void k(float* p) { p[0] = 1; }
