// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves of conformance_views.h on every type but the 8-bit floating ones.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tf32.h>

#include "conformance_views.h"

VIEWS(bool)
VIEWS(signed char)
VIEWS(unsigned char)
VIEWS(short)
VIEWS(unsigned short)
VIEWS(int)
VIEWS(unsigned)
VIEWS(long)
VIEWS(unsigned long)
VIEWS(__half)
VIEWS(__nv_bfloat16)
VIEWS(float)
VIEWS(double)
VIEWS(__nv_tf32)
