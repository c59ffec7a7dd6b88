// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SIMT kernels beside tile kernels: compiled by nvcc, under the names that their host code registers.
// RUN: rm -rf %t && mkdir %t && cd %t && tilec %s -o program --keep && FileCheck %s < simt.host.ii
// RUN: env TILEC_RUN=cpu ./program 2>&1 | FileCheck %s --check-prefix=CPU
// REQUIRES: cuda-headers, nvcc
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

static __global__ void of_this_source(int *p) {
  *p = 1;
}
namespace {
struct Tag {};
__global__ void hidden(int *p) {
  *p = 2;
}
} // namespace
template <class T> __global__ void shared(int *p) {
  __shared__ T values[4];
  extern __shared__ float dynamic[];
  values[threadIdx.x] = T();
  *p = sizeof(T) + dynamic[0];
}
__device__ int counter;
static __device__ int own_counter;
__constant__ float factors[4];
namespace {
__device__ int hidden_counter;
}
__device__ float exchanged(float x) {
  return __fdividef(x, 2.f) + __shfl_xor_sync(~0u, x, 1);
}
__host__ __device__ inline int twice(int x) {
  return x * 2;
}
__global__ void __launch_bounds__(128) all(int *p) {
  *p = counter + own_counter + factors[1] + hidden_counter + exchanged(*p) + twice(3);
  asm volatile("bar.sync 0;");
}
__global__ void halves(__half2 *x) {
  x[0] = __hmul2(x[1], __float2half2_rn(2.f));
}
template <class T> __tile_global__ void tiles(T *p) {
  *p = T(7);
}

int main() {
  int *p, value;
  cudaMalloc(&p, 64);
  tiles<<<twice(1)>>>(p);
  cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost);
  std::printf("tiles wrote %d\n", value);
  of_this_source<<<1, 1>>>(p);
  hidden<<<1, 1>>>(p);
  shared<float><<<1, 4, 16>>>(p);
  shared<Tag><<<1, 4, 16>>>(p);
  all<<<1, twice(16)>>>(p);
  halves<<<1, 1>>>(reinterpret_cast<__half2 *>(p));
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}

// CHECK: __tilecRegisterModule(&module_0)
// CHECK: "_Z5tilesIiEvPT_"
// CHECK: __tilecRegisterModule(&module_1)
// CHECK-DAG: "_Z14of_this_sourcePi"
// CHECK-DAG: "_ZN{{[0-9]+}}_GLOBAL__N__{{.*}}6hiddenEPi"
// CHECK-DAG: "_Z6sharedIfEvPi"
// CHECK-DAG: "_Z3allPi"
// CHECK-DAG: "_Z6halvesP7__half2"
// CHECK-DAG: "counter", 4, 0
// CHECK-DAG: "own_counter", 4, 0
// CHECK-DAG: "factors", 16, 1
// CHECK-DAG: hidden_counterE", 4, 0

// CPU: tiles wrote 7
// CPU: cudaSuccess
