// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products with more around them, as models have them, for tools/bench/fused.py: factors that are computed on the way, results that go
// through functions, two products in a loop, attention with a bias or of some keys only. No hints; alignment as in products.cu.
#include <cuda_bf16.h>
#include <cuda_tf32.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using T = __nv_bfloat16;

#ifdef PROMISES_ALIGNMENT
using namespace ct::literals;
template <class P> __tile__ auto promised(P* p) { return ct::assume_aligned(p, 16_ic); }
__tile__ inline int promised(int extent) { return ct::assume_divisible(extent, 16_ic); }
#else
template <class X> __tile__ auto promised(X x) { return x; }
#endif

template <int M, int N, class P, class Layout = ct::layout_right> __tile__ auto tiles(P* p, int rows, int columns, Layout layout = {}) {
  return ct::partition_view{ct::tensor_span{promised(p), ct::extents{promised(rows), promised(columns)}, layout}, ct::shape<M, N>{}};
}
template <int M, int W, class P> __tile__ auto head_rows(P* p, int heads, int rows) {
  return ct::partition_view{ct::tensor_span{promised(p), ct::extents{heads, promised(rows), ct::integral_constant<W>{}}},
                            ct::shape<1, M, W>{}};
}
template <int M, int N> using Sums = ct::tile<float, ct::shape<M, N>>;
template <int M, int N, class X> __tile__ auto flat(X x) { return ct::reshape(x, ct::shape<M, N>{}); }
template <class X> __tile__ auto single(X x) { return ct::element_cast<float>(x); }
template <class X> __tile__ auto gelu(X x) { return x * 0.5f * (1.0f + ct::tanh(x * (x * x * 0.044715f + 1.0f) * 0.7978846f)); }

/// The loop along k; `change` gives the first factor from what was loaded and the step.
template <int M, int N, class A, class B, class Change> __tile__ auto product(A a, B b, int i, int j, int steps, Change change) {
  auto sum = ct::zeros<Sums<M, N>>();
  for (int t : ct::irange(0, steps)) sum = ct::mma(change(a.load_masked(i, t), t), b.load_masked(t, j), sum);
  return sum;
}
template <int M, int N, int K> __tile__ auto plain_product(const T* x, const T* w, int i, int j, int m, int n, int k) {
  return product<M, N>(tiles<M, K>(x, m, k), tiles<K, N>(w, k, n), i, j, ct::ceildiv(k, K), [](auto a, int) { return a; });
}

//===- Computed factors ------------------------------------------------------------------------------------------------------------===//

// out = ((x - mean) * rstd * gamma) w
template <int M, int N>
__tile_global__ void norm_product(T* out, const T* x, const float* mean, const float* rstd, const T* gamma, const T* w, int m, int n, int k) {
  auto gammas = tiles<1, 64>(gamma, 1, k);
  int i = ct::bid().x, j = ct::bid().y;
  auto centre = tiles<M, 1>(mean, m, 1).load_masked(i, 0), factor = tiles<M, 1>(rstd, m, 1).load_masked(i, 0);
  auto sum = product<M, N>(tiles<M, 64>(x, m, k), tiles<64, N>(w, k, n), i, j, ct::ceildiv(k, 64), [&](auto a, int t) {
    return ct::element_cast<T>((single(a) - centre) * factor * single(gammas.load_masked(0, t)));
  });
  tiles<M, N>(out, m, n).store_masked(ct::element_cast<T>(sum), i, j);
}
template __tile_global__ void norm_product<128, 128>(T*, const T*, const float*, const float*, const T*, const T*, int, int, int);
#ifndef PROMISES_ALIGNMENT // NVIDIA's compiler fails on it
template __tile_global__ void norm_product<128, 256>(T*, const T*, const float*, const float*, const T*, const T*, int, int, int);
#endif

// out = 2^(s - offset) v: weights of which the sums are known
template <int M, int N>
__tile_global__ void exponentials(T* out, const T* s, const float* offset, const T* v, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto away = tiles<M, 1>(offset, m, 1).load_masked(i, 0);
  auto sum = product<M, N>(tiles<M, 64>(s, m, k), tiles<64, N>(v, k, n), i, j, ct::ceildiv(k, 64),
                           [&](auto a, int) { return ct::element_cast<T>(ct::exp2(single(a) - away)); });
  tiles<M, N>(out, m, n).store_masked(ct::element_cast<T>(sum), i, j);
}
template __tile_global__ void exponentials<128, 128>(T*, const T*, const float*, const T*, int, int, int);
template __tile_global__ void exponentials<128, 256>(T*, const T*, const float*, const T*, int, int, int);

