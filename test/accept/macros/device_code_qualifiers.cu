// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The macros behind the qualifiers are used as attributes or redefined by projects.
#include <cuda_runtime.h>
#include <cuda_tile.h>
#define DEVICE __device__ __forceinline__
#define KERNEL_LAUNCH_BOUNDS(n) __launch_bounds__(n)
#ifndef __host__
#error "__host__ is a macro"
#endif
#if !defined(__device__) || !defined(__global__) || !defined(__shared__) || !defined(__constant__) || !defined(__managed__)
#error "qualifiers are macros"
#endif
DEVICE float f(float x) { return x; }
__global__ KERNEL_LAUNCH_BOUNDS(128) void simt(float* p) { p[0] = f(p[1]); }
__tile_global__ void k(float* p) { *p = 1; }
