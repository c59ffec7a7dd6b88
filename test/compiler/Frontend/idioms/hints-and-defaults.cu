// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hints with template arguments, default template arguments, 64-bit extents and a loop over the grid.
// RUN: tilec %s --run 'copy<8>' --grid 2 --arg 'out:[10]' --arg '[10]=iota' --arg 10 | FileCheck %s
// CHECK: out: 0 1 2 3 4 5 6 7 8 9
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <int Block, int Latency = 3>
[[using cutile: hint(0, occupancy = 2), hint(900, num_cta_in_cga = 1)]]
__tile_global__ void copy(float *__restrict__ out, const float *__restrict__ in, long long n) {
  ct::extents<long long, ct::dynamic_extent> e{n};
  in = ct::assume_aligned<16>(in);
  auto from = ct::partition_view{ct::tensor_span{in, e}, ct::shape<Block>{}};
  auto to = ct::partition_view{ct::tensor_span{out, e}, ct::shape<Block>{}};
  for (auto b = (long long)ct::bid().x; b < ct::ceildiv(n, (long long)Block); b += ct::num_blocks().x) {
    [[cutile::hint(0, latency = Latency, allow_tma = false)]] auto x = from.load_masked(b);
    [[cutile::hint(0, latency = Latency)]] to.store_masked(x, b);
  }
}
template __tile_global__ void copy<8>(float *__restrict__, const float *__restrict__, long long);
