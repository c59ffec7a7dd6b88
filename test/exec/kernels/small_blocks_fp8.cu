// needs sm_89
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small tiles of fp8.
#include "small_blocks.h"
#include <cuda_fp8.h>

SMALL(__nv_fp8_e4m3, __nv_fp8_e4m3, 32, 16, 32, true, false)
