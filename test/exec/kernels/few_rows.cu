// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of few rows in loops that load the operand of many columns: targets with warpgroups compute them transposed. Of so few
// columns they are warps' own: these read fragments from the stages.
#include "warpgroup_products.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tf32.h>

WARPGROUP_GEMM(float, __nv_bfloat16, __nv_bfloat16, float, 16, 128, 64, false, true)
WARPGROUP_GEMM(float, __nv_bfloat16, __nv_bfloat16, float, 32, 32, 256, false, true)
WARPGROUP_GEMM(__nv_bfloat16, __nv_bfloat16, __nv_bfloat16, float, 16, 64, 128, false, false)
WARPGROUP_GEMM(float, __half, __half, float, 8, 128, 64, false, true)
WARPGROUP_GEMM(float, __half, __half, float, 32, 64, 64, true, false)
WARPGROUP_GEMM(float, __nv_tf32, __nv_tf32, float, 16, 128, 32, false, true)
WARPGROUP_GEMM(int, signed char, unsigned char, int, 16, 64, 128, false, true)
