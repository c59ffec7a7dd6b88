// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scale.h"
#include <cstdio>

static __tile_global__ void same_name(float *p) {
  *p += 1;
}

void second(float *p);

int main() {
  float values[128];
  for (int i = 0; i < 128; ++i)
    values[i] = i;
  float *result = doubled(values, 128);
  scale<<<2>>>(result, 10.f);
  same_name<<<1>>>(result);
  second(result);
  cudaMemcpy(values, result, sizeof values, cudaMemcpyDeviceToHost);
  std::printf("%g %g %g\n", values[0], values[1], values[127]);
  return cudaGetLastError();
}
