// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic loads and stores of every element type that all architectures have.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tf32.h>
#include "atomic_copies.h"
COPY(bool)
COPY(char)
COPY(unsigned char)
COPY(short)
COPY(unsigned short)
COPY(int)
COPY(unsigned)
COPY(long)
COPY(unsigned long long)
COPY(__half)
COPY(__nv_bfloat16)
COPY(float)
COPY(double)
COPY(__nv_tf32)
