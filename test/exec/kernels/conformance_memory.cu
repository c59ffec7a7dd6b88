// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves of elements of every type but the 8-bit floating ones.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "conformance_moves.h"

TYPE(bool)
TYPE(signed char)
TYPE(unsigned char)
TYPE(short)
TYPE(unsigned short)
TYPE(int)
TYPE(unsigned)
TYPE(long)
TYPE(unsigned long)
TYPE(__half)
TYPE(__nv_bfloat16)
TYPE(float)
TYPE(double)
