// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SIMT kernels that launch kernels: linked with the device runtime of a CUDA Toolkit, and run on GPUs only.
// RUN: rm -rf %t && mkdir -p %t/toolkit/bin %t/toolkit/include/nv && cd %t
// RUN: tilec -v -rdc=true %s -o program 2>&1 | FileCheck %s --check-prefix=LINK
// LINK: nvlink {{.*}}libcudadevrt.a
// RUN: env TILEC_RUN=cpu ./program 2>&1 | FileCheck %s
// CHECK: tilec: the SIMT kernel 'parent(int*)' needs a GPU: it launches kernels
// CHECK: 0 2

// A Toolkit without that library.
// RUN: tilec -dc %s -o parts.o
// RUN: touch toolkit/include/cuda_fp16.h toolkit/include/nv/target toolkit/bin/nvlink && chmod +x toolkit/bin/nvlink
// RUN: not env CUDA_PATH=%t/toolkit tilec parts.o -o none 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: a SIMT kernel launches a kernel: linking it takes libcudadevrt.a of a CUDA Toolkit, which is not beside nvlink
// RUN: not ls none
// REQUIRES: cuda-headers, nvcc
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>

__global__ void child(int *p) {
  p[threadIdx.x] = 1;
}
__global__ void parent(int *p) {
  child<<<1, 32>>>(p);
}
__tile_global__ void two(int *p) {
  p[1] = 2;
}

int main() {
  int *p;
  cudaMallocManaged(&p, 128);
  p[0] = 0;
  parent<<<1, 1>>>(p);
  two<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  std::printf("%d %d\n", p[0], p[1]);
}
