// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
namespace ct = cuda::tiles;
extern "C" __tile_global__ void functions(float *out, float *a) {
  out[0] = ct::sin(*a);
  out[1] = ct::log(*a);
}
