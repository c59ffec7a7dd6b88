// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of tiles and of threads, with host code around them.
#include <cuda_fp16.h>
#include <cuda_tile.h>
#include <immintrin.h>
#include <thrust/device_vector.h>
#include <vector>
namespace ct = cuda::tiles;

[[cutile::hint(0, occupancy = 2)]] __tile_global__ void declared(float *p);
__tile_global__ [[cutile::hint(900, num_cta_in_cga = 2)]] void declared(float *p) {
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
  [[cutile::hint(0, latency = 2)]] ct::store(p + i, ct::load(p + i) * 2.f);
}
template <class T> __tile__ T squared(T x) {
  return x * x;
}
template <class T> __tile_global__ void scalars(T *p) {
  __half h = 1.f;
  *p = squared(*p) + float(h + h);
}
template __tile_global__ void scalars<float>(float *);

template <class T> __global__ void threads(T *p) {
  __shared__ T values[32];
  values[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = values[31 - threadIdx.x] + atomicAdd(p, T(1));
}
template <> __global__ void threads<int>(int *) {}
template __global__ void threads<float>(float *);

int main() {
  std::vector<float> values(std::max(4, 8));
  float *p = nullptr;
  cudaMalloc(&p, values.size() * sizeof(float));
  declared<<<4, 1>>>(p);
  scalars<<<dim3(2), 1, 0, 0>>>(p);
  threads<float><<<1, 32>>>(p);
  cudaFuncAttributes attributes;
  thrust::device_vector<float> vector(4);
  return cudaFuncGetAttributes(&attributes, declared) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess;
}
