// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention with every API call unqualified but for types, as a port from another tile language looks.
#include <cuda_fp16.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void attention(__half* Q, __half* K, __half* V, __half* O, int seq, float scale) {
  constexpr int M = 64, N = 64, D = 64;
  auto mk = [&](__half* p) { return ct::tensor_span{p, ct::extents{seq, 64_ic}}; };
  auto qv = ct::partition_view{mk(Q), ct::shape<M, D>{}};
  auto kv = ct::partition_view{mk(K), ct::shape<N, D>{}};
  auto vv = ct::partition_view{mk(V), ct::shape<N, D>{}};
  auto ov = ct::partition_view{mk(O), ct::shape<M, D>{}};
  auto q = qv.load_masked(ct::bid().x, 0);
  auto acc = ct::zeros<ct::tile<float, ct::shape<M, D>>>();
  auto m = ct::full<ct::tile<float, ct::shape<M, 1>>>(-1e30f);
  auto l = ct::zeros<ct::tile<float, ct::shape<M, 1>>>();
  for (auto j : ct::irange(0, seq / N)) {
    auto kt = transpose(kv.load_masked(j, 0));
    auto s = mma(q, kt, ct::zeros<ct::tile<float, ct::shape<M, N>>>()) * scale;
    auto mn = max(m, reduce_max(s, 1_ic));
    auto p = exp(s - mn);
    auto a = exp(m - mn);
    l = l * a + sum(p, 1_ic);
    acc = mma(ct::element_cast<__half>(p), vv.load_masked(j, 0), acc * a);
    m = mn;
  }
  ov.store_masked(ct::element_cast<__half>(acc / l), ct::bid().x, 0);
}
