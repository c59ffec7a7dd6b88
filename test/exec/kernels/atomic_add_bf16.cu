// needs sm_90
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic addition and subtraction of bfloat16.
#include <cuda_bf16.h>
#include "atomic_trial.h"
ATOMIC(add, __nv_bfloat16)
ATOMIC(sub, __nv_bfloat16)
