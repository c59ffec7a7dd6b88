// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products whose hint asks for clusters: CTAs with blocks next to each other load once what all multiply by.
#include "warpgroup_products.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <class T, class Out, int M, int N, int K, bool BTransposed, int Ctas>
[[cutile::hint(900, num_cta_in_cga = Ctas)]] __tile_global__ void cluster_gemm(Out* __restrict__ c, const T* __restrict__ a, const T* __restrict__ b, int m,
                                                                               int n, int k) {
  auto va = matrix<false>(a, ct::extents{m, k}, ct::shape<M, K>{});
  auto vb = matrix<BTransposed>(b, ct::extents{k, n}, ct::shape<K, N>{});
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<ct::tile<float, ct::shape<M, N>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, K))) sum = ct::mma(va.load_masked(i, t), vb.load_masked(t, j), sum);
  matrix<false>(c, ct::extents{m, n}, ct::shape<M, N>{}).store_masked(ct::element_cast<Out>(sum), i, j);
}
#define CLUSTER_GEMM(T, OUT, M, N, K, TB, CTAS) \
  template __tile_global__ void cluster_gemm<T, OUT, M, N, K, TB, CTAS>(OUT*, const T*, const T*, int, int, int);
CLUSTER_GEMM(__nv_bfloat16, __nv_bfloat16, 128, 256, 64, false, 2)
CLUSTER_GEMM(__half, __half, 128, 128, 64, true, 2)
CLUSTER_GEMM(__nv_bfloat16, __nv_bfloat16, 64, 256, 32, false, 4)
CLUSTER_GEMM(__nv_bfloat16, float, 64, 64, 64, true, 16)

// Whole tiles, whatever the matrices: there is no form for ragged ones besides.
template <int Ctas>
[[cutile::hint(900, num_cta_in_cga = Ctas)]] __tile_global__ void cluster_gated(__half* __restrict__ c, const __half* __restrict__ a,
                                                                                const __half* __restrict__ b, const __half* __restrict__ gate,
                                                                                int m, int n, int k) {
  using namespace ct::literals;
  constexpr int kM = 64, kN = 64, kK = 32;
  m = ct::assume_divisible(m, 64_ic), n = ct::assume_divisible(n, 64_ic), k = ct::assume_divisible(k, 32_ic);
  auto tiles = [](auto* p, int rows, int columns, auto shape) {
    return ct::partition_view{ct::tensor_span{ct::assume_aligned(p, 16_ic), ct::extents{rows, columns}}, shape};
  };
  auto va = tiles(a, m, k, ct::shape<kM, kK>{});
  auto vb = tiles(b, k, n, ct::shape<kK, kN>{}), vg = tiles(gate, k, n, ct::shape<kK, kN>{});
  // Columns along x: what all of a cluster multiply is the first factor.
  int j = ct::bid().x, i = ct::bid().y;
  using Sums = ct::tile<float, ct::shape<kM, kN>>;
  auto sum = ct::zeros<Sums>(), gates = ct::zeros<Sums>();
  for (int t : ct::irange(0, k / kK)) {
    auto rows = va.load(i, t);
    sum = ct::mma(rows, vb.load(t, j), sum);
    gates = ct::mma(rows, vg.load(t, j), gates);
  }
  tiles(c, m, n, ct::shape<kM, kN>{}).store(ct::element_cast<__half>(sum * gates), i, j);
}
template __tile_global__ void cluster_gated<2>(__half*, const __half*, const __half*, const __half*, int, int, int);
