// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels are registered that nothing but a library's own functions names: by address, or through a template.
// RUN: rm -rf %t && mkdir %t && cd %t && tilec %s -c -o object.o --keep && FileCheck %s < simt_named.host.ii
// REQUIRES: cuda-headers, nvcc
#include "Inputs/library_kernels.h"
#include <cuda_tile.h>

__tile_global__ void tiles(double *p) {
  *p = 7;
}

int main() {
  double *p;
  cudaMalloc(&p, 256);
  tiles<<<1, 1>>>(p);
  library::fill_with_ones(p);
  return library::registers_of_empty() < 0;
}

// CHECK-DAG: __tilecRegisterKernel(__tilec_handle_1{{.*}}"_ZN7library5emptyIvEEvv")
// CHECK-DAG: __tilecRegisterKernel(__tilec_handle_1{{.*}}"_ZN7library4fillIdEEvPT_S1_")
