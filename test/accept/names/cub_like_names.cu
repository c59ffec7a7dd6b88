// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The user defines BlockReduce, WarpReduce, THREADS and others that libraries have as well.
#include <cuda_tile.h>

namespace ct = cuda::tiles;
#define THREADS 128
#define WARP_SIZE 32
#define DIVUP(a, b) (((a) + (b)-1) / (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
typedef unsigned int uint;
typedef unsigned char uchar;
typedef float real;
using index_t = int;

__device__ __forceinline__ real warpReduce(real v) { for (int o = WARP_SIZE / 2; o; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o); return v; }
__global__ void BlockReduce(const real* in, real* out, int n) {
  __shared__ real s[THREADS / WARP_SIZE];
  real v = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) v += in[i];
  v = warpReduce(v);
  if (threadIdx.x % WARP_SIZE == 0) s[threadIdx.x / WARP_SIZE] = v;
  __syncthreads();
  if (threadIdx.x == 0) { real t = 0; for (auto x : s) t += x; *out = t; }
}
__tile_global__ void TileReduce(const real* in, real* out, index_t n) {
  real t = 0;
  for (index_t b = 0; b < DIVUP(n, THREADS); ++b) {
    auto i = ct::iota<ct::tile<index_t, ct::shape<THREADS>>>() + b * THREADS;
    t += static_cast<real>(ct::sum<0>(ct::load_masked(in + i, i < n, 0.f)));
  }
  *out = MAX(t, MIN(t, 0.f)) + uint(0) + uchar(0);
}
