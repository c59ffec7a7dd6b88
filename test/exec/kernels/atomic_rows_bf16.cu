// needs sm_90
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of rows by atomics of bf16, which not every architecture has.
#include <cuda_bf16.h>
#include "atomic_rows.h"

template __tile_global__ void add_rows<__nv_bfloat16, 1024>(__nv_bfloat16*, const __nv_bfloat16*, int);
