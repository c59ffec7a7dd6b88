// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code that depends on __CUDA_ARCH__, in device and in shared functions.
#include <cuda_tile.h>

__host__ __device__ int where() {
#ifdef __CUDA_ARCH__
  return 1;
#else
  return 0;
#endif
}
__device__ void wait_() {
#if __CUDA_ARCH__ >= 700
  __nanosleep(10);
#elif defined(__CUDA_ARCH__)
#error "too old"
#endif
}
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
#error "sm_80 needed"
#endif
__global__ void simt(int* p) { wait_(); p[0] = where(); }
__tile_global__ void k(int* p) {
#if defined(__CUDA_ARCH__)
  p[0] = __CUDA_ARCH__;
#else
  p[0] = 0;
#endif
}
int main() { return where(); }
