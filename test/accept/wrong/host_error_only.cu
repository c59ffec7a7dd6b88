// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The error is in host code.
#include <cuda_tile.h>
__tile_global__ void k(float* p) { p[0] = 1; }
int main() { cudaMaloc(nullptr, 3); return undeclared_thing; }
