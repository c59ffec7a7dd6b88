// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// No header but the tile header: what it brings for the host part.
#include <cuda_tile.h>

__tile_global__ void k(float* p, size_t n) { p[n] = 1.f; }

int main(int argc, char** argv) {
  float* p;
  cudaError_t e = cudaMalloc(&p, 64);
  k<<<1, 1>>>(p, sizeof(float) - 1);
  e = cudaDeviceSynchronize();
  if (e != cudaSuccess) printf("%s\n", cudaGetErrorString(e));
  dim3 g(1, 2, 3);
  uint3 u{1, 2, 3};
  float2 f = make_float2(1, 2);
  return g.x + u.y + (int)f.x;
}
