// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layer normalisation, backward pass, with partial sums in a second kernel.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <int N> __tile_global__ void ln_bwd(const float* dy, const float* x, const float* w, const float* mean, const float* rstd, float* dx, float* dw, int cols) {
  int row = ct::bid().x;
  auto c = ct::iota<ct::tile<int, ct::shape<N>>>();
  auto m = c < cols;
  auto o = c + row * cols;
  auto g = ct::load_masked(dy + o, m, 0.f), v = ct::load_masked(x + o, m, 0.f), ww = ct::load_masked(w + c, m, 0.f);
  float mu = mean[row], rs = rstd[row];
  auto xh = (v - mu) * rs, wg = ww * g;
  auto c1 = ct::sum(xh * wg, 0_ic) / (float)cols, c2 = ct::sum(wg, 0_ic) / (float)cols;
  ct::store_masked(dx + o, (wg - (xh * c1 + c2)) * rs, m);
  (void)ct::atomic_add_masked<ct::memory_order::relaxed>(dw + c, g * xh, m);
}
template __tile_global__ void ln_bwd<1024>(const float*, const float*, const float*, const float*, const float*, float*, float*, int);
