// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
#include <cinttypes>
#include <cstdio>
#define VERSION "1.0"
__tile_global__ void k(float *p) { p[0] = 1; printf("%d\n", 3); }
int main() { std::printf("%"PRIu64" %s\n", uint64_t(3), "v"VERSION); }
