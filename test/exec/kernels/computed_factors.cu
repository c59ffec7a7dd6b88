// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products whose factors an iteration computes from what it loads: either one, both, one for two products, by what the iteration's
// number says, of bytes, half bytes and floats.
#include <cuda_bf16.h>
#include <cuda_tf32.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using T = __nv_bfloat16;

template <int Rows, int Columns, class P, class Layout = ct::layout_right> __tile__ auto tiles(P* p, int rows, int columns, Layout layout = {}) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}, layout}, ct::shape<Rows, Columns>{}};
}
template <int M, int N> using Sums = ct::tile<float, ct::shape<M, N>>;
template <class Tile> __tile__ auto single(Tile tile) {
  return ct::element_cast<float>(tile);
}

// c = ((a - centre) * gain) b: centres of rows, gains of columns.
template <int M, int N>
__tile_global__ void centred(T* __restrict__ c, const T* __restrict__ a, const float* __restrict__ centre, const T* __restrict__ gain,
                             const T* __restrict__ b, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto away = tiles<M, 1>(centre, m, 1).load_masked(i, 0);
  auto sum = ct::zeros<Sums<M, N>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64))) {
    auto factor = (single(tiles<M, 64>(a, m, k).load_masked(i, t)) - away) * single(tiles<1, 64>(gain, 1, k).load_masked(0, t));
    sum = ct::mma(ct::element_cast<T>(factor), tiles<64, N>(b, k, n).load_masked(t, j), sum);
  }
  tiles<M, N>(c, m, n).store_masked(ct::element_cast<T>(sum), i, j);
}
template __tile_global__ void centred<128, 128>(T*, const T*, const float*, const T*, const T*, int, int, int);
template __tile_global__ void centred<64, 64>(T*, const T*, const float*, const T*, const T*, int, int, int);

// c = a b of bytes in bf16; `Columnar`: b by columns.
template <int M, int N, class A, class B, bool Columnar>
__tile_global__ void widened(float* __restrict__ c, const A* __restrict__ a, const B* __restrict__ b, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<Sums<M, N>>();
  auto add = [&](auto vb) {
    for (int t : ct::irange(0, ct::ceildiv(k, 64)))
      sum = ct::mma(ct::element_cast<T>(tiles<M, 64>(a, m, k).load_masked(i, t)), ct::element_cast<T>(vb.load_masked(t, j)), sum);
  };
  if constexpr (Columnar)
    add(tiles<64, N>(b, k, n, ct::layout_left{}));
  else
    add(tiles<64, N>(b, k, n));
  tiles<M, N>(c, m, n).store_masked(sum, i, j);
}
#define WIDENED(M, N, A, B, COLUMNAR) \
  template __tile_global__ void widened<M, N, A, B, COLUMNAR>(float*, const A*, const B*, int, int, int);
WIDENED(128, 128, signed char, T, false)
WIDENED(64, 64, signed char, T, true)
WIDENED(128, 128, T, signed char, false)
WIDENED(128, 64, T, signed char, true)
WIDENED(64, 128, signed char, unsigned char, true)
WIDENED(128, 128, signed char, unsigned char, false)

// c = g b + 2 g d with g = |a|.
template <int M, int N>
__tile_global__ void for_two(float* __restrict__ c, const T* __restrict__ a, const T* __restrict__ b, const T* __restrict__ d, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<Sums<M, N>>(), other = sum;
  for (int t : ct::irange(0, ct::ceildiv(k, 64))) {
    auto factor = ct::abs(tiles<M, 64>(a, m, k).load_masked(i, t));
    sum = ct::mma(factor, tiles<64, N>(b, k, n).load_masked(t, j), sum);
    other = ct::mma(factor, tiles<64, N>(d, k, n).load_masked(t, j), other);
  }
  tiles<M, N>(c, m, n).store_masked(sum + 2.0f * other, i, j);
}
template __tile_global__ void for_two<128, 64>(float*, const T*, const T*, const T*, int, int, int);
template __tile_global__ void for_two<64, 64>(float*, const T*, const T*, const T*, int, int, int);

// Of a step's columns, those of odd steps doubled, all times what a list says of the step; steps from `first` on, `by` apart.
template <int M, int N>
__tile_global__ void by_step(float* __restrict__ c, const T* __restrict__ a, const float* __restrict__ scales, const T* __restrict__ b,
                             int m, int n, int k, int first, int by) {
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<Sums<M, N>>();
  for (int t : ct::irange(first, ct::ceildiv(k, 64), by)) {
    auto factor = single(tiles<M, 64>(a, m, k).load_masked(i, t)) * (float(t % 2 + 1) * scales[t]);
    sum = ct::mma(ct::element_cast<T>(factor), tiles<64, N>(b, k, n).load_masked(t, j), sum);
  }
  tiles<M, N>(c, m, n).store_masked(sum, i, j);
}
template __tile_global__ void by_step<128, 128>(float*, const T*, const float*, const T*, int, int, int, int, int);
template __tile_global__ void by_step<64, 64>(float*, const T*, const float*, const T*, int, int, int, int, int);