// out = (x w) * scales for weights of bytes, by rows or by columns
template <int M, int N, class Layout>
__tile_global__ void byte_weights(T* out, const T* x, const signed char* w, const float* scales, int m, int n, int k) {
  auto vx = tiles<M, 64>(x, m, k);
  auto vw = tiles<64, N>(w, k, n, Layout{});
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<Sums<M, N>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64)))
    sum = ct::mma(vx.load_masked(i, t), ct::element_cast<T>(single(vw.load_masked(t, j))), sum);
  tiles<M, N>(out, m, n).store_masked(ct::element_cast<T>(sum * tiles<1, N>(scales, 1, n).load_masked(0, j)), i, j);
}
template __tile_global__ void byte_weights<128, 128, ct::layout_right>(T*, const T*, const signed char*, const float*, int, int, int);
template __tile_global__ void byte_weights<128, 128, ct::layout_left>(T*, const T*, const signed char*, const float*, int, int, int);

// out = w x for weights of half bytes: m rows of k / 2, and a scale for each 64 of a row
template <int M, int N>
__tile_global__ void half_byte_weights(T* __restrict__ out, const unsigned char* __restrict__ w, const float* __restrict__ scales,
                                       const T* __restrict__ x, int m, int n, int k) {
  auto row_scales = tiles<1, M>(scales, k / 64, m);
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = product<M, N>(tiles<M, 32>(w, m, k / 2), tiles<64, N>(x, k, n), i, j, k / 64, [&](auto a, int t) {
    auto bytes = ct::element_cast<int>(a);
    auto half = [](auto values) { return ct::reshape(values, ct::shape<M, 32, 1>{}); };
    auto pairs = ct::cat<2>(half(bytes & 15), half(bytes >> 4));
    return ct::element_cast<T>(single(flat<M, 64>(pairs) - 8) * flat<M, 1>(row_scales.load_masked(t, i)));
  });
  tiles<M, N>(out, m, n).store_masked(ct::element_cast<T>(sum), i, j);
}
template __tile_global__ void half_byte_weights<128, 128>(T* __restrict__, const unsigned char* __restrict__, const float* __restrict__,
                                                          const T* __restrict__, int, int, int);
template __tile_global__ void half_byte_weights<128, 256>(T* __restrict__, const unsigned char* __restrict__, const float* __restrict__,
                                                          const T* __restrict__, int, int, int);

// out = x transpose(w) of floats that are rounded to tf32 on the way
template <int M, int N> __tile_global__ void rounded_product(float* out, const float* x, const float* w, int m, int n, int k) {
  auto vx = tiles<M, 32>(x, m, k);
  auto vw = tiles<32, N>(w, k, n, ct::layout_left{});
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<Sums<M, N>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 32)))
    sum = ct::mma(ct::element_cast<__nv_tf32>(vx.load_masked(i, t)), ct::element_cast<__nv_tf32>(vw.load_masked(t, j)), sum);
  tiles<M, N>(out, m, n).store_masked(sum, i, j);
}
template __tile_global__ void rounded_product<128, 128>(float*, const float*, const float*, int, int, int);

//===- Several products, and what is done with them --------------------------------------------------------------------------------===//

// out = x w + (x a) b, with `R` columns of a
template <int M, int N, int R>
__tile_global__ void low_rank(T* out, const T* x, const T* w, const T* a, const T* b, int m, int n, int k) {
  auto vx = tiles<M, 64>(x, m, k);
  auto vw = tiles<64, N>(w, k, n);
  auto va = tiles<64, R>(a, k, R);
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<Sums<M, N>>();
  auto low = ct::zeros<Sums<M, R>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64))) {
    auto rows = vx.load_masked(i, t);
    sum = ct::mma(rows, vw.load_masked(t, j), sum);
    low = ct::mma(rows, va.load_masked(t, 0), low);
  }
  sum = ct::mma(ct::element_cast<T>(low), tiles<R, N>(b, R, n).load_masked(0, j), sum);
  tiles<M, N>(out, m, n).store_masked(ct::element_cast<T>(sum), i, j);
}
template __tile_global__ void low_rank<128, 128, 16>(T*, const T*, const T*, const T*, const T*, int, int, int);
template __tile_global__ void low_rank<128, 128, 64>(T*, const T*, const T*, const T*, const T*, int, int, int);

