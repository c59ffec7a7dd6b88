// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of more blocks than a GPU has multiprocessors, so that CTAs which stay have several: what one block stores is on its way under
// the next one's products.
#include "warpgroup_products.h"
#include <cuda_bf16.h>

WARPGROUP_GEMM(__nv_bfloat16, __nv_bfloat16, __nv_bfloat16, float, 64, 64, 32, false, false)
// A lane has no registers to carry all of these sums: two pieces of four are stored before the next block.
WARPGROUP_GEMM(int, signed char, signed char, int, 64, 256, 64, false, true)
