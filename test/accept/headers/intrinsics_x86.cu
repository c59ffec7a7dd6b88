// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host intrinsics: a CPU reference with AVX beside the kernel.
#include <immintrin.h>
#include <cpuid.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__attribute__((target("avx2,fma"))) static void cpu_axpy(float a, const float* x, float* y, int n) {
  __m256 va = _mm256_set1_ps(a);
  for (int i = 0; i + 8 <= n; i += 8) _mm256_storeu_ps(y + i, _mm256_fmadd_ps(va, _mm256_loadu_ps(x + i), _mm256_loadu_ps(y + i)));
}
__tile_global__ void gpu_axpy(float a, const float* x, float* y) {
  auto i = ct::iota<ct::tile<int, ct::shape<256>>>();
  ct::store(y + i, ct::load(x + i) * a + ct::load(y + i));
}
int main() {
  alignas(32) float x[64] = {}, y[64] = {};
  if (__builtin_cpu_supports("avx2")) cpu_axpy(2.f, x, y, 64);
  _mm_pause();
  return int(y[0]) + _popcnt32(5);
}
