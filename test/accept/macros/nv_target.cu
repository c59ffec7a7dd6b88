// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nv/target's dispatch by pass.
#include <nv/target>
#include <cuda_tile.h>
__host__ __device__ int where() {
  NV_IF_TARGET(NV_IS_DEVICE, (return 1;), (return 0;));
  return 2;
}
__global__ void simt(int* p) { NV_DISPATCH_TARGET(NV_PROVIDES_SM_90, (p[0] = 90;), NV_PROVIDES_SM_80, (p[0] = 80;), NV_IS_DEVICE, (p[0] = 0;)) *p += where(); }
__tile_global__ void k(int* p) { *p = 1; }
