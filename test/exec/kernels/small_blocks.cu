// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small tiles of floats.
#include "small_blocks.h"

SMALL(__half, __half, 16, 16, 32, false, false)
SMALL(__half, __half, 16, 16, 32, true, true)
SMALL(__nv_bfloat16, __nv_bfloat16, 16, 32, 32, false, true)
SMALL(float, __nv_tf32, 16, 16, 16, false, true)
