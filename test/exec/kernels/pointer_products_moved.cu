// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Both matrices in both orders.
#include "pointer_products.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

MOVED_POINTERS(__half, 128, 64, 64, false, false)
MOVED_POINTERS(__half, 64, 128, 32, false, true)
MOVED_POINTERS(__nv_bfloat16, 64, 64, 64, true, false)
MOVED_POINTERS(__nv_bfloat16, 128, 128, 32, true, true)
