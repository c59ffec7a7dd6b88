// needs sm_89
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles of fp8 that Hopper's warpgroups multiply, also deeper than their sums may be without being added up in f32.
#include "warpgroup_products.h"
#include <cuda_fp8.h>

WARPGROUP_GEMM(float, __nv_fp8_e4m3, __nv_fp8_e4m3, float, 128, 128, 128, false, true)
WARPGROUP_GEMM(float, __nv_fp8_e5m2, __nv_fp8_e5m2, float, 64, 64, 256, false, true)
WARPGROUP_GEMM(float, __nv_fp8_e4m3, __nv_fp8_e4m3, float, 64, 64, 64, true, false)
