// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Masks from index tiles: causal, window, padding, ALiBi, document boundaries.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <int M, int N, bool Causal, bool Alibi> __tile__ auto mask_scores(ct::tile<float, ct::shape<M, N>> s, int qi, int kj, int window, float slope, const int* docs, int len) {
  auto r = ct::reshape(ct::iota<ct::tile<int, ct::shape<M>>>(), ct::shape<M, 1>{}) + qi;
  auto c = ct::reshape(ct::iota<ct::tile<int, ct::shape<N>>>(), ct::shape<1, N>{}) + kj;
  auto ok = c < len;
  auto keep = ok & (r - c < window) & (ct::load_masked(docs + r, r < len, -1) == ct::load_masked(docs + c, ok, -2));
  if constexpr (Causal) keep = keep & (c <= r);
  if constexpr (Alibi) s = s + ct::element_cast<float>(c - r) * slope;
  return ct::select(keep, s, ct::full<ct::tile<float, ct::shape<M, N>>>(-1e30f));
}
template <int M, int N> __tile_global__ void scores(const __nv_bfloat16* q, const __nv_bfloat16* k, float* out, const int* docs, int len, int window, float slope) {
  auto qv = ct::partition_view{ct::tensor_span{q, ct::extents{len, 64_ic}}, ct::shape<M, 64>{}};
  auto kv = ct::partition_view{ct::tensor_span{k, ct::extents{len, 64_ic}}, ct::shape<N, 64>{}};
  auto ov = ct::partition_view{ct::tensor_span{out, ct::extents{len, len}}, ct::shape<M, N>{}};
  auto s = ct::mma(qv.load_masked(ct::bid().x, 0), ct::transpose(kv.load_masked(ct::bid().y, 0)), ct::zeros<ct::tile<float, ct::shape<M, N>>>());
  ov.store_masked(mask_scores<M, N, true, true>(s, ct::bid().x * M, ct::bid().y * N, window, slope, docs, len), ct::bid().x, ct::bid().y);
}
template __tile_global__ void scores<32, 32>(const __nv_bfloat16*, const __nv_bfloat16*, float*, const int*, int, int, float);
