// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floating scalars: mixed precision, comparisons, casts.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* f, double* d, int* i, unsigned long long* u) {
  f[0] = f[1] * d[1] + i[1]; d[0] = f[1] / 3 - i[2]; i[0] = f[1] + d[1]; u[0] = d[2];
  f[2] = i[3] > 2 ? f[3] : d[3];
  if (f[1] == f[1] && d[1] != 0) f[4] = -f[5] + +f[6];
  f[7] += 1; f[8] *= d[4]; f[9]++; --d[5];
  f[10] = ct::fma(f[1], f[2], f[3]) + ct::max(f[1], 0.f) + ct::exp(f[2]) + ct::pow(f[3], 2) + static_cast<float>(ct::sqrt(d[6]));
  i[5] = static_cast<int>(f[11]) + (int)d[7] + int(f[12] + 0.5f) + (f[13] < d[8]);
}
