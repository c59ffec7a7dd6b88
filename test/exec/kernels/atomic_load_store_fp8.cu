// needs sm_89
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic loads and stores of floats of eight bits.
#include <cuda_fp8.h>
#include "atomic_copies.h"
COPY(__nv_fp8_e4m3)
COPY(__nv_fp8_e5m2)
