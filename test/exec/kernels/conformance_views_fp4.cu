// options: -arch=sm_100
// needs sm_100
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves of conformance_views.h on the elements and scales that only block-scaled products compute with.
#include <cuda_fp4.h>
#include <cuda_fp8.h>

#include "conformance_views.h"

VIEWS(__nv_fp4_e2m1)
VIEWS(__nv_fp8_e8m0)
