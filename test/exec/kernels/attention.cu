// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small attention: a block takes some queries of one head and walks the keys with a running softmax; causal or not.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int Queries, int Keys, int Width, bool Causal>
__tile_global__ void attention(__half* out, const __half* q, const __half* k, const __half* v, int queries, int keys,
                               float scale) {
  constexpr float kNegativeInfinity = -__builtin_inff();
  int block = ct::bid().x, head = ct::bid().y;
  auto rows = [](auto* p, int first, int count, auto shape) {
    return ct::partition_view{ct::tensor_span{p + (long)first * Width, ct::extents{count, ct::integral_constant<Width>{}}}, shape};
  };
  auto vq = rows(q, head * queries, queries, ct::shape<Queries, Width>{});
  auto vk = rows(k, head * keys, keys, ct::shape<Keys, Width>{}), vv = rows(v, head * keys, keys, ct::shape<Keys, Width>{});
  auto vo = rows(out, head * queries, queries, ct::shape<Queries, Width>{});

  using Column = ct::tile<float, ct::shape<Queries, 1>>;
  using Scores = ct::tile<float, ct::shape<Queries, Keys>>;
  auto largest = ct::full<Column>(kNegativeInfinity), total = ct::zeros<Column>();
  auto sum = ct::zeros<ct::tile<float, ct::shape<Queries, Width>>>();
  auto query = vq.load_masked(block, 0);
  auto row = block * Queries + ct::iota<ct::tile<int, ct::shape<Queries, 1>>>();
  int end = Causal ? ct::min((block + 1) * Queries, keys) : keys;
  for (int t : ct::irange(0, ct::ceildiv(end, Keys))) {
    auto column = t * Keys + ct::iota<ct::tile<int, ct::shape<1, Keys>>>();
    auto scores = ct::mma(query, ct::transpose(vk.load_masked(t, 0)), ct::zeros<Scores>()) * scale;
    auto visible = ct::broadcast(column < keys, ct::shape<Queries, Keys>{});
    if constexpr (Causal) visible = visible & column <= row;
    scores = ct::select(visible, scores, ct::full<Scores>(kNegativeInfinity));
    auto next = ct::max(largest, ct::reduce_max<1>(scores));
    auto weights = ct::exp(scores - next);
    auto shrink = ct::exp(largest - next);
    total = total * shrink + ct::sum<1>(weights);
    sum = ct::mma(ct::element_cast<__half>(weights), vv.load_masked(t, 0), sum * shrink);
    largest = next;
  }
  vo.store_masked(ct::element_cast<__half>(sum / total), block, 0);
}

template __tile_global__ void attention<16, 32, 32, false>(__half*, const __half*, const __half*, const __half*, int, int, float);
template __tile_global__ void attention<16, 16, 32, true>(__half*, const __half*, const __half*, const __half*, int, int, float);
