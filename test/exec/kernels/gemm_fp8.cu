// needs sm_89
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of whole matrices of fp8.
#include "gemm.h"
#include <cuda_fp8.h>

GEMM(__nv_fp8_e4m3, __nv_fp8_e4m3, float)
GEMM(__nv_fp8_e5m2, __nv_fp8_e5m2, float)
