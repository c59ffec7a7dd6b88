// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What tools/bench/attention.py times: the kernels of test/exec/kernels at the sizes of models.
#include "../../test/exec/kernels/attention_backward.h"
#include "../../test/exec/kernels/attention_latent.h"
#include <cuda_bf16.h>

using T = __nv_bfloat16;

ATTENTION_FORWARD(T, 128, 128, 128, Sees::all, false, false)
ATTENTION_FORWARD(T, 128, 128, 128, Sees::causal, false, false)
ATTENTION_FORWARD(T, 128, 128, 128, Sees::all, true, false)
ATTENTION_DECODE(T, 8, 128, 128)
MERGE_SPLITS(T, 32, 128)
ATTENTION_LATENT(T, 64, 64, 512, 64)
ATTENTION_LATENT(T, 64, 32, 512, 64)
ATTENTION_LATENT(T, 32, 64, 512, 64)
ATTENTION_LATENT(T, 16, 64, 512, 64)
MERGE_SPLITS(T, 32, 512)
ATTENTION_DELTAS(T, 64, 128, false)
ATTENTION_DELTAS(T, 64, 128, true)
ATTENTION_ROUND_QUERIES(T, 64, 128)
ATTENTION_BACKWARD_KEYS(T, 64, 128, 128, false, true)
ATTENTION_BACKWARD_KEYS(T, 64, 128, 128, false, false)
ATTENTION_BACKWARD_QUERIES(T, 128, 64, 128, false)
