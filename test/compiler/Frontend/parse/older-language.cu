// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that do not use the API may be written in older C++; cuda_tile.h asks for C++20.
// RUN: check-source -std=c++14 %s
// RUN: not check-source -std=c++17 -DAPI %s 2>&1 | FileCheck %s
// CHECK: error: {{.*}}cuda_tile.h needs C++20: compile with -std=c++20 or newer
#ifdef API
#include <cuda_tile.h>
#endif
static_assert(__cplusplus < 202002L, "");
__tile_global__ void k(int *p) { p[0] = 1; }
