// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention of one new token to a long cache: the keys of a sequence are split among blocks, whose results `merge_splits` adds up.
// The heads that share keys and values are the rows of a tile, so the cache is read once.
#pragma once
#include "attention_forward.h"

/// Results of the blocks: [sequence and key head, split, row, column], with the logarithm (base 2) of each row's weights. Of a
/// tile's `Rows` the first `rows` are there.
template <int Rows, int Width> struct Splits {
  float *sums, *log_sums;
  int heads, splits, rows;

  __tile__ void store(RunningSoftmax<Rows, Width> softmax, int head, int split) {
    // A split without keys has no weight; 0 / 0 must not be seen.
    auto total = ct::max(softmax.total, ct::full<ct::tile<float, ct::shape<Rows, 1>>>(1e-30f));
    ct::partition_view{ct::tensor_span{sums, ct::extents{heads, splits, rows, ct::integral_constant<Width>{}}},
                       ct::shape<1, 1, Rows, Width>{}}
        .store_masked(ct::reshape(softmax.sum / total, ct::shape<1, 1, Rows, Width>{}), head, split, 0, 0);
    ct::partition_view{ct::tensor_span{log_sums, ct::extents{heads, splits, rows}}, ct::shape<1, 1, Rows>{}}
        .store_masked(ct::reshape(softmax.largest + ct::log2(total), ct::shape<1, 1, Rows>{}), head, split, 0);
  }
};

/// The keys that split `split` of `splits` reads, in tiles of `Keys`.
struct Part {
  int begin, end;
};
template <int Keys> __tile__ Part part_of(int split, int splits, int length) {
  int tiles = ct::ceildiv(length, Keys), each = ct::ceildiv(tiles, splits);
  return {ct::min(split * each, tiles), ct::min((split + 1) * each, tiles)};
}

/// q: [head, group, Width], k and v: [head, max_keys, Width], for every head of keys of every sequence; at most `Rows` in a group.
/// grid: splits, heads.
template <class T, int Rows, int Keys, int Width>
__tile_global__ void attention_decode(float* __restrict__ sums, float* __restrict__ log_sums, const T* __restrict__ q,
                                      const T* __restrict__ k, const T* __restrict__ v, const int* __restrict__ lengths,
                                      int heads, int group, int max_keys, float scale) {
  using Scores = ct::tile<float, ct::shape<Rows, Keys>>;
  int split = ct::bid().x, head = ct::bid().y, splits = ct::num_blocks().x, length = ct::load(lengths + head);
  auto vk = head_rows<Keys, Width>(k, heads, max_keys), vv = head_rows<Keys, Width>(v, heads, max_keys);
  auto query = flat<Rows, Width>(head_rows<Rows, Width>(q, heads, group).load_masked(head, 0, 0));
  RunningSoftmax<Rows, Width> softmax;
  auto [begin, end] = part_of<Keys>(split, splits, length);
  int clear_end = length / Keys;
  for (int t : ct::irange(begin, end)) {
    auto scores = ct::mma(query, ct::transpose(flat<Keys, Width>(vk.load_masked(head, t, 0))), ct::zeros<Scores>());
    if (t >= clear_end) scores = hidden_unless(scores, t * Keys + ct::iota<ct::tile<int, ct::shape<1, Keys>>>() < length);
    softmax.add(scores, scale * kLog2E, flat<Keys, Width>(vv.load_masked(head, t, 0)));
  }
  Splits<Rows, Width>{sums, log_sums, heads, splits, group}.store(softmax, head, split);
}

/// Adds up what the splits of one row of one head found. grid: rows, heads.
template <class T, int MaxSplits, int Width>
__tile_global__ void merge_splits(T* __restrict__ out, const float* __restrict__ sums, const float* __restrict__ log_sums, int splits,
                                  int rows) {
  int row = ct::bid().x, head = ct::bid().y;
  auto split = ct::iota<ct::tile<int, ct::shape<MaxSplits, 1>>>();
  auto column = ct::iota<ct::tile<int, ct::shape<1, Width>>>();
  auto place = (head * splits + split) * rows + row;
  auto inside = split < splits;
  auto log_sum = ct::load_masked(log_sums + place, inside, -__builtin_inff());
  auto value = ct::load_masked(sums + (place * Width + column), inside, 0.0f); // on its way while weights are computed
  auto weight = ct::exp2(log_sum - ct::reduce_max<0>(log_sum));
  auto result = ct::sum<0>(value * weight) / ct::sum<0>(weight);
  ct::store(out + ((head * rows + row) * Width + column), ct::element_cast<T>(result));
}

#define ATTENTION_DECODE(T, ROWS, KEYS, WIDTH)                                                                                  \
  template __tile_global__ void attention_decode<T, ROWS, KEYS, WIDTH>(float*, float*, const T*, const T*, const T*,           \
                                                                       const int*, int, int, int, float);
#define MERGE_SPLITS(T, SPLITS, WIDTH)                                                                                          \
  template __tile_global__ void merge_splits<T, SPLITS, WIDTH>(T*, const float*, const float*, int, int);
