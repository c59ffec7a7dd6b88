// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
struct L { template <class T> using id = T; };
template <class V> __tile__ int f() { typename V::id<int> x = 3; return x; }
__tile_global__ void k(int *p) { p[0] = f<L>(); }
