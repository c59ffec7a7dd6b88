// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomics of SIMT code of every kind, fences, votes, matches.
#include <cuda_fp16.h>
#include <cuda_tile.h>

__device__ int lock_word;
__device__ float atomicMaxFloat(float* a, float v) {
  int* p = (int*)a;
  int old = *p, seen;
  do { seen = old; old = atomicCAS(p, seen, __float_as_int(fmaxf(v, __int_as_float(seen)))); } while (seen != old);
  return __int_as_float(old);
}
__global__ void simt(float* f, int* i, unsigned long long* l, double* d, __half2* h) {
  atomicAdd(f, 1.f); atomicAdd(d, 1.0); atomicAdd(l, 1ULL); atomicMin(i, 3); atomicMax(i, 4); atomicAnd(i, 1); atomicExch(f, 2.f); atomicInc((unsigned*)i, 5u);
  atomicAdd(h, __floats2half2_rn(1.f, 2.f)); atomicAdd_block(i, 1); atomicCAS_system(i, 1, 2);
  while (atomicCAS(&lock_word, 0, 1)) __nanosleep(100);
  __threadfence();
  atomicExch(&lock_word, 0);
  atomicMaxFloat(f, 3.f);
  unsigned m = __activemask();
  if (__any_sync(m, i[0] > 2)) __threadfence_system();
  i[1] = __match_any_sync(m, i[0]) + __reduce_add_sync(m, 1) + __ffs(m) + __clz(m) + __brev(m) + __funnelshift_l(1, 2, 3);
  if (i[1] == 12345) __trap();
}
__tile_global__ void k(int* i) { cuda::tiles::atomic_add<cuda::tiles::memory_order::relaxed>(i, 1); }
