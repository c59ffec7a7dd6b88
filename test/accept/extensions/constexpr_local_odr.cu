// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(int *p) { constexpr int N = 4; const int M = 5; auto f = [](auto x) { return ct::min(x, N) + ct::max(x, M) + N; }; auto i = ct::iota<ct::tile<int, ct::shape<8>>>(); ct::store(p + i, f(i)); }