// loss[i] = log(sum over words j of exp(x_i . w_j)) - x_i . w_target(i)
template <int M, int N>
__tile_global__ void projection_loss(float* loss, const T* x, const T* w, const int* targets, int m, int words, int k) {
  constexpr float kLog2E = 1.44269504f;
  auto vx = tiles<M, 64>(x, m, k);
  auto vw = tiles<64, N>(w, k, words, ct::layout_left{});
  int i = ct::bid().x;
  using Column = ct::tile<float, ct::shape<M, 1>>;
  auto largest = ct::full<Column>(-1e30f), total = ct::zeros<Column>(), wanted = ct::zeros<Column>();
  auto target = ct::partition_view{ct::tensor_span{targets, ct::extents{m, 1}}, ct::shape<M, 1>{}}.load_masked(i, 0);
  for (int j : ct::irange(0, ct::ceildiv(words, N))) {
    auto sum = product<M, N>(vx, vw, i, j, ct::ceildiv(k, 64), [](auto a, int) { return a; });
    auto column = j * N + ct::iota<ct::tile<int, ct::shape<1, N>>>();
    wanted = wanted + ct::sum<1>(ct::select(column == target, sum, ct::zeros<Sums<M, N>>()));
    sum = ct::select(column < words, sum, ct::full<Sums<M, N>>(-1e30f));
    auto next = ct::max(largest, ct::reduce_max<1>(sum) * kLog2E);
    total = total * ct::exp2(largest - next) + ct::sum<1>(ct::exp2(sum * kLog2E - next));
    largest = next;
  }
  auto result = (largest + ct::log2(total)) / kLog2E - wanted;
  ct::partition_view{ct::tensor_span{loss, ct::extents{m, 1}}, ct::shape<M, 1>{}}.store_masked(result, i, 0);
}
template __tile_global__ void projection_loss<128, 128>(float*, const T*, const T*, const int*, int, int, int);

// out = gelu(x w + bias) + residual
template <int M, int N>
__tile_global__ void residual(T* out, const T* x, const T* w, const T* bias, const T* before, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = plain_product<M, N, 64>(x, w, i, j, m, n, k);
  auto y = gelu(sum + single(tiles<1, N>(bias, 1, n).load_masked(0, j))) + single(tiles<M, N>(before, m, n).load_masked(i, j));
  tiles<M, N>(out, m, n).store_masked(ct::element_cast<T>(y), i, j);
}
template __tile_global__ void residual<128, 128>(T*, const T*, const T*, const T*, const T*, int, int, int);
template __tile_global__ void residual<128, 256>(T*, const T*, const T*, const T*, const T*, int, int, int);

// Heads of N columns, turned by their rows' places.
template <int M, int N>
__tile_global__ void rotary_product(T* out, const T* x, const T* w, const float* cosines, const float* sines, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = plain_product<M, N, 64>(x, w, i, j, m, n, k);
  auto c = tiles<M, N / 2>(cosines, m, N / 2).load_masked(i, 0), s = tiles<M, N / 2>(sines, m, N / 2).load_masked(i, 0);
  auto low = ct::extract(sum, ct::shape<M, N / 2>{}, 0, 0), high = ct::extract(sum, ct::shape<M, N / 2>{}, 0, 1);
  tiles<M, N>(out, m, n).store_masked(ct::element_cast<T>(ct::cat<1>(low * c - high * s, low * s + high * c)), i, j);
}
template __tile_global__ void rotary_product<128, 128>(T*, const T*, const T*, const float*, const float*, int, int, int);

// out = b a + c a a
template <int M, int N> __tile_global__ void polynomial(T* out, const T* a, int n, float b, float c) {
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = plain_product<M, N, 64>(a, a, i, j, n, n, n);
  auto y = single(tiles<M, N>(a, n, n).load_masked(i, j)) * b + sum * c;
  tiles<M, N>(out, n, n).store_masked(ct::element_cast<T>(y), i, j);
}
template __tile_global__ void polynomial<128, 256>(T*, const T*, int, float, float);

