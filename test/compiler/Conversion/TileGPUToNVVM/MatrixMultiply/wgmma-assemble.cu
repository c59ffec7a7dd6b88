// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --memory-path=tma -o %t.ptx
// RUN: %ptxas -arch=sm_90a -v %t.ptx -o /dev/null 2>&1 | FileCheck %s
// RUN: tilec %s -arch=sm_90a --memory-path=tma --specialize-warps -o %t.roles.ptx
// RUN: %ptxas -arch=sm_90a -v %t.roles.ptx -o /dev/null 2>&1 | FileCheck %s
// REQUIRES: ptxas
// The assembler leaves warpgroup MMAs asynchronous (its notes C75.. say where it does not) and in registers, also where they run on into
// the next iteration.
// CHECK-NOT: (C75
// CHECK-NOT: {{[1-9][0-9]*}} bytes spill
// CHECK: Used
#include "../../../../exec/kernels/warpgroup_products.h"
#include <cuda_bf16.h>

#define BF16_GEMM(M, N, K) WARPGROUP_GEMM(__nv_bfloat16, __nv_bfloat16, __nv_bfloat16, float, M, N, K, false, false)
BF16_GEMM(64, 64, 64)
BF16_GEMM(128, 128, 64)
BF16_GEMM(128, 256, 64)
