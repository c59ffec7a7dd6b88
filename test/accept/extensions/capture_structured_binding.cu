// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(int *p) { auto [x, y, z] = ct::bid(); auto f = [=](int i) { return int(x) + i; }; auto g = [&](int i) { return int(y) + i; }; p[0] = f(2) + g(3); }
