// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "small_blocks.h"

#include <cuda_fp8.h>

SMALL(__nv_fp8_e4m3, __nv_fp8_e4m3, 32, 16, 32, true, false)
