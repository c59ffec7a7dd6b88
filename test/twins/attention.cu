// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention that is written in two ways: where the mask is, what rows are, where scales are.
// RUN: %python %S/twins.py --tilec tilec %s
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using H = __half;
constexpr int M = 64, N = 64, D = 64;
template <int R, int C> using Floats = ct::tile<float, ct::shape<R, C>>;
using Scores = Floats<M, N>;

enum Mask { All, Select, Guarded, TwoLoops, Inverted, Added };
enum Rows { Rank2, Rank1 };
enum Scale { OfScores, OfQueries, InExponent };
enum Views { Rank3, Pointers, Rank4 };

template <Views V> __tile__ auto views(const H *p, int head, int s) {
  p = ct::assume_aligned<16>(p);
  if constexpr (V == Pointers)
    return ct::partition_view{ct::tensor_span{p + size_t(head) * s * D, ct::extents{s, D}}, ct::shape<M, D>{}};
  else if constexpr (V == Rank3)
    return ct::partition_view{ct::tensor_span{p, ct::extents{int(ct::num_blocks().y), s, D}}, ct::shape<1, M, D>{}};
  else
    return ct::partition_view{ct::tensor_span{p, ct::extents{1, int(ct::num_blocks().y), s, D}}, ct::shape<1, 1, M, D>{}};
}
template <class View> __tile__ auto tile_of(View view, int head, int i) {
  if constexpr (View::span_type::extents_type::rank() == 2)
    return view.load_masked(i, 0);
  else if constexpr (View::span_type::extents_type::rank() == 3)
    return ct::reshape(view.load_masked(head, i, 0), ct::shape<M, D>{});
  else
    return ct::reshape(view.load_masked(0, head, i, 0), ct::shape<M, D>{});
}

/// [heads, s, D]; causal, or all `s` keys.
template <bool Causal, Mask How, Rows R = Rank2, Scale Where = OfScores, Views V = Rank3, class E = H>
__tile__ void attention(H *o, const H *q, const H *k, const H *v, int s, float scale) {
  int block = ct::bid().x, head = ct::bid().y;
  auto vq = views<V>(q, head, s), vk = views<V>(k, head, s), vv = views<V>(v, head, s);
  auto tq = tile_of(vq, head, block);
  using Row = ct::tile<float, std::conditional_t<R == Rank1, ct::shape<M>, ct::shape<M, 1>>>;
  auto column_of = [](auto row) { return ct::reshape(row, ct::shape<M, 1>{}); };
  auto row_of = [](auto column) { return ct::reshape(column, typename Row::shape_type{}); };
  auto largest = ct::full<Row>(-1e30f);
  auto sum = ct::zeros<Row>();
  auto out = ct::zeros<Floats<M, D>>();
  auto rows = ct::reshape(block * M + ct::iota<ct::tile<int, ct::shape<M>>>(), ct::shape<M, 1>{});
  float factor = scale * 1.4426950408889634f;
  int steps = Causal ? ct::min((s + N - 1) / N, block + 1) : (s + N - 1) / N;
  int clear = Causal ? ct::min(s / N, block) : s / N;
  auto step = [&](int i, auto isMasked) {
    auto tk = ct::transpose(tile_of(vk, head, i));
    auto x = ct::mma(ct::element_cast<E>(tq), ct::element_cast<E>(tk), ct::zeros<Scores>());
    if constexpr (Where != InExponent)
      x = x * factor;
    auto column = ct::reshape(i * N + ct::iota<ct::tile<int, ct::shape<N>>>(), ct::shape<1, N>{});
    auto low = ct::full<Scores>(-1e30f);
    auto mask = [&](auto scores) {
      if constexpr (Causal && How == Inverted)
        return ct::select(column > rows, low, scores);
      else if constexpr (How == Inverted)
        return ct::select(!(column < s), low, scores);
      else if constexpr (Causal)
        return ct::select(rows >= column, scores, low);
      else
        return ct::select(column < s, scores, low);
    };
    if constexpr (How == Guarded) {
      if (i >= clear)
        x = mask(x);
    } else if constexpr (decltype(isMasked)::value) {
      x = mask(x);
    }
    auto next = ct::max(largest, row_of(ct::reduce_max<1>(x)));
    auto p = ct::exp2(x - column_of(next));
    auto shrink = ct::exp2(largest - next);
    sum = sum * shrink + row_of(ct::sum<1>(p));
    out = ct::mma(ct::element_cast<H>(p), tile_of(vv, head, i), out * column_of(shrink));
    largest = next;
  };
  if constexpr (How == TwoLoops) {
    for (auto i : ct::irange(0, clear))
      step(i, std::false_type{});
    for (auto i : ct::irange(clear, steps))
      step(i, std::true_type{});
  } else {
    for (auto i : ct::irange(0, steps))
      step(i, std::bool_constant<How != All>{});
  }
  auto result = ct::element_cast<H>(out / column_of(sum));
  auto vo = ct::partition_view{ct::tensor_span{ct::assume_aligned<16>(o), ct::extents{int(ct::num_blocks().y), s, D}}, ct::shape<1, M, D>{}};
  vo.store_masked(ct::reshape(result, ct::shape<1, M, D>{}), head, block, 0);
}

