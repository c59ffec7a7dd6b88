// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Managed memory, prefetch, advice, and a managed variable that only SIMT code names.
#include <cstdio>
#include <cuda_tile.h>

namespace ct = cuda::tiles;
__managed__ int hits;
__global__ void count(const float* p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n && p[i] > 0) atomicAdd(&hits, 1); }
__tile_global__ void negate(float* p, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<256>>>() + (int)ct::bid().x * 256;
  ct::store_masked(p + i, -ct::load_masked(p + i, i < n), i < n);
}
int main() {
  const int n = 1000;
  float* p;
  cudaMallocManaged(&p, n * sizeof *p);
  for (int i = 0; i < n; ++i) p[i] = -i;
  int device;
  cudaGetDevice(&device);
  cudaMemLocation loc = {cudaMemLocationTypeDevice, device};
  cudaMemPrefetchAsync(p, n * sizeof *p, loc, 0, 0);
  negate<<<(n + 255) / 256, 1>>>(p, n);
  count<<<(n + 127) / 128, 128>>>(p, n);
  cudaDeviceSynchronize();
  printf("%d positive\n", hits);
  cudaFree(p);
}
