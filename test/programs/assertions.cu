// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An assertion that holds, one that fails, and the error that stays until the device is reset.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers
#include "Inputs/program.h"
#include "Inputs/vectors.h"
#include <cassert>

__tile_global__ void checked(int *p, int limit) {
  int value = *p;
  assert(value < limit);
  *p = value + 1;
}

int main() {
  int *p;
  CHECK(cudaMalloc(&p, sizeof(int)));
  CHECK(cudaMemset(p, 0, sizeof(int)));
  for (int i = 0; i < 3; ++i)
    checked<<<1, 1>>>(p, 10);
  std::printf("holds: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  checked<<<1, 1>>>(p, 2);
  std::printf("fails: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  std::printf("stays: %s\n", cudaGetErrorName(cudaMemset(p, 0, sizeof(int))));
}
