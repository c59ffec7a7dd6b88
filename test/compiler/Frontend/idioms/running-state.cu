// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A struct of tiles with initialisers and a member function, carried by a loop.
// RUN: tilec %s --run lse --grid 2 --arg 'out:[3]' --arg '[30]=iota' --arg 3 --arg 10 | FileCheck %s
// CHECK: out: 9.99859046 19.9985905 29.9985905
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <int N> struct Online {
  using Row = ct::tile<float, ct::shape<N, 1>>;
  Row best = ct::full<Row>(-1e30f), total = ct::zeros<Row>();
  __tile__ void add(ct::tile<float, ct::shape<N, 8>> x) {
    auto now = ct::max(best, ct::reduce_max<1>(x));
    total = total * ct::exp2(best - now) + ct::sum<1>(ct::exp2(x - now));
    best = now;
  }
};
__tile_global__ void lse(float *out, const float *in, int m, int n) {
  ct::partition_view view{ct::tensor_span{in, ct::extents{m, n}}, ct::shape<2, 8>{}};
  Online<2> state;
  for (int j : ct::irange(0, ct::ceildiv(n, 8)))
    state.add(view.load_masked<ct::view_padding::negative_inf>(ct::bid().x, j));
  ct::partition_view to{ct::tensor_span{out, ct::extents{m, 1}}, ct::shape<2, 1>{}};
  to.store_masked(state.best + ct::log2(state.total), ct::bid().x, 0);
}
