// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inline PTX, asm volatile, address space conversions.
#include <cuda_tile.h>
#include <cstdint>

__device__ __forceinline__ unsigned lane_id() { unsigned r; asm volatile("mov.u32 %0, %%laneid;" : "=r"(r)); return r; }
__device__ __forceinline__ uint32_t smem_ptr(const void* p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }
__device__ void cp_async16(void* dst, const void* src) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(smem_ptr(dst)), "l"(src) : "memory");
}
__device__ void mma_m16n8k16(float (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2]) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
__global__ void simt(float* p) {
  __shared__ __align__(16) float s[64];
  cp_async16(s + 4 * threadIdx.x, p + 4 * threadIdx.x);
  asm volatile("cp.async.wait_all;");
  __syncthreads();
  float d[4] = {};
  uint32_t a[4] = {lane_id()}, b[2] = {};
  mma_m16n8k16(d, a, b);
  p[threadIdx.x] = s[threadIdx.x] + d[0];
}
__tile_global__ void k(float* p) { p[0] = 1; }
