// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
#include <cuda_runtime.h>
#include <cstdio>

__tile_global__ void answer(int *p) {
  *p = 42;
}

int main() {
  int *p = nullptr, value = 0;
  cudaMalloc(&p, sizeof(int));
  answer<<<1, 1>>>(p);
  cudaMemcpy(&value, p, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", value);
}