#define ATTENTION(NAME, ...)                                                                                            \
  extern "C" __tile_global__ void NAME(H *__restrict__ o, const H *__restrict__ q, const H *__restrict__ k,              \
                                       const H *__restrict__ v, int s, float scale) {                                   \
    attention<__VA_ARGS__>(o, q, k, v, s, scale);                                                                       \
  }

// twin: causal_guarded grid=3,2 tolerance=0.002 out:f16[24576] f16[24576]=random:1 f16[24576]=random:2 f16[24576]=random:3 192 0.125
ATTENTION(causal_guarded_1, true, Guarded)
ATTENTION(causal_guarded_2, true, Select)
// twin: causal_two_loops grid=3,2 tolerance=0.002 lanes out:f16[24576] f16[24576]=random:1 f16[24576]=random:2 f16[24576]=random:3 192 0.125
ATTENTION(causal_two_loops_1, true, Select)
ATTENTION(causal_two_loops_2, true, TwoLoops)
// twin: causal_inverted grid=3,2 tolerance=0.002 out:f16[24576] f16[24576]=random:1 f16[24576]=random:2 f16[24576]=random:3 192 0.125
ATTENTION(causal_inverted_1, true, Select)
ATTENTION(causal_inverted_2, true, Inverted)
// twin: full_guarded grid=3,2 tolerance=0.002 lanes out:f16[21504] f16[21504]=random:1 f16[21504]=random:2 f16[21504]=random:3 168 0.125
ATTENTION(full_guarded_1, false, Guarded)
ATTENTION(full_guarded_2, false, Select)
// twin: full_two_loops grid=3,2 tolerance=0.002 out:f16[21504] f16[21504]=random:1 f16[21504]=random:2 f16[21504]=random:3 168 0.125
ATTENTION(full_two_loops_1, false, Select)
ATTENTION(full_two_loops_2, false, TwoLoops)
// twin: full_inverted grid=3,2 tolerance=0.002 out:f16[21504] f16[21504]=random:1 f16[21504]=random:2 f16[21504]=random:3 168 0.125
ATTENTION(full_inverted_1, false, Select)
ATTENTION(full_inverted_2, false, Inverted)
// twin: rows_of_rank_1 grid=3,2 tolerance=0.002 out:f16[24576] f16[24576]=random:1 f16[24576]=random:2 f16[24576]=random:3 192 0.125
ATTENTION(rows_of_rank_1_1, true, Select)
ATTENTION(rows_of_rank_1_2, true, Select, Rank1)
// twin: heads_of_rank_4 grid=3,2 tolerance=0.002 out:f16[24576] f16[24576]=random:1 f16[24576]=random:2 f16[24576]=random:3 192 0.125
ATTENTION(heads_of_rank_4_1, true, Select)
ATTENTION(heads_of_rank_4_2, true, Select, Rank2, OfScores, Rank4)
// twin: heads_by_pointer grid=3,2 tolerance=0.002 out:f16[24576] f16[24576]=random:1 f16[24576]=random:2 f16[24576]=random:3 192 0.125
ATTENTION(heads_by_pointer_1, true, Select)
ATTENTION(heads_by_pointer_2, true, Select, Rank2, OfScores, Pointers)
// twin: widened_scores grid=3,2 tolerance=0.002 out:f16[24576] f16[24576]=random:1 f16[24576]=random:2 f16[24576]=random:3 192 0.125
ATTENTION(widened_scores_1, true, Select)
ATTENTION(widened_scores_2, true, Select, Rank2, OfScores, Rank3, float)
