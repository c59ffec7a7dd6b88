// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of floats, whose factors no tensor core takes as they are: each lane multiplies by itself.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int Rows, int Columns> __tile__ auto tiles_of(const float* p, auto extents) {
  return ct::partition_view{ct::tensor_span{p, extents}, ct::shape<Rows, Columns>{}};
}

// c = a * b, each stored as it is or transposed.
template <int M, int N, int K, bool TransposedA, bool TransposedB>
__tile__ void multiply(float* c, auto a, auto b, auto extents, int k) {
  auto [i, j, z] = ct::bid();
  (void)z;
  auto sum = ct::zeros<ct::tile<float, ct::shape<M, N>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, K))) {
    auto ta = [&] {
      if constexpr (TransposedA) return ct::transpose(a.load_masked(t, i));
      else return a.load_masked(i, t);
    }();
    auto tb = [&] {
      if constexpr (TransposedB) return ct::transpose(b.load_masked(j, t));
      else return b.load_masked(t, j);
    }();
    sum = ct::mma(ta, tb, sum);
  }
  ct::partition_view{ct::tensor_span{c, extents}, ct::shape<M, N>{}}.store_masked(sum, i, j);
}

template <int M, int N, int K, bool TransposedA, bool TransposedB>
__tile_global__ void multiply_floats(float* __restrict__ c, const float* __restrict__ a, const float* __restrict__ b, int m, int n, int k) {
  auto va = [&] {
    if constexpr (TransposedA) return tiles_of<K, M>(a, ct::extents{k, m});
    else return tiles_of<M, K>(a, ct::extents{m, k});
  }();
  auto vb = [&] {
    if constexpr (TransposedB) return tiles_of<N, K>(b, ct::extents{n, k});
    else return tiles_of<K, N>(b, ct::extents{k, n});
  }();
  multiply<M, N, K, TransposedA, TransposedB>(c, va, vb, ct::extents{m, n}, k);
}

// Extents that are known when the kernel is compiled: 192x160x96.
template <int M, int N, int K> __tile_global__ void multiply_known(float* __restrict__ c, const float* __restrict__ a, const float* __restrict__ b) {
  constexpr int kM = 192, kN = 160, kK = 96;
  auto va = tiles_of<M, K>(a, ct::extents<int, kM, kK>{});
  auto vb = tiles_of<K, N>(b, ct::extents<int, kK, kN>{});
  multiply<M, N, K, false, false>(c, va, vb, ct::extents<int, kM, kN>{}, kK);
}

// d = (a * b + 1) * a of single tiles: a product of what another gave, and a factor of two products.
template <int M> __tile_global__ void multiply_twice(float* d, const float* a, const float* b) {
  auto whole = [](const float* p) { return ct::load(p + ct::iota<ct::tile<int, ct::shape<M, M>>>()); };
  auto first = whole(a);
  auto zero = ct::zeros<ct::tile<float, ct::shape<M, M>>>();
  auto sum = ct::mma(ct::mma(first, whole(b), zero) + 1.0f, first, zero);
  ct::store(d + ct::iota<ct::tile<int, ct::shape<M, M>>>(), sum);
}

#define MULTIPLY(M, N, K, A, B) template __tile_global__ void multiply_floats<M, N, K, A, B>(float*, const float*, const float*, int, int, int);
#define FORMS(M, N, K)          \
  MULTIPLY(M, N, K, false, false) \
  MULTIPLY(M, N, K, false, true)  \
  MULTIPLY(M, N, K, true, false)  \
  MULTIPLY(M, N, K, true, true)
FORMS(64, 64, 16)
FORMS(64, 64, 64)
FORMS(128, 128, 8)
FORMS(128, 128, 32)
FORMS(32, 128, 16)
MULTIPLY(256, 128, 16, false, false)
MULTIPLY(256, 256, 32, false, true)
MULTIPLY(64, 256, 32, true, true)
template __tile_global__ void multiply_known<64, 64, 16>(float*, const float*, const float*);
template __tile_global__ void multiply_known<128, 128, 32>(float*, const float*, const float*);
template __tile_global__ void multiply_twice<16>(float*, const float*, const float*);
template __tile_global__ void multiply_twice<64>(float*, const float*, const float*);
