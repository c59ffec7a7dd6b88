// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles of pointers: arithmetic, comparison, differences, casts.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p, float* end, long* d) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto q = p + i;
  auto r = q + 4 - i;
  auto ok = q < ct::full<decltype(q)>(end) & q != nullptr;
  ct::store_masked(q, ct::load_masked(r, ok, 0.f), ok);
  ct::store(d + i, r - q);
  auto v = ct::element_cast<const float*>(q);
  auto b = ct::element_bitcast<unsigned long long>(q);
  ct::store(d + i, ct::element_bitcast<long>(b) + (long)(end - p));
  ct::store(ct::element_bitcast<int*>(q), i);
  (void)v;
}
