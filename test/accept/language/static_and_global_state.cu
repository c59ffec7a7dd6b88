// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Static locals, tile variables of several kinds, constants.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile__ int counter;
__tile__ float weights[4][8] = {{1, 2}, {3}};
__tile__ const int limits[] = {1, 2, 3};
static const int version = 3;
constexpr double golden = 1.618;
inline constexpr float eps = 1e-5f;
namespace cfg { constexpr int N = 32; struct Dims { int m, n; }; constexpr Dims dims{4, 8}; }
__tile__ int next() { static int calls = 10; return ++calls; }
__tile_global__ void k(float* p, int i) {
  counter += next();
  weights[i][2] = eps + golden;
  p[0] = limits[i] + version + cfg::dims.m * cfg::N + weights[1][i] + counter;
}
