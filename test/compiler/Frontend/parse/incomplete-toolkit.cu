// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A folder with the type headers but without what they include is not taken for a Toolkit.
// RUN: rm -rf %t && mkdir -p %t/include && echo '#include <nv/target>' > %t/include/cuda_fp16.h
// RUN: env CUDA_PATH=%t CUDA_HOME=%t tilec %s -o - | FileCheck %s
#include <cuda_fp16.h>
#include <cuda_tile.h>

// CHECK: .entry {{.*}}halve
__tile_global__ void halve(__half* p) { *p = *p * __half(0.5f); }
