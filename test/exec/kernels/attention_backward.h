// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradients of attention. `log_sums` are those of the forward pass (base 2); `deltas` are the sums over a row of out * d_out.
// Keys and values get theirs from a walk over the queries, queries theirs either from the same walk, added up in memory as floats
// (zero before, rounded behind it), or from one of their own.
#pragma once
#include "attention_forward.h"

template <int Rows, int Width> __tile__ auto row_view(auto* p, int rows) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, ct::integral_constant<Width>{}}}, ct::shape<Rows, padded(Width)>{}};
}

/// With `Clears`, d_q_sums become zero as well.
template <class T, int Rows, int Width, bool Clears>
__tile_global__ void attention_deltas(float* __restrict__ deltas, float* __restrict__ d_q_sums, const T* __restrict__ out,
                                      const T* __restrict__ d_out, int rows) {
  int block = ct::bid().x;
  auto view = [&](const T* p) { return row_view<Rows, Width>(p, rows); };
  auto product = ct::element_cast<float>(view(out).load_masked(block, 0)) * ct::element_cast<float>(view(d_out).load_masked(block, 0));
  ct::partition_view{ct::tensor_span{deltas, ct::extents{rows}}, ct::shape<Rows>{}}.store_masked(
      ct::reshape(ct::sum<1>(product), ct::shape<Rows>{}), block);
  if constexpr (Clears)
    row_view<Rows, Width>(d_q_sums, rows).store_masked(ct::zeros<ct::tile<float, ct::shape<Rows, padded(Width)>>>(), block, 0);
}

/// What was added up, times the scale of the scores.
template <class T, int Rows, int Width>
__tile_global__ void attention_round_queries(T* __restrict__ d_q, const float* __restrict__ d_q_sums, int rows, float scale) {
  int block = ct::bid().x;
  auto sums = row_view<Rows, Width>(d_q_sums, rows).load_masked(block, 0);
  row_view<Rows, Width>(d_q, rows).store_masked(ct::element_cast<T>(sums * scale), block, 0);
}

template <int Count> __tile__ auto head_values(const float* p, int heads, int rows) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{heads, rows}}, ct::shape<1, Count>{}};
}

/// A block has `Keys` keys of one head; scores stand with keys as rows. With `Adds`, d_q_sums are added to as well.
template <class T, int Queries, int Keys, int Width, bool Causal, bool Adds>
__tile_global__ void attention_backward_keys(T* __restrict__ d_k, T* __restrict__ d_v, float* __restrict__ d_q_sums,
                                             const T* __restrict__ q, const T* __restrict__ k, const T* __restrict__ v, const T* __restrict__ d_out,
                                             const float* __restrict__ log_sums, const float* __restrict__ deltas, int queries,
                                             int keys, int heads, float scale) {
  constexpr int kWide = padded(Width);
  using Scores = ct::tile<float, ct::shape<Keys, Queries>>;
  using Sums = ct::tile<float, ct::shape<Keys, kWide>>;
  int block = ct::bid().x, head = ct::bid().y;
  auto key = flat<Keys, kWide>(head_rows<Keys, Width>(k, heads, keys).load_masked(head, block, 0));
  auto value = flat<Keys, kWide>(head_rows<Keys, Width>(v, heads, keys).load_masked(head, block, 0));
  auto vq = head_rows<Queries, Width>(q, heads, queries), vd = head_rows<Queries, Width>(d_out, heads, queries);
  auto vs = head_values<Queries>(log_sums, heads, queries), vt = head_values<Queries>(deltas, heads, queries);
  auto key_sum = ct::zeros<Sums>(), value_sum = ct::zeros<Sums>();
  int to_queries = keys - queries; // a query sees the keys up to its own number and this
  auto key_number = block * Keys + ct::iota<ct::tile<int, ct::shape<Keys, 1>>>();
  int begin = Causal ? ct::max(block * Keys - to_queries, 0) / Queries : 0;
  int clear_begin = Causal ? ct::ceildiv(ct::max((block + 1) * Keys - to_queries, 0), Queries) : begin;
  int clear_end = queries / Queries;
  for (int t : ct::irange(begin, ct::ceildiv(queries, Queries))) {
    auto query = flat<Queries, kWide>(vq.load_masked(head, t, 0));
    auto out_gradient = flat<Queries, kWide>(vd.load_masked(head, t, 0));
    auto scores = ct::mma(key, ct::transpose(query), ct::zeros<Scores>());
    auto exact = ct::exp2(scores * (scale * kLog2E) - vs.load_masked(head, t), ct::round_subnormals_to_zero_t{});
    if (t < clear_begin || t >= clear_end) {
      auto query_number = t * Queries + ct::iota<ct::tile<int, ct::shape<1, Queries>>>();
      exact = ct::select(query_number < queries, exact, ct::zeros<Scores>());
      if constexpr (Causal) exact = ct::select(key_number <= query_number + to_queries, exact, ct::zeros<Scores>());
    }
    auto weights = ct::element_cast<T>(exact);
    value_sum = ct::mma(weights, out_gradient, value_sum);
    auto weight_gradient = ct::mma(value, ct::transpose(out_gradient), ct::zeros<Scores>());
    auto score_gradient = ct::element_cast<T>(ct::element_cast<float>(weights) * (weight_gradient - vt.load_masked(head, t)));
    key_sum = ct::mma(score_gradient, query, key_sum);
    if constexpr (Adds) {
      auto part = ct::mma(ct::transpose(score_gradient), key, ct::zeros<ct::tile<float, ct::shape<Queries, kWide>>>());
      head_rows<Queries, Width>(d_q_sums, heads, queries)
          .atomic_add_masked(ct::reshape(part, ct::shape<1, Queries, kWide>{}), ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{},
                             head, t, 0);
    }
  }
  auto store = [&](T* to, auto sum) {
    head_rows<Keys, Width>(to, heads, keys)
        .store_masked(ct::reshape(ct::element_cast<T>(sum), ct::shape<1, Keys, kWide>{}), head, block, 0);
  };
  store(d_k, key_sum * scale);
  store(d_v, value_sum);
}

