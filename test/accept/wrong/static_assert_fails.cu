// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A static assertion on a template parameter.
#include <cuda_tile.h>
template <int N> __tile_global__ void k(float* p) { static_assert((N & (N - 1)) == 0, "N must be a power of two"); p[0] = N; }
template __tile_global__ void k<48>(float*);
