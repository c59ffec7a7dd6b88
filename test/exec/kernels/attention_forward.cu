// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention as models have it: every width of heads, full, causal, in a sliding window, with capped scores, with sinks, and with
// several heads that share keys and values.
#include "attention_forward.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

ATTENTION_FORWARD(__nv_bfloat16, 128, 64, 64, Sees::all, false, false)
ATTENTION_FORWARD(__half, 64, 64, 80, Sees::all, false, false)
ATTENTION_FORWARD(__nv_bfloat16, 64, 64, 96, Sees::causal, false, false)
ATTENTION_FORWARD(__nv_bfloat16, 128, 64, 128, Sees::causal, false, false)
ATTENTION_FORWARD(__nv_bfloat16, 128, 64, 128, Sees::causal, false, true)
ATTENTION_FORWARD(__half, 64, 32, 192, Sees::all, false, false)
ATTENTION_FORWARD(__nv_bfloat16, 64, 32, 256, Sees::causal, false, false)
ATTENTION_FORWARD(__nv_bfloat16, 128, 64, 256, Sees::all, false, false)
ATTENTION_FORWARD(__nv_bfloat16, 128, 128, 256, Sees::causal, true, false)
ATTENTION_FORWARD(__nv_bfloat16, 64, 64, 64, Sees::window, false, true)
ATTENTION_FORWARD(__half, 64, 64, 64, Sees::causal, true, false)
