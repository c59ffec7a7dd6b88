// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SIMT and tile kernels of one name in different namespaces, chosen by a flag.
#include <cuda_tile.h>

namespace simt { __global__ void add(const float* a, float* b, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) b[i] += a[i]; } }
namespace tiled {
namespace ct = cuda::tiles;
__tile_global__ void add(const float* a, float* b, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<128>>>() + (int)ct::bid().x * 128;
  ct::store_masked(b + i, ct::load_masked(b + i, i < n) + ct::load_masked(a + i, i < n), i < n);
}
}
void add(bool tile, const float* a, float* b, int n) {
  int g = (n + 127) / 128;
  if (tile) tiled::add<<<g, 1>>>(a, b, n); else simt::add<<<g, 128>>>(a, b, n);
}
