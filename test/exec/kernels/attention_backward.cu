// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradients of attention, in one pass, and in two.
#include "attention_backward.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

ATTENTION_DELTAS(__half, 64, 64, true)
ATTENTION_ROUND_QUERIES(__half, 64, 64)
ATTENTION_BACKWARD_KEYS(__half, 64, 64, 64, false, true)
ATTENTION_DELTAS(__nv_bfloat16, 64, 128, false)
ATTENTION_DELTAS(__nv_bfloat16, 64, 128, true)
ATTENTION_ROUND_QUERIES(__nv_bfloat16, 64, 128)
ATTENTION_BACKWARD_KEYS(__nv_bfloat16, 64, 128, 128, false, true)
ATTENTION_BACKWARD_KEYS(__nv_bfloat16, 64, 128, 128, true, false)
ATTENTION_BACKWARD_QUERIES(__nv_bfloat16, 64, 64, 128, true)
ATTENTION_BACKWARD_KEYS(__nv_bfloat16, 64, 128, 128, false, false)
ATTENTION_BACKWARD_QUERIES(__nv_bfloat16, 128, 64, 128, false)
