// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stand-ins for the Toolkit's type headers: values on the host at compile time, native operations in tile code.
// RUN: tilec --emit=tile -arch=sm_100a -I %include/cuda/tiles/fallback %s -o - | FileCheck %s
#include <cuda_fp4.h>
#include <cuda_fp8.h>
#include <cuda_tf32.h>
#include <cuda_tile.h>

template <class T> constexpr float rounded(float value) {
  return static_cast<float>(T(value));
}

static_assert(rounded<__half>(0.1f) == 0.0999755859375f && rounded<__half>(65520.0f) == __builtin_inff());
static_assert(rounded<__nv_bfloat16>(0.1f) == 0.10009765625f && rounded<__nv_bfloat16>(1.00390625f) == 1.0f);
// Ties go to even; the largest number stands for all that are larger.
static_assert(rounded<__nv_fp8_e4m3>(17.0f) == 16.0f && rounded<__nv_fp8_e4m3>(19.0f) == 20.0f);
static_assert(rounded<__nv_fp8_e4m3>(448.0f) == 448.0f && rounded<__nv_fp8_e4m3>(-1e9f) == -448.0f);
static_assert(rounded<__nv_fp8_e5m2>(61000.0f) == 57344.0f && rounded<__nv_fp8_e5m2>(0.375f) == 0.375f);
static_assert(rounded<__nv_fp4_e2m1>(2.5f) == 2.0f && rounded<__nv_fp4_e2m1>(0.3f) == 0.5f);
static_assert(rounded<__nv_fp4_e2m1>(-9.0f) == -6.0f && rounded<__nv_fp4_e2m1>(0.25f) == 0.0f);
// The smallest subnormal numbers, and half of them.
static_assert(rounded<__nv_fp8_e4m3>(0.001953125f) == 0.001953125f && rounded<__nv_fp8_e4m3>(0.0009765625f) == 0.0f);
static_assert(rounded<__nv_fp8_e5m2>(0x1p-16f) == 0x1p-16f && rounded<__nv_fp8_e5m2>(0x1.8p-17f) == 0x1p-16f);
// e8m0 holds powers of two and rounds up.
static_assert(rounded<__nv_fp8_e8m0>(3.0f) == 4.0f && rounded<__nv_fp8_e8m0>(1.0f) == 1.0f);
static_assert(rounded<__nv_fp8_e8m0>(0.0f) == 0x1p-127f);
static_assert(__builtin_isnan(rounded<__nv_fp8_e4m3>(__builtin_nanf(""))) &&
              __builtin_isnan(rounded<__nv_bfloat16>(__builtin_nanf(""))));
// tf32 drops 13 bits of a float's mantissa.
static_assert(rounded<__nv_tf32>(1.0f + 0x1p-11f) == 1.0f && rounded<__nv_tf32>(1.0f + 0x1.8p-10f) == 1.0f + 0x1p-9f);
static_assert(static_cast<float>(static_cast<__half>(__nv_tf32(__half(1.5f)))) == 1.5f);
static_assert(__half(2) * __half(3) == __half(6) && __half2float(__float2half(1.5f)) == 1.5f);

// CHECK-LABEL: func.func @scalars
// CHECK-SAME: !tile.ptr<f16>{{.*}}, {{.*}}!tile.ptr<bf16>{{.*}}, {{.*}}!tile.ptr<f8E4M3FN>{{.*}}, {{.*}}!tile.ptr<tf32>
extern "C" __tile_global__ void scalars(__half *h, __nv_bfloat16 *b, __nv_fp8_e4m3 *e, __nv_tf32 *t, int n) {
  // CHECK: arith.mulf {{.*}} : f16
  h[0] = h[1] * h[2];
  h[3] = __half(n);
  // CHECK: arith.addf {{.*}} : bf16
  b[0] += b[1];
  // CHECK: tile.ftof {{.*}} : f32 -> f8E4M3FN
  e[0] = __nv_fp8_e4m3(float(e[1]) + 1.0f);
  // CHECK: tile.ftof {{.*}} -> tf32
  t[0] = __nv_tf32(h[1]);
}
