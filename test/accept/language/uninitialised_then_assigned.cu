// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles declared first and assigned in branches.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <bool A> __tile_global__ void k(float* p, int n) {
  using T = ct::tile<float, ct::shape<32>>;
  T q, r{};
  if constexpr (A) q = ct::ones<T>(); else q = ct::zeros<T>();
  T best;
  if (n > 3) best = q; else { best = r; }
  for (int i = 0; i < n; ++i) { T t; t = best + q; best = t; }
  ct::store(p + ct::iota<ct::tile<int, ct::shape<32>>>(), best);
}
template __tile_global__ void k<true>(float*, int);
template __tile_global__ void k<false>(float*, int);