/// The second pass: a block has `Queries` queries of one head.
template <class T, int Queries, int Keys, int Width, bool Causal>
__tile_global__ void attention_backward_queries(T* __restrict__ d_q, const T* __restrict__ q, const T* __restrict__ k,
                                                const T* __restrict__ v, const T* __restrict__ d_out,
                                                const float* __restrict__ log_sums, const float* __restrict__ deltas, int queries,
                                                int keys, int heads, float scale) {
  constexpr int kWide = padded(Width);
  using Scores = ct::tile<float, ct::shape<Queries, Keys>>;
  int block = ct::bid().x, head = ct::bid().y;
  auto query = flat<Queries, kWide>(head_rows<Queries, Width>(q, heads, queries).load_masked(head, block, 0));
  auto out_gradient = flat<Queries, kWide>(head_rows<Queries, Width>(d_out, heads, queries).load_masked(head, block, 0));
  auto log_sum = ct::reshape(head_values<Queries>(log_sums, heads, queries).load_masked(head, block), ct::shape<Queries, 1>{});
  auto delta = ct::reshape(head_values<Queries>(deltas, heads, queries).load_masked(head, block), ct::shape<Queries, 1>{});
  auto vk = head_rows<Keys, Width>(k, heads, keys), vv = head_rows<Keys, Width>(v, heads, keys);
  auto sum = ct::zeros<ct::tile<float, ct::shape<Queries, kWide>>>();
  int last = block * Queries + keys - queries; // what the first query sees
  auto query_sees = last + ct::iota<ct::tile<int, ct::shape<Queries, 1>>>();
  int end = ct::ceildiv(Causal ? ct::min(last + Queries, keys) : keys, Keys);
  int clear_end = (Causal ? ct::min(last + 1, keys) : keys) / Keys;
  for (int t : ct::irange(0, end)) {
    auto key = flat<Keys, kWide>(vk.load_masked(head, t, 0));
    auto scores = ct::mma(query, ct::transpose(key), ct::zeros<Scores>());
    auto weights = ct::exp2(scores * (scale * kLog2E) - log_sum, ct::round_subnormals_to_zero_t{});
    if (t >= clear_end) {
      auto key_number = t * Keys + ct::iota<ct::tile<int, ct::shape<1, Keys>>>();
      weights = ct::select(key_number < keys, weights, ct::zeros<Scores>());
      if constexpr (Causal) weights = ct::select(key_number <= query_sees, weights, ct::zeros<Scores>());
    }
    auto weight_gradient = ct::mma(out_gradient, ct::transpose(flat<Keys, kWide>(vv.load_masked(head, t, 0))), ct::zeros<Scores>());
    sum = ct::mma(ct::element_cast<T>(weights * (weight_gradient - delta)), key, sum);
  }
  head_rows<Queries, Width>(d_q, heads, queries)
      .store_masked(ct::reshape(ct::element_cast<T>(sum * scale), ct::shape<1, Queries, kWide>{}), head, block, 0);
}

#define ATTENTION_DELTAS(T, ROWS, WIDTH, CLEARS)                                                                                 \
  template __tile_global__ void attention_deltas<T, ROWS, WIDTH, CLEARS>(float*, float*, const T*, const T*, int);
#define ATTENTION_ROUND_QUERIES(T, ROWS, WIDTH)                                                                                  \
  template __tile_global__ void attention_round_queries<T, ROWS, WIDTH>(T*, const float*, int, float);
#define ATTENTION_BACKWARD_KEYS(T, QUERIES, KEYS, WIDTH, CAUSAL, ADDS)                                                           \
  template __tile_global__ void attention_backward_keys<T, QUERIES, KEYS, WIDTH, CAUSAL, ADDS>(                                 \
      T*, T*, float*, const T*, const T*, const T*, const T*, const float*, const float*, int, int, int, float);
#define ATTENTION_BACKWARD_QUERIES(T, QUERIES, KEYS, WIDTH, CAUSAL)                                                              \
  template __tile_global__ void attention_backward_queries<T, QUERIES, KEYS, WIDTH, CAUSAL>(                                    \
      T*, const T*, const T*, const T*, const T*, const float*, const float*, int, int, int, float);
