// needs sm_89
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes, which wgmma reads along K only: where a matrix lies across, lanes turn it.
#include "pointer_products.h"
#include <cuda_fp8.h>

MOVED_POINTERS(__nv_fp8_e4m3, 64, 64, 64, false, true)
MOVED_POINTERS(__nv_fp8_e4m3, 64, 64, 64, true, false)
