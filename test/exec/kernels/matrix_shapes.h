// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A product of single tiles, with extents from 1 up, so that fragments of instructions are larger than the tile in each
// dimension.
#pragma once
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <class T, class Shape> __tile__ auto whole(const T* p, Shape) {
  return ct::load(p + ct::iota<ct::tile<int, Shape>>());
}
template <class T, class Shape> __tile__ void put(T* p, ct::tile<T, Shape> value) {
  ct::store(p + ct::iota<ct::tile<int, Shape>>(), value);
}

// d = a * b + c.
template <class F, class G, class S, int M, int N, int K>
__tile_global__ void product(S* d, const F* a, const G* b, const S* c) {
  put(d, ct::mma(whole(a, ct::shape<M, K>{}), whole(b, ct::shape<K, N>{}), whole(c, ct::shape<M, N>{})));
}

// d = a * b, summed in the type that the language chooses.
template <class F, class G, class S, int M, int N, int K> __tile_global__ void plain_product(S* d, const F* a, const G* b) {
  ct::tile<S, ct::shape<M, N>> sums = ct::matmul(whole(a, ct::shape<M, K>{}), whole(b, ct::shape<K, N>{}));
  static_assert(__is_same(ct::tile_element_t<decltype(ct::matmul(whole(a, ct::shape<M, K>{}), whole(b, ct::shape<K, N>{})))>, S));
  put(d, sums);
}

#define PLAIN_PRODUCT(F, G, S, M, N, K) template __tile_global__ void plain_product<F, G, S, M, N, K>(S*, const F*, const G*);
#define PLAIN_PRODUCTS(F, G, S) PLAIN_PRODUCT(F, G, S, 16, 8, 16) PLAIN_PRODUCT(F, G, S, 2, 32, 8)
#define PRODUCT(F, G, S, M, N, K) template __tile_global__ void product<F, G, S, M, N, K>(S*, const F*, const G*, const S*);
#define SHAPES(F, G, S)         \
  PRODUCT(F, G, S, 1, 1, 1)     \
  PRODUCT(F, G, S, 2, 1, 8)     \
  PRODUCT(F, G, S, 1, 16, 2)    \
  PRODUCT(F, G, S, 8, 2, 4)     \
  PRODUCT(F, G, S, 16, 8, 16)   \
  PRODUCT(F, G, S, 32, 16, 1)   \
  PRODUCT(F, G, S, 4, 64, 64)   \
  PRODUCT(F, G, S, 64, 32, 32)
