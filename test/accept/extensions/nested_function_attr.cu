// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
__attribute__((noinline)) __tile__ float f(float x) { return x; }
__tile__ __attribute__((always_inline)) inline float g(float x) { return x; }
__forceinline__ __tile__ float h(float x) { return x; }
[[nodiscard, gnu::pure]] __tile__ float i(float x) { return x; }
__tile_global__ void k(float *__restrict p, float *__restrict__ q) { p[0] = f(g(h(i(q[0])))); }
int main() { return 0; }
