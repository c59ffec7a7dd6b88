// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A 2-D stencil on views with halo by pointers.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <int H, int W> __tile_global__ void laplace(const double* __restrict__ u, double* __restrict__ v, int ny, int nx, double h2) {
  auto y = ct::reshape(ct::iota<ct::tile<int, ct::shape<H>>>(), ct::shape<H, 1>{}) + (int)ct::bid().y * H;
  auto x = ct::reshape(ct::iota<ct::tile<int, ct::shape<W>>>(), ct::shape<1, W>{}) + (int)ct::bid().x * W;
  auto at = [&](int dy, int dx) {
    auto yy = y + dy;
    auto xx = x + dx;
    auto ok = yy >= 0 & yy < ny & xx >= 0 & xx < nx;
    return ct::load_masked(u + (yy * nx + xx), ok, 0.0);
  };
  auto r = (at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1) - at(0, 0) * 4) / h2;
  ct::store_masked(v + (y * nx + x), r, y < ny & x < nx);
}
template __tile_global__ void laplace<8, 32>(const double*, double*, int, int, double);
