// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is said of SIMT kernels that fail on the CPU, and the error that stays.
// RUN: tilec %s -o %t
// RUN: env TILEC_RUN=cpu %t assert 2>&1 | FileCheck %s --check-prefix=ASSERT
// RUN: env TILEC_RUN=cpu %t null 2>&1 | FileCheck %s --check-prefix=NULL
// RUN: env TILEC_RUN=cpu %t misaligned 2>&1 | FileCheck %s --check-prefix=MISALIGNED
// RUN: env TILEC_RUN=cpu TILEC_CHECK=1 %t outside 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: env TILEC_RUN=cpu %t trap 2>&1 | FileCheck %s --check-prefix=TRAP
// RUN: env TILEC_RUN=cpu %t unknown 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// REQUIRES: cuda-headers, nvcc
#include <cassert>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

template <class T> __global__ void stores(T *p) {
  p[threadIdx.x] = 1;
}
__global__ void asserts(int n) {
  assert(n > int(threadIdx.x));
}
__global__ void traps() {
  __trap();
}
__global__ void multiplies(int *p) {
  asm volatile("{ .reg .b32 %x<4>; mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%x0, %x1}, {%x2}, {%x3}, {%x0, %x1}; }");
}

int main(int, char **arguments) {
  const char *what = arguments[1];
  char *p;
  cudaMalloc(&p, 8);
  if (!std::strcmp(what, "assert"))
    asserts<<<2, 3>>>(2);
  else if (!std::strcmp(what, "null"))
    stores<<<1, 1>>>(static_cast<int *>(nullptr));
  else if (!std::strcmp(what, "misaligned"))
    stores<<<1, 1>>>(reinterpret_cast<int *>(p + 1));
  else if (!std::strcmp(what, "outside"))
    stores<<<1, 3>>>(reinterpret_cast<int *>(p));
  else if (!std::strcmp(what, "trap"))
    traps<<<1, 1>>>();
  else
    multiplies<<<1, 32>>>(nullptr);
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  std::printf("then %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

// ASSERT: tilec: {{.*}}simt_failures.cu:20: assertion `n > int(threadIdx.x)` failed in void asserts(int), in thread (2, 0, 0) of block (
// ASSERT: cudaErrorAssert
// ASSERT: then cudaErrorAssert
// NULL: tilec: kernel 'void stores<int>(int*)': a store of 4 bytes at 0x0, which is not allocated, in thread (0, 0, 0) of block (0, 0, 0)
// NULL: cudaErrorIllegalAddress
// NULL: then cudaErrorIllegalAddress
// MISALIGNED: a store of 4 bytes at {{.*}}, which is misaligned, in thread
// MISALIGNED: cudaErrorMisalignedAddress
// OUTSIDE: tilec: kernel 'void stores<int>(int*)': a store of 4 bytes at {{.*}}, which is not allocated, in thread (2, 0, 0) of block (0, 0, 0)
// OUTSIDE: cudaErrorIllegalAddress
// TRAP: tilec: kernel 'traps()': trap in thread (0, 0, 0) of block (0, 0, 0)
// TRAP: cudaErrorLaunchFailure
// UNKNOWN: tilec: the SIMT kernel 'multiplies(int*)' needs a GPU: the instruction 'mma.sync.aligned{{.*}}' cannot run on the CPU
// UNKNOWN: cudaErrorNotSupported
// UNKNOWN: then cudaSuccess