// dw = transpose(x) dy, db = sum of the rows of dy
template <int M, int N> __tile_global__ void weight_gradient(T* dw, float* db, const T* x, const T* dy, int k, int n, int m) {
  auto vx = tiles<64, M>(x, m, k), vy = tiles<64, N>(dy, m, n);
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<Sums<M, N>>();
  auto bias = ct::zeros<Sums<1, N>>();
  for (int t : ct::irange(0, ct::ceildiv(m, 64))) {
    auto y = vy.load_masked(t, j);
    sum = ct::mma(ct::transpose(vx.load_masked(t, i)), y, sum);
    bias = bias + ct::sum<0>(single(y));
  }
  tiles<M, N>(dw, k, n).store_masked(ct::element_cast<T>(sum), i, j);
  if (i == 0) tiles<1, N>(db, 1, n).store_masked(bias, 0, j);
}
template __tile_global__ void weight_gradient<128, 128>(T*, float*, const T*, const T*, int, int, int);

// out[i] = the largest of each M rows of relu(x w)
template <int M, int N> __tile_global__ void pooled(T* out, const T* x, const T* w, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto best = ct::reduce_max<0>(ct::max(plain_product<M, N, 64>(x, w, i, j, m, n, k), 0.0f));
  tiles<1, N>(out, m / M, n).store_masked(ct::element_cast<T>(best), i, j);
}
template __tile_global__ void pooled<128, 128>(T*, const T*, const T*, int, int, int);

// Many products of N x N.
template <int N> __tile_global__ void batch_of_small(T* out, const T* a, const T* b, int batch) {
  auto of = [&](auto* p) {
    ct::integral_constant<N> extent;
    return ct::partition_view{ct::tensor_span{promised(p), ct::extents{batch, extent, extent}}, ct::shape<1, N, N>{}};
  };
  int i = ct::bid().x;
  auto sum = ct::mma(of(a).load_masked(i, 0, 0), of(b).load_masked(i, 0, 0), ct::zeros<ct::tile<float, ct::shape<1, N, N>>>());
  of(out).store_masked(ct::element_cast<T>(sum), i, 0, 0);
}
template __tile_global__ void batch_of_small<64>(T*, const T*, const T*, int);
template __tile_global__ void batch_of_small<128>(T*, const T*, const T*, int);

//===- Attention -------------------------------------------------------------------------------------------------------------------===//

template <int Rows, int Width> struct RunningSoftmax {
  ct::tile<float, ct::shape<Rows, 1>> largest = ct::full<ct::tile<float, ct::shape<Rows, 1>>>(-1e30f);
  ct::tile<float, ct::shape<Rows, 1>> total = ct::zeros<ct::tile<float, ct::shape<Rows, 1>>>();
  Sums<Rows, Width> sum = ct::zeros<Sums<Rows, Width>>();

  /// Adds `value` by weights of these scores, in base 2; `drop` may take some out.
  template <class Scores, class Value, class Drop> __tile__ void add(Scores scores, Value value, Drop drop) {
    auto next = ct::max(largest, ct::reduce_max<1>(scores));
    auto weights = ct::exp2(scores - next, ct::round_subnormals_to_zero_t{});
    auto shrink = ct::exp2(largest - next, ct::round_subnormals_to_zero_t{});
    total = total * shrink + ct::sum<1>(weights);
    sum = ct::mma(ct::element_cast<T>(drop(weights)), value, sum * shrink);
    largest = next;
  }
};

enum class Kind { biased, listed, dropped, decaying };

