// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Headers that samples include by habit.
#include <stdio.h>
#include <cuda.h>
#include <cuda_runtime.h>
#include <cuda_runtime_api.h>
#include <device_launch_parameters.h>
#include <device_functions.h>
#include <sm_30_intrinsics.h>
#include <cuda_occupancy.h>
#include <library_types.h>
#include <cuda_tile.h>

__tile_global__ void k(float* p) { p[0] = CUDA_R_32F; }
int main() { k<<<1, 1>>>(nullptr); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
