// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
namespace ct = cuda::tiles;
extern "C" __tile_global__ void math(float *out, float *a, float *b, float *c, float *quotient, float *root) {
  *out = *a * *b + *c;
  *quotient = *a / *b;
  *root = ct::sqrt(*a);
}