// With a bias for each score; of the blocks of keys that a list names; with a tenth of the weights left out; without a softmax, weights that fall
// off with the distance.
template <Kind Which, int Q, int K, int W>
__tile_global__ void attention_of(T* __restrict__ out, const T* __restrict__ q, const T* __restrict__ k, const T* __restrict__ v,
                                  const T* __restrict__ bias, const int* __restrict__ counts, const int* __restrict__ lists, int queries,
                                  int keys, int heads, int longest, float scale, unsigned seed) {
  constexpr float kLog2E = 1.44269504f;
  int block = ct::bid().x, head = ct::bid().y;
  auto vk = head_rows<K, W>(k, heads, keys), vv = head_rows<K, W>(v, heads, keys);
  auto biases = ct::partition_view{ct::tensor_span{promised(bias), ct::extents{heads, promised(queries), promised(keys)}}, ct::shape<1, Q, K>{}};
  auto query = flat<Q, W>(head_rows<Q, W>(q, heads, queries).load_masked(head, block, 0));
  RunningSoftmax<Q, W> softmax;
  int steps = ct::ceildiv(keys, K);
  if constexpr (Which == Kind::listed) steps = counts[block];
  for (int step : ct::irange(0, steps)) {
    int t = step;
    if constexpr (Which == Kind::listed) t = lists[block * longest + step];
    auto scores = ct::mma(query, ct::transpose(flat<K, W>(vk.load_masked(head, t, 0))), ct::zeros<Sums<Q, K>>());
    auto value = flat<K, W>(vv.load_masked(head, t, 0));
    auto row = block * Q + ct::iota<ct::tile<int, ct::shape<Q, 1>>>();
    auto column = t * K + ct::iota<ct::tile<int, ct::shape<1, K>>>();
    if constexpr (Which == Kind::decaying) {
      auto weights = scores * scale * ct::exp2(single(ct::abs(row - column)) * -0.01f);
      softmax.sum = ct::mma(ct::element_cast<T>(weights), value, softmax.sum);
    } else {
      scores = scores * (scale * kLog2E);
      if constexpr (Which == Kind::biased) scores = scores + single(flat<Q, K>(biases.load_masked(head, block, t))) * kLog2E;
      softmax.add(scores, value, [&](auto weights) {
        if constexpr (Which != Kind::dropped) return weights;
        auto hash = ct::element_cast<unsigned>(row * keys + column) * 2654435761u + seed;
        hash = (hash ^ (hash >> 15u)) * 2246822519u;
        return ct::select((hash ^ (hash >> 13u)) > 429496730u, weights * (1.0f / 0.9f), ct::zeros<Sums<Q, K>>());
      });
    }
  }
  if constexpr (Which != Kind::decaying) softmax.sum = softmax.sum * (1.0f / softmax.total);
  head_rows<Q, W>(out, heads, queries).store_masked(ct::reshape(ct::element_cast<T>(softmax.sum), ct::shape<1, Q, W>{}), head, block, 0);
}
#define ATTENTION(WHICH, Q, K, W)                                                                                                       \
  template __tile_global__ void attention_of<Kind::WHICH, Q, K, W>(T*, const T*, const T*, const T*, const T*, const int*, const int*, int, \
                                                                   int, int, int, float, unsigned);
ATTENTION(biased, 128, 128, 128)
ATTENTION(biased, 128, 64, 128)
ATTENTION(biased, 64, 64, 64)
ATTENTION(listed, 128, 128, 128)
ATTENTION(listed, 64, 64, 128)
ATTENTION(dropped, 128, 64, 128)
ATTENTION(decaying, 128, 128, 128)

// The difference of two attentions to the same values.
template <int Q, int K, int W>
__tile_global__ void attention_difference(T* __restrict__ out, const T* __restrict__ q, const T* __restrict__ k, const T* __restrict__ v,
                                          int queries, int keys, int heads, float scale, float share) {
  int block = ct::bid().x, head = ct::bid().y;
  auto vq = head_rows<Q, W>(q, 2 * heads, queries), vk = head_rows<K, W>(k, 2 * heads, keys);
  auto vv = head_rows<K, 2 * W>(v, heads, keys);
  auto first = flat<Q, W>(vq.load_masked(2 * head, block, 0)), second = flat<Q, W>(vq.load_masked(2 * head + 1, block, 0));
  RunningSoftmax<Q, 2 * W> a, b;
  for (int t : ct::irange(0, ct::ceildiv(keys, K))) {
    auto value = flat<K, 2 * W>(vv.load_masked(head, t, 0));
    auto add = [&](auto& softmax, auto query, int of) {
      auto key = flat<K, W>(vk.load_masked(of, t, 0));
      auto scores = ct::mma(query, ct::transpose(key), ct::zeros<Sums<Q, K>>()) * (scale * 1.44269504f);
      softmax.add(scores, value, [](auto weights) { return weights; });
    };
    add(a, first, 2 * head);
    add(b, second, 2 * head + 1);
  }
  auto sum = a.sum * (1.0f / a.total) - b.sum * (share / b.total);
  head_rows<Q, 2 * W>(out, heads, queries).store_masked(ct::reshape(ct::element_cast<T>(sum), ct::shape<1, Q, 2 * W>{}), head, block, 0);
}
template __tile_global__ void attention_difference<64, 64, 64>(T*, const T*, const T*, const T*, int, int, int, float, float);
