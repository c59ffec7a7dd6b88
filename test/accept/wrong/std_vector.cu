// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A vector in tile code.
#include <vector>
#include <cuda_tile.h>
__tile_global__ void k(float* p, int n) { std::vector<float> v(n); p[0] = v[0]; }
