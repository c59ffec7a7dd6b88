// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host code in C that calls kernels of another source through functions with C linkage.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers
// build: tilec %S/Inputs/main_in_c.c %S/c_linkage.cu -o program
#include "Inputs/program.h"
#include "Inputs/vectors.h"

extern "C" int sum_of(const int *values, int n) {
  Array<int> device(std::vector<int>(values, values + n)), sum(1);
  add_up<<<blocks(n), 1>>>(sum.data, device.data, n);
  return cudaGetLastError() ? -1 : sum.get()[0];
}
