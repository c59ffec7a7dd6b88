// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device code that another source uses.
#include "vectors.h"

__device__ int uses;
__device__ float weighted(float x) {
  return 3 * x + 2;
}

void finish(float *p, int n) {
  affine<<<blocks(n), 1>>>(p, 10.0f, -20.0f, n);
}
