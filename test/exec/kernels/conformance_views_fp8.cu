// needs sm_89
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves of conformance_views.h on 8-bit floating elements, which need sm_89.
#include <cuda_fp8.h>

#include "conformance_views.h"

VIEWS(__nv_fp8_e4m3)
VIEWS(__nv_fp8_e5m2)