// a: rows of k / 2 bytes, in each the numbers 2 t and 2 t + 1, less 8; a scale for each 64 of a row.
template <int M, int N>
__tile_global__ void half_bytes(float* __restrict__ c, const unsigned char* __restrict__ a, const float* __restrict__ scales,
                                const T* __restrict__ b, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<Sums<M, N>>();
  for (int t : ct::irange(0, k / 64)) {
    auto bytes = ct::element_cast<int>(tiles<M, 32>(a, m, k / 2).load_masked(i, t));
    auto half = [](auto values) { return ct::reshape(values, ct::shape<M, 32, 1>{}); };
    auto pairs = ct::cat(half(bytes & 15), half(bytes >> 4), ct::integral_constant<2>{});
    auto factor = single(ct::reshape(pairs, ct::shape<M, 64>{}) - 8) * tiles<M, 1>(scales, m, k / 64).load_masked(i, t);
    sum = ct::mma(ct::element_cast<T>(factor), tiles<64, N>(b, k, n).load_masked(t, j), sum);
  }
  tiles<M, N>(c, m, n).store_masked(sum, i, j);
}
template __tile_global__ void half_bytes<128, 128>(float*, const unsigned char*, const float*, const T*, int, int, int);
template __tile_global__ void half_bytes<64, 64>(float*, const unsigned char*, const float*, const T*, int, int, int);

// c = a b of floats rounded to tf32.
template <int M, int N>
__tile_global__ void rounded(float* __restrict__ c, const float* __restrict__ a, const float* __restrict__ b, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<Sums<M, N>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 32)))
    sum = ct::mma(ct::element_cast<__nv_tf32>(tiles<M, 32>(a, m, k).load_masked(i, t)),
                  ct::element_cast<__nv_tf32>(tiles<32, N>(b, k, n, ct::layout_left{}).load_masked(t, j)), sum);
  tiles<M, N>(c, m, n).store_masked(sum, i, j);
}
template __tile_global__ void rounded<128, 128>(float*, const float*, const float*, int, int, int);
template __tile_global__ void rounded<64, 64>(float*, const float*, const float*, int, int, int);

// c = |a| b of bytes in bf16, and to each row the sums of b's columns.
template <int M, int N>
__tile_global__ void beside_sums(float* __restrict__ c, const T* __restrict__ a, const signed char* __restrict__ b, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<Sums<M, N>>();
  auto columns = ct::zeros<Sums<1, N>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64))) {
    auto factor = ct::element_cast<T>(tiles<64, N>(b, k, n).load_masked(t, j));
    sum = ct::mma(ct::abs(tiles<M, 64>(a, m, k).load_masked(i, t)), factor, sum);
    columns = columns + ct::sum(single(factor), ct::integral_constant<0>{});
  }
  tiles<M, N>(c, m, n).store_masked(sum + columns, i, j);
}
template __tile_global__ void beside_sums<128, 128>(float*, const T*, const signed char*, int, int, int);
template __tile_global__ void beside_sums<64, 64>(float*, const T*, const signed char*, int, int, int);

// c = a b of bytes in bf16, four tiles of N columns an iteration: no room for the factors of three iterations and rings.
template <int M, int N>
__tile_global__ void by_four(float* __restrict__ c, const T* __restrict__ a, const signed char* __restrict__ b, int m, int n, int k) {
  int i = ct::bid().x, j = 4 * ct::bid().y;
  auto one = ct::zeros<Sums<M, N>>(), two = one, three = one, four = one;
  for (int t : ct::irange(0, ct::ceildiv(k, 64))) {
    auto rows = tiles<M, 64>(a, m, k).load_masked(i, t);
    auto add = [&](auto& sum, int column) {
      sum = ct::mma(rows, ct::element_cast<T>(tiles<64, N>(b, k, n).load_masked(t, column)), sum);
    };
    add(one, j);
    add(two, j + 1);
    add(three, j + 2);
    add(four, j + 3);
  }
  auto to = tiles<M, N>(c, m, n);
  to.store_masked(one, i, j);
  to.store_masked(two, i, j + 1);
  to.store_masked(three, i, j + 2);
  to.store_masked(four, i, j + 3);
}
template __tile_global__ void by_four<128, 64>(float*, const T*, const signed char*, int, int, int);
template __tile_global__ void by_four<256, 32>(float*, const T*, const signed char*, int, int, int);
