// needs sm_90
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic updates of bfloat16 through views.
#include <cuda_bf16.h>
#include "atomic_view_updates.h"
template __tile_global__ void update_sums<__nv_bfloat16>(__nv_bfloat16*);
