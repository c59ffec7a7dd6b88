// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device mathematics of single and double precision and integer intrinsics.
#include <cuda_tile.h>

__global__ void simt(float* f, double* d, int* i) {
  float x = f[threadIdx.x];
  x = __sinf(x) + __cosf(x) + __logf(x) + __fdividef(x, 2.f) + __frcp_rn(x) + __fsqrt_rn(x) + __fmaf_rn(x, x, x) + rsqrtf(x) + erff(x) + tgammaf(fabsf(x)) + normcdff(x) + sinpif(x) + exp10f(x) + cbrtf(x) + hypotf(x, x) + fdimf(x, 1.f) + copysignf(x, -1.f) + __saturatef(x) + j0f(x);
  float s, c;
  sincosf(x, &s, &c);
  f[threadIdx.x] = s + c + x;
  d[0] = __dadd_rn(d[0], 1.0) + erf(d[1]) + fma(d[0], d[1], d[2]) + lgamma(d[3]) + __longlong_as_double(3LL) + rsqrt(2.0);
  i[0] = __mulhi(3, 4) + __umul24(3u, 4u) + __sad(1, 2, 3u) + __dp4a(1, 2, 3) + __vadd4(1, 2) + __byte_perm(1, 2, 3) + __float2int_rn(x) + min(1, 2) + max(3, 4) + abs(-5);
  i[1] = isnan(x) + isinf(x) + signbit(x) + isfinite(d[0]) + (int)clock64() + (int)clock() + __float_as_int(x);
}
__tile_global__ void k(float* p) { p[0] = cuda::tiles::sin(p[1]); }
