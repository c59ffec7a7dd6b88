// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Helpers stand above the namespace alias that they use.
#include <cuda_tile.h>

template <class T> __tile__ auto swish(T x) { return x / (1.f + ct::exp(-x)); }
template <class T> __tile__ auto sq(T x) { return ct::mul(x, x); }

namespace ct = cuda::tiles;
__tile_global__ void k(float* p) { *p = 2.f; }
