// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of single tiles: every pair of element types that the language multiplies on all architectures; more warps than
// fragments, batches, transposed factors, products of products.
#include "matrix_shapes.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tf32.h>

// The same with eight warps, more than there are fragments.
template <class F, class G, class S, int M, int N, int K>
[[cutile::hint(0, num_worker_warps_per_cta = 8)]]
__tile_global__ void product_of_warps(S* d, const F* a, const G* b, const S* c) {
  put(d, ct::mma(whole(a, ct::shape<M, K>{}), whole(b, ct::shape<K, N>{}), whole(c, ct::shape<M, N>{})));
}

// Batches, of which the right one may be a single one for all.
template <class F, class S, int Batch, int Right, int M, int N, int K>
__tile_global__ void product_of_batch(S* d, const F* a, const F* b, const S* c) {
  put(d, ct::mma(whole(a, ct::shape<Batch, M, K>{}), whole(b, ct::shape<Right, K, N>{}), whole(c, ct::shape<Batch, M, N>{})));
}

// Factors that lie the other way round in memory.
template <class F, class S, int M, int N, int K> __tile_global__ void product_of_transposed(S* d, const F* a, const F* b, const S* c) {
  auto x = ct::transpose(whole(a, ct::shape<K, M>{}));
  auto y = ct::transpose(whole(b, ct::shape<N, K>{}));
  put(d, ct::mma(x, y, whole(c, ct::shape<M, N>{})));
}

// (a * b) * c with the first product rounded to the factors' type.
template <class F, int M, int N, int K, int L> __tile_global__ void product_of_product(float* d, const F* a, const F* b, const F* c) {
  auto first = ct::mma(whole(a, ct::shape<M, K>{}), whole(b, ct::shape<K, N>{}), ct::zeros<ct::tile<float, ct::shape<M, N>>>());
  put(d, ct::mma(ct::element_cast<F>(first), whole(c, ct::shape<N, L>{}), ct::zeros<ct::tile<float, ct::shape<M, L>>>()));
}

SHAPES(float, float, float)
SHAPES(double, double, double)
SHAPES(__half, __half, float)
SHAPES(__half, __half, __half)
SHAPES(__nv_bfloat16, __nv_bfloat16, float)
SHAPES(__nv_tf32, __nv_tf32, float)
SHAPES(signed char, signed char, int)
SHAPES(unsigned char, unsigned char, int)
SHAPES(signed char, unsigned char, int)
SHAPES(unsigned char, signed char, int)
PRODUCT(bool, bool, int, 1, 1, 1)
PRODUCT(bool, bool, int, 8, 2, 4)
PRODUCT(bool, bool, int, 16, 8, 16)
PRODUCT(bool, bool, int, 32, 16, 1)
PRODUCT(bool, bool, int, 64, 32, 32)

PLAIN_PRODUCTS(float, float, float)
PLAIN_PRODUCTS(double, double, double)
PLAIN_PRODUCTS(__half, __half, __half)
PLAIN_PRODUCTS(__nv_bfloat16, __nv_bfloat16, float)
PLAIN_PRODUCTS(__nv_tf32, __nv_tf32, float)
PLAIN_PRODUCTS(signed char, signed char, int)
PLAIN_PRODUCTS(unsigned char, unsigned char, int)
PLAIN_PRODUCTS(signed char, unsigned char, int)
PLAIN_PRODUCTS(unsigned char, signed char, int)
PLAIN_PRODUCTS(bool, bool, int)

#define WARPS(F, G, S, M, N, K) template __tile_global__ void product_of_warps<F, G, S, M, N, K>(S*, const F*, const G*, const S*);
WARPS(__half, __half, float, 16, 8, 16)
WARPS(__half, __half, float, 32, 16, 16)
WARPS(__half, __half, float, 8, 128, 32)
WARPS(double, double, double, 8, 8, 8)
WARPS(float, float, float, 16, 8, 16)
WARPS(signed char, signed char, int, 128, 4, 8)

#define BATCH(F, S, B, R, M, N, K) template __tile_global__ void product_of_batch<F, S, B, R, M, N, K>(S*, const F*, const F*, const S*);
BATCH(__half, float, 4, 4, 16, 16, 16)
BATCH(__half, float, 16, 1, 2, 8, 4)
BATCH(float, float, 2, 1, 16, 16, 8)
BATCH(double, double, 2, 2, 4, 16, 8)
BATCH(signed char, int, 8, 8, 16, 8, 32)

#define TRANSPOSED(F, S, M, N, K) template __tile_global__ void product_of_transposed<F, S, M, N, K>(S*, const F*, const F*, const S*);
TRANSPOSED(__half, float, 32, 16, 64)
TRANSPOSED(__nv_bfloat16, float, 16, 32, 16)
TRANSPOSED(__nv_tf32, float, 16, 16, 16)
TRANSPOSED(float, float, 16, 8, 32)
TRANSPOSED(signed char, int, 32, 16, 64)
TRANSPOSED(double, double, 8, 16, 8)
TRANSPOSED(double, double, 64, 1, 32)

template __tile_global__ void product_of_product<__half, 32, 64, 16, 32>(float*, const __half*, const __half*, const __half*);
template __tile_global__ void product_of_product<__nv_bfloat16, 64, 16, 32, 16>(float*, const __nv_bfloat16*, const __nv_bfloat16*, const __nv_bfloat16*);
