// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assumptions on pointers and sizes, hints on kernel and statements.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <int BM, int BN, int Latency>
[[ using cutile : hint(0, occupancy=2), hint(900, num_cta_in_cga=1, occupancy=4) ]]
__tile_global__ void copy(const float* __restrict__ a, float* __restrict__ b, int m, int n) {
  a = ct::assume_aligned<16>(a);
  b = ct::assume_aligned(b, 16_ic);
  n = ct::assume_divisible<8>(n);
  m = ct::assume_bounded_below<0>(m);
  auto av = ct::partition_view{ct::tensor_span{a, ct::extents{m, n}}, ct::shape<BM, BN>{}};
  auto bv = ct::partition_view{ct::tensor_span{b, ct::extents{m, n}}, ct::shape<BM, BN>{}};
  [[ cutile::hint(0, latency=Latency, allow_tma=true) ]] auto t = av.load_masked(ct::bid().x, ct::bid().y);
  [[ cutile::hint(0, latency=2) ]] bv.store_masked(t, ct::bid().x, ct::bid().y);
}
template __tile_global__ void copy<64, 64, 3>(const float*, float*, int, int);
