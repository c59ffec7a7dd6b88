// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention over sequences of their own lengths, one behind the other in memory, of several heads: sequence s has tokens starts[s] up to starts[s + 1].
#include "attention_forward.h"
#include <cuda_bf16.h>

template <int Queries, int Keys, int Width, bool Causal>
__tile_global__ void attention_ragged(__nv_bfloat16* __restrict__ out, const __nv_bfloat16* __restrict__ q, const __nv_bfloat16* __restrict__ k,
                                      const __nv_bfloat16* __restrict__ v, const int* __restrict__ starts, int heads, float scale) {
  int block = ct::bid().x, head = ct::bid().y, begin = ct::load(starts + ct::bid().z), count = ct::load(starts + ct::bid().z + 1) - begin;
  auto tokens = [&](auto* p, auto rows) {
    ct::tensor_span sequence{p + (long)begin * heads * Width, ct::extents{count, heads, ct::integral_constant<Width>{}}};
    return ct::partition_view{sequence, ct::shape<rows, 1, Width>{}};
  };
  if (block * Queries < count) {
    auto keys = tokens(k, ct::integral_constant<Keys>{}), values = tokens(v, ct::integral_constant<Keys>{});
    auto query = flat<Queries, Width>(tokens(q, ct::integral_constant<Queries>{}).load_masked(block, head, 0));
    auto row = block * Queries + ct::iota<ct::tile<int, ct::shape<Queries, 1>>>();
    RunningSoftmax<Queries, Width> softmax;
    int end = Causal ? ct::min((block + 1) * Queries, count) : count, clear_end = Causal ? ct::min(block * Queries + 1, count) / Keys : count / Keys;
    for (int t : ct::irange(0, ct::ceildiv(end, Keys))) {
      auto scores = ct::mma(query, ct::transpose(flat<Keys, Width>(keys.load_masked(t, head, 0))),
                            ct::zeros<ct::tile<float, ct::shape<Queries, Keys>>>());
      if (t >= clear_end) {
        auto column = t * Keys + ct::iota<ct::tile<int, ct::shape<1, Keys>>>();
        if constexpr (Causal) scores = hidden_unless(scores, (column <= row) & (column < count));
        else scores = hidden_unless(scores, column < count);
      }
      softmax.add(scores, scale * kLog2E, flat<Keys, Width>(values.load_masked(t, head, 0)));
    }
    tokens(out, ct::integral_constant<Queries>{})
        .store_masked(ct::reshape(ct::element_cast<__nv_bfloat16>(softmax.sum * (1.0f / softmax.total)), ct::shape<Queries, 1, Width>{}),
                      block, head, 0);
  }
}
template __tile_global__ void attention_ragged<64, 64, 64, false>(__nv_bfloat16*, const __nv_bfloat16*, const __nv_bfloat16*, const __nv_bfloat16*, const int*, int, float);
template __tile_global__ void attention_ragged<128, 128, 128, true>(__nv_bfloat16*, const __nv_bfloat16*, const __nv_bfloat16*, const __nv_bfloat16*, const int*, int, float);
