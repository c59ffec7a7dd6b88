// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every access of a partition view, masked and unmasked, paddings in both spellings.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p, float* q, int m, int n) {
  ct::partition_view in(ct::tensor_span(p, ct::extents{m, n}), ct::shape<16, 32>{});
  ct::partition_view out{ct::tensor_span{q, ct::extents{m, n}}, ct::shape<16, 32>{}};
  auto a = in.load(0, 0), b = in.load_masked(ct::bid().x, 1u), c = in.load_masked<ct::view_padding::nan>(1, 1), d = in.load_masked(ct::view_padding_positive_inf_t{}, 1l, (short)2);
  constexpr auto pad = ct::view_padding::negative_inf;
  auto e = in.load_masked<pad>(2, 2);
  out.store(a + b, 0, 0);
  out.store_masked(ct::max(c, ct::min(d, e)), ct::bid().x, ct::bid().y);
}
