// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NOMINMAX style guards and own min/max macros after the headers.
#include <algorithm>
#include <cuda_runtime.h>
#include <cuda_tile.h>
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
__tile_global__ void k(int* p, int n) { p[0] = min(n, 3) + max(n, 4); }
int main(int c, char**) { return min(c, 3) + max(c, 1); }
