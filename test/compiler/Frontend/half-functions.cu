// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of the 16-bit type headers on scalars: what they compute, NaN and infinities included.
// REQUIRES: cuda-headers
// RUN: tilec %s --run 'halves<__half>' --grid 1 --arg 'out:[16]' --arg 'out:i32[16]' --arg 2 | FileCheck %s
// RUN: tilec %s --run 'halves<__nv_bfloat16>' --grid 1 --arg 'out:[16]' --arg 'out:i32[16]' --arg 2 | FileCheck %s
// RUN: tilec %s --run bits --grid 1 --arg 'out:[8]' --arg 'out:u32[4]' | FileCheck %s --check-prefix=BITS
// CHECK: r: 2 1 1.4140625 0.5 1 1 4 0 1 6 1 0 +inf 2 nan -1
// CHECK-NEXT: b: 0 1 1 1 0 1 0 0 1 -1 0 1 0 0 1 1
// BITS: r: +inf 1 65504 -1 65504 448 +inf 2
// BITS-NEXT: b: 15360 16256 48128 49152
#include <cuda/std/limits>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_tile.h>

template <class T> __tile_global__ void halves(float *r, int *b, float two) {
  T x = two, one = 1.f, zero = 0.f, infinity = one / zero, nan = zero / zero;
  r[0] = hceil(T(1.5f)), r[1] = hfloor(T(1.5f)), r[2] = T(float(__half(float(hsqrt(x))))), r[3] = hrcp(x);
  r[4] = hlog2(x), r[5] = hexp(zero), r[6] = hexp2(x), r[7] = hsin(zero);
  r[8] = __hadd_sat(x, x), r[9] = __hfma(x, x, x), r[10] = __hfma_sat(x, x, x), r[11] = __hfma_relu(-x, x, x);
  r[12] = -__hmin(-infinity, x), r[13] = __hmax(nan, x), r[14] = __hmax_nan(nan, x), r[15] = __hneg(one);
  b[0] = __hne(nan, x), b[1] = __hneu(nan, x), b[2] = __hequ(nan, x), b[3] = __hltu(one, x);
  b[4] = __hgtu(one, x), b[5] = __hleu(nan, x), b[6] = __hge(nan, x), b[7] = __heq(one, x);
  b[8] = __hisinf(infinity), b[9] = __hisinf(-infinity), b[10] = __hisinf(x), b[11] = __hisnan(nan);
  b[12] = int(float(__hsub_sat(zero, x))), b[13] = int(float(__hadd_sat(nan, x)));
  b[14] = float(hrsqrt(T(4.f))) == 0.5f, b[15] = float(htanh(zero)) == 0 && float(hcos(zero)) == 1;
}
template __tile_global__ void halves<__half>(float *, int *, float);
template __tile_global__ void halves<__nv_bfloat16>(float *, int *, float);

__tile_global__ void bits(float *r, unsigned *b) {
  r[0] = CUDART_INF_FP16, r[1] = CUDART_ONE_BF16, r[2] = CUDART_MAX_NORMAL_FP16, r[3] = __ushort_as_half(0xbc00);
  r[4] = cuda::std::numeric_limits<__half>::max(), r[5] = float(cuda::std::numeric_limits<__nv_fp8_e4m3>::max());
  constexpr __nv_bfloat16 infinity = cuda::std::numeric_limits<__nv_bfloat16>::infinity();
  r[6] = infinity, r[7] = __short_as_bfloat16(0x4000);
  b[0] = __half_as_ushort(__half(1.f)), b[1] = __bfloat16_as_ushort(__nv_bfloat16(1.f));
  b[2] = (unsigned short)__half_as_short(__half(-1.f)), b[3] = (unsigned short)__bfloat16_as_short(__nv_bfloat16(-2.f));
}
