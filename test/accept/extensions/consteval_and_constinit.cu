// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
consteval int sq(int x) { return x * x; }
__tile__ constinit int counter = sq(3);
__tile_global__ void k(int *p) { p[0] = counter + sq(4); static constinit int calls = 0; p[1] = ++calls; }
