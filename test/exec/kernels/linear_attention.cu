// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gated linear attention, in chunks: out[t] = q[t] * S[t] with S[t] = diag(gate[t]) * S[t - 1] + transpose(k[t]) * v[t]. Inside a
// chunk gates become factors of q and k, so that all but the state of the chunk before is two products.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int Chunk, int Width>
__tile_global__ void gated_linear_attention(float* __restrict__ out, float* __restrict__ last, const __half* __restrict__ q,
                                            const __half* __restrict__ k, const __half* __restrict__ v,
                                            const float* __restrict__ log_gates, int heads, int length) {
  int head = ct::bid().x;
  auto rows = [&](auto* p) {
    return ct::partition_view{ct::tensor_span{p, ct::extents{heads, length, ct::integral_constant<Width>{}}}, ct::shape<1, Chunk, Width>{}};
  };
  auto flat = [](auto tile) { return ct::reshape(tile, ct::shape<Chunk, Width>{}); };
  auto half = [](auto tile) { return ct::element_cast<__half>(tile); };
  auto state = ct::zeros<ct::tile<float, ct::shape<Width, Width>>>();
  auto is_past = ct::iota<ct::tile<int, ct::shape<Chunk, 1>>>() >= ct::iota<ct::tile<int, ct::shape<1, Chunk>>>();
  for (int t : ct::irange(0, ct::ceildiv(length, Chunk))) {
    // Logarithms of the products of gates from the chunk's begin on.
    auto gates = ct::partial_sum<0>(flat(rows(log_gates).load_masked(head, t, 0)));
    auto all = ct::sum<0>(flat(rows(log_gates).load_masked(head, t, 0)));
    auto query = half(ct::element_cast<float>(flat(rows(q).load_masked(head, t, 0))) * ct::exp(gates));
    auto key = ct::element_cast<float>(flat(rows(k).load_masked(head, t, 0)));
    auto value = flat(rows(v).load_masked(head, t, 0));
    auto scores = ct::mma(query, ct::transpose(half(key * ct::exp(-gates))), ct::zeros<ct::tile<float, ct::shape<Chunk, Chunk>>>());
    scores = ct::select(is_past, scores, ct::zeros<ct::tile<float, ct::shape<Chunk, Chunk>>>());
    auto sum = ct::mma(query, half(state), ct::zeros<ct::tile<float, ct::shape<Chunk, Width>>>());
    sum = ct::mma(half(scores), value, sum);
    rows(out).store_masked(ct::reshape(sum, ct::shape<1, Chunk, Width>{}), head, t, 0);
    state = ct::mma(ct::transpose(half(key * ct::exp(all - gates))), value, state * ct::exp(ct::transpose(all)));
  }
  ct::partition_view{ct::tensor_span{last, ct::extents{heads, ct::integral_constant<Width>{}, ct::integral_constant<Width>{}}},
                     ct::shape<1, Width, Width>{}}
      .store_masked(ct::reshape(state, ct::shape<1, Width, Width>{}), head, 0, 0);
}
template __tile_global__ void gated_linear_attention<64, 64>(float*, float*, const __half*, const __half*, const __half*, const float*, int,
                                                             int);
