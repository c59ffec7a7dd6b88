// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalars of half type in unqualified calls; the header has functions of similar names in the global namespace.
#include <cuda_fp16.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void k(__half* p) {
  using namespace cuda::tiles;
  __half a = p[0], b = p[1];
  p[2] = max(a, b);
  p[3] = ct::min(a, b);
  p[4] = fma(a, b, a);
  p[5] = ct::exp(a);
  p[6] = abs(b);
  if (isnan(a)) p[7] = b;
}
