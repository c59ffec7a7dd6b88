// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What tools/bench/attention_ablation.py times: attention with heads of 128, and its gradients.
#include "../../test/exec/kernels/attention_backward.h"
#include <cuda_bf16.h>

using T = __nv_bfloat16;

ATTENTION_FORWARD(T, 128, 128, 128, Sees::all, false, false)
ATTENTION_FORWARD(T, 128, 128, 128, Sees::causal, false, false)
ATTENTION_DELTAS(T, 64, 128, false)
ATTENTION_DELTAS(T, 64, 128, true)
ATTENTION_ROUND_QUERIES(T, 64, 128)
ATTENTION_BACKWARD_KEYS(T, 64, 128, 128, false, true)
ATTENTION_BACKWARD_KEYS(T, 64, 128, 128, false, false)
ATTENTION_BACKWARD_QUERIES(T, 128, 64, 128, false)
