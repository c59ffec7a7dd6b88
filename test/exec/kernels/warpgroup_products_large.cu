// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The largest sums that a lane has registers for, alone: what one such product takes to compile has a limit (tools/compile-times.limits).
#include "warpgroup_products.h"
#include <cuda_bf16.h>

WARPGROUP_GEMM(__nv_bfloat16, __nv_bfloat16, __nv_bfloat16, float, 128, 256, 64, false, false)
