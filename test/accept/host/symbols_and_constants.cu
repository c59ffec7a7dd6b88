// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tile variables, device variables and constants of both kinds, copied by symbol.
#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__constant__ float simt_coeff[8];
__device__ unsigned simt_counter;
__tile__ float tile_coeff[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__tile__ unsigned tile_counter = 0;

__global__ void simt(float* p) { p[threadIdx.x] = simt_coeff[threadIdx.x & 7]; atomicAdd(&simt_counter, 1u); }
__tile_global__ void tiled(float* p) {
  auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
  ct::store(p + i, ct::load(tile_coeff + i));
  ct::atomic_add<ct::memory_order::relaxed>(&tile_counter, 1u);
}

int main() {
  float h[8] = {8, 7, 6, 5, 4, 3, 2, 1};
  unsigned zero = 0, got = 0;
  cudaMemcpyToSymbol(simt_coeff, h, sizeof(h));
  cudaMemcpyToSymbol(simt_counter, &zero, sizeof zero, 0, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(tile_coeff, h, sizeof(h));
  cudaMemcpyFromSymbol(&got, tile_counter, sizeof got);
  unsigned* address = nullptr;
  cudaGetSymbolAddress((void**)&address, simt_counter);
  cudaGetSymbolAddress(reinterpret_cast<void**>(&address), tile_counter);
  size_t bytes = 0;
  cudaGetSymbolSize(&bytes, tile_coeff);
  float* p; cudaMalloc(&p, 64);
  simt<<<1, 8>>>(p);
  tiled<<<1, 1>>>(p);
  return cudaDeviceSynchronize();
}
