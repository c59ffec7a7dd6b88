// needs sm_89
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of single tiles of fp8.
#include "matrix_shapes.h"
#include <cuda_fp16.h>
#include <cuda_fp8.h>

SHAPES(__nv_fp8_e4m3, __nv_fp8_e4m3, float)
SHAPES(__nv_fp8_e4m3, __nv_fp8_e4m3, __half)
SHAPES(__nv_fp8_e5m2, __nv_fp8_e5m2, float)
SHAPES(__nv_fp8_e5m2, __nv_fp8_e5m2, __half)
// Beyond what fp8 units add up by themselves.
PRODUCT(__nv_fp8_e4m3, __nv_fp8_e4m3, float, 16, 16, 256)
PLAIN_PRODUCTS(__nv_fp8_e4m3, __nv_fp8_e4m3, __half)
PLAIN_PRODUCTS(__nv_fp8_e5m2, __nv_fp8_e5m2, __half)
