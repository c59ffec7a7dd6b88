// needs sm_89
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves of 8-bit floating elements, which need sm_89.
#include <cuda_fp8.h>

#include "conformance_moves.h"

TYPE(__nv_fp8_e4m3)
TYPE(__nv_fp8_e5m2)
