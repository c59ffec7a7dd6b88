// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention forward: a block takes some queries of one head and walks the keys that they see with a running softmax, in base 2.
#pragma once
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr float kLog2E = 1.44269504f;

/// Which keys a query sees: every one; those up to its own place, counted from the end; or the last `window` of these.
enum class Sees { all, causal, window };

/// Rows of `Width` of several heads; tiles are as wide as the next power of two.
consteval int padded(int width) {
  return width <= 32 ? 32 : width <= 64 ? 64 : width <= 128 ? 128 : 256;
}
template <int Rows, int Width, class P> __tile__ auto head_rows(P* p, int heads, int rows) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{heads, rows, ct::integral_constant<Width>{}}},
                            ct::shape<1, Rows, padded(Width)>{}};
}
template <int Rows, int Columns, class Tile> __tile__ auto flat(Tile tile) {
  return ct::reshape(tile, ct::shape<Rows, Columns>{});
}

/// What a running softmax keeps for each row. `largest` is finite, so that rows that have not seen a key yet are not NaN.
template <int Rows, int Columns> struct RunningSoftmax {
  ct::tile<float, ct::shape<Rows, 1>> largest = ct::full<ct::tile<float, ct::shape<Rows, 1>>>(-1e30f);
  ct::tile<float, ct::shape<Rows, 1>> total = ct::zeros<ct::tile<float, ct::shape<Rows, 1>>>();
  ct::tile<float, ct::shape<Rows, Columns>> sum = ct::zeros<ct::tile<float, ct::shape<Rows, Columns>>>();

  /// Adds the rows of `value` with weights 2 to the power of `scores * factor`.
  template <class Scores, class Value> __tile__ void add(Scores scores, float factor, Value value) {
    auto next = ct::max(largest, ct::reduce_max<1>(scores) * factor);
    auto weights = ct::exp2(scores * factor - next, ct::round_subnormals_to_zero_t{});
    auto shrink = ct::exp2(largest - next, ct::round_subnormals_to_zero_t{});
    total = total * shrink + ct::sum<1>(weights);
    sum = ct::mma(ct::element_cast<typename Value::element_type>(weights), value, sum * shrink);
    largest = next;
  }
};

template <class Scores> __tile__ auto hidden_unless(Scores scores, auto visible) {
  return ct::select(visible, scores, ct::full<Scores>(-__builtin_inff()));
}

/// `Caps`: scores are kept between -cap and cap by a tanh. `Sinks`: each head has one more key without a value, whose score is
/// in `sinks`. `log_sums`, if there is one, gets the logarithm (base 2) of each row's sum of weights.
template <class T, int Queries, int Keys, int Width, Sees Which, bool Caps, bool Sinks>
__tile__ void attend(T* out, float* log_sums, const T* q, const T* k, const T* v, const float* sinks, int queries, int keys, int heads,
                     int key_heads, int window, float scale, float cap) {
  constexpr int kWide = padded(Width);
  using Scores = ct::tile<float, ct::shape<Queries, Keys>>;
  int block = ct::bid().x, head = ct::bid().y, key_head = head / (heads / key_heads);
  auto vk = head_rows<Keys, Width>(k, key_heads, keys), vv = head_rows<Keys, Width>(v, key_heads, keys);
  auto query = flat<Queries, kWide>(head_rows<Queries, Width>(q, heads, queries).load_masked(head, block, 0));
  RunningSoftmax<Queries, kWide> softmax;
  if constexpr (Sinks) {
    softmax.largest = ct::full<ct::tile<float, ct::shape<Queries, 1>>>(ct::load(sinks + head) * kLog2E);
    softmax.total = ct::ones<ct::tile<float, ct::shape<Queries, 1>>>();
  }
  int first_row = block * Queries + keys - queries; // the last key that the first query sees, if not all
  auto row = first_row + ct::iota<ct::tile<int, ct::shape<Queries, 1>>>();
  float factor = Caps ? cap * kLog2E : scale * kLog2E;
  int end = Which == Sees::all ? keys : ct::min(first_row + Queries, keys);
  int begin = Which == Sees::window ? ct::max(first_row - window + 1, 0) / Keys : 0;
  // From here on some keys are hidden from some queries.
  int clear_end = Which == Sees::window ? begin : Which == Sees::causal ? ct::min(first_row + 1, keys) / Keys : keys / Keys;
  for (int t : ct::irange(begin, ct::ceildiv(end, Keys))) {
    auto scores = ct::mma(query, ct::transpose(flat<Keys, kWide>(vk.load_masked(key_head, t, 0))), ct::zeros<Scores>());
    if constexpr (Caps) scores = ct::tanh<ct::rounding_mode::round_approximate>(scores * (scale / cap));
    if (t >= clear_end) {
      auto column = t * Keys + ct::iota<ct::tile<int, ct::shape<1, Keys>>>();
      if constexpr (Which == Sees::all) scores = hidden_unless(scores, column < keys);
      if constexpr (Which == Sees::causal) scores = hidden_unless(scores, (column <= row) & (column < keys));
      if constexpr (Which == Sees::window)
        scores = hidden_unless(scores, (column <= row) & (column > row - window) & (column < keys));
    }
    softmax.add(scores, factor, flat<Keys, kWide>(vv.load_masked(key_head, t, 0)));
  }
  head_rows<Queries, Width>(out, heads, queries)
      .store_masked(ct::reshape(ct::element_cast<T>(softmax.sum * (1.0f / softmax.total)), ct::shape<1, Queries, kWide>{}), head, block, 0);
  if (log_sums != nullptr)
    ct::partition_view{ct::tensor_span{log_sums, ct::extents{heads, queries}}, ct::shape<1, Queries>{}}.store_masked(
        ct::reshape(softmax.largest + ct::log2(softmax.total), ct::shape<1, Queries>{}), head, block);
}

template <class T, int Queries, int Keys, int Width, Sees Which, bool Caps, bool Sinks>
__tile_global__ void attention_forward(T* __restrict__ out, float* __restrict__ log_sums, const T* __restrict__ q,
                                       const T* __restrict__ k, const T* __restrict__ v, const float* __restrict__ sinks,
                                       int queries, int keys, int heads, int key_heads, int window, float scale, float cap) {
  attend<T, Queries, Keys, Width, Which, Caps, Sinks>(out, log_sums, q, k, v, sinks, queries, keys, heads, key_heads, window, scale, cap);
}
#define ATTENTION_FORWARD(T, QUERIES, KEYS, WIDTH, SEES, CAPS, SINKS)                                                           \
  template __tile_global__ void attention_forward<T, QUERIES, KEYS, WIDTH, SEES, CAPS, SINKS>(                               \
      T*, float*, const T*, const T*, const T*, const float*, int, int, int, int, int, float, float);
