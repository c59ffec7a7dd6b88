// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention to a latent cache: all heads share keys of Latent + Rotary columns, whose first Latent columns are the values too.
#pragma once
#include "attention_decode.h"

/// q: `query_rows` rows of [sequence, head], cache: [sequence, max_keys], both Latent + Rotary wide.
/// grid: splits, sequences, tiles of `Heads` heads.
template <class T, int Heads, int Keys, int Latent, int Rotary>
__tile_global__ void attention_latent(float* __restrict__ sums, float* __restrict__ log_sums, const T* __restrict__ q,
                                      const T* __restrict__ cache, const int* __restrict__ lengths, int query_rows, int sequences,
                                      int max_keys, float scale) {
  using Scores = ct::tile<float, ct::shape<Heads, Keys>>;
  constexpr int kRotaryPlace = Latent / Rotary; // counted in tiles of rotary columns
  ct::integral_constant<Latent + Rotary> width;
  int split = ct::bid().x, splits = ct::num_blocks().x, sequence = ct::bid().y, groups = ct::num_blocks().z;
  int length = ct::load(lengths + sequence), place = sequence * groups + (int)ct::bid().z;
  auto query = [&](auto shape) { return ct::partition_view{ct::tensor_span{q, ct::extents{query_rows, width}}, shape}; };
  auto keys = [&](auto shape) { return ct::partition_view{ct::tensor_span{cache, ct::extents{sequences, max_keys, width}}, shape}; };
  auto latent_query = query(ct::shape<Heads, Latent>{}).load_masked(place, 0);
  auto rotary_query = query(ct::shape<Heads, Rotary>{}).load_masked(place, kRotaryPlace);
  RunningSoftmax<Heads, Latent> softmax;
  auto [begin, end] = part_of<Keys>(split, splits, length);
  for (int t : ct::irange(begin, end)) {
    auto latent = flat<Keys, Latent>(keys(ct::shape<1, Keys, Latent>{}).load_masked(sequence, t, 0));
    auto rotary = flat<Keys, Rotary>(keys(ct::shape<1, Keys, Rotary>{}).load_masked(sequence, t, kRotaryPlace));
    auto scores = ct::mma(latent_query, ct::transpose(latent), ct::zeros<Scores>());
    scores = ct::mma(rotary_query, ct::transpose(rotary), scores);
    scores = hidden_unless(scores, t * Keys + ct::iota<ct::tile<int, ct::shape<1, Keys>>>() < length);
    softmax.add(scores, scale * kLog2E, latent);
  }
  Splits<Heads, Latent>{sums, log_sums, query_rows / Heads, splits, Heads}.store(softmax, place, split);
}

#define ATTENTION_LATENT(T, HEADS, KEYS, LATENT, ROTARY)                                                                         \
  template __tile_global__ void attention_latent<T, HEADS, KEYS, LATENT, ROTARY>(float*, float*, const T*, const T*,           \
                                                                                 const int*, int, int, int, float);
