// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
#define UNROLL _Pragma("unroll")
template <int U> __tile_global__ void k(int *p, int n) { constexpr int V = 2;
#pragma unroll
 for (int i = 0; i < 4; ++i) p[i]++;
#pragma unroll U
 for (int i = 0; i < n; ++i) p[i]++;
#pragma unroll(V)
 for (int i = 0; i < n; ++i) p[i]++;
#pragma unroll 1
 for (int i = 0; i < n; ++i) p[i]++;
 UNROLL for (int i = 0; i < n; ++i) p[i]++;
#pragma nounroll
 for (int i = 0; i < n; ++i) p[i]++;
}
template __tile_global__ void k<4>(int *, int);
