// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mixed arithmetic of halves with float, int and literals.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using half_t = half;
__tile_global__ void k(half_t* h, float* f, int n) {
  f[0] = float(h[0]) * 2.f + n;
  h[1] = half_t(f[1] * 0.5f);
  h[2] = half(n);
  half_t z{}, o = half_t(1.0);
  h[3] = n > 2 ? z : o;
  auto t = ct::full<ct::tile<half, ct::shape<8>>>(half(0.5f)) * h[4];
  h[5] = static_cast<half>(ct::sum<0>(t));
  float g = h[6];
  f[2] = g;
}
