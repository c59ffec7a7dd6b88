// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
#define CHECK(x) if ((x) != cudaSuccess) goto fail
__tile_global__ void k(float *p) { p[0] = 1; }
int main() { float *p; CHECK(cudaMalloc(&p, 4)); k<<<1, 1>>>(p); CHECK(cudaDeviceSynchronize()); return 0; fail: return 1; }
