// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix products: every pair of element types that the language multiplies on all architectures, ragged extents, a column-major right side, a
// batch, and the short form without an accumulator.
#include "gemm.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tf32.h>

// d = alpha * a * b + beta * c with b column-major; half data, float sums.
__tile_global__ void gemm_scaled(__half* d, const __half* a, const __half* b, const __half* c, int m, int n, int k, float alpha,
                                 float beta) {
  constexpr int M = 32, N = 32, K = 16;
  auto va = tiles(a, ct::extents{m, k}, ct::shape<M, K>{});
  auto vb = tiles(b, ct::extents{k, n}, ct::shape<K, N>{}, ct::layout_left{});
  auto [i, j, z] = ct::bid();
  (void)z;
  auto sum = ct::zeros<ct::tile<float, ct::shape<M, N>>>();
  for (int t = 0; t < ct::ceildiv(k, K); ++t) sum = ct::mma(va.load_masked(i, t), vb.load_masked(t, j), sum);
  auto old = ct::element_cast<float>(tiles(c, ct::extents{m, n}, ct::shape<M, N>{}).load_masked(i, j));
  tiles(d, ct::extents{m, n}, ct::shape<M, N>{}).store_masked(ct::element_cast<__half>(alpha * sum + beta * old), i, j);
}

// A batch of left matrices against one right matrix.
template <int Batch, int M, int N, int K> __tile_global__ void gemm_batched(float* c, const float* a, const float* b) {
  using Products = ct::shape<Batch, M, N>;
  auto x = ct::load(a + ct::iota<ct::tile<int, ct::shape<Batch, M, K>>>());
  auto y = ct::load(b + ct::iota<ct::tile<int, ct::shape<1, K, N>>>());
  ct::store(c + ct::iota<ct::tile<int, Products>>(), ct::mma(x, y, ct::zeros<ct::tile<float, Products>>()));
}
template __tile_global__ void gemm_batched<4, 8, 8, 16>(float*, const float*, const float*);
template __tile_global__ void gemm_batched<2, 16, 4, 32>(float*, const float*, const float*);

template <int M, int N, int K> __tile_global__ void product_of_tiles(int* c, const signed char* a, const unsigned char* b) {
  auto x = ct::load(a + ct::iota<ct::tile<int, ct::shape<M, K>>>());
  auto y = ct::load(b + ct::iota<ct::tile<int, ct::shape<K, N>>>());
  ct::store(c + ct::iota<ct::tile<int, ct::shape<M, N>>>(), ct::matmul(x, y));
}
template __tile_global__ void product_of_tiles<16, 8, 32>(int*, const signed char*, const unsigned char*);
template __tile_global__ void product_of_tiles<32, 16, 64>(int*, const signed char*, const unsigned char*);

GEMM(float, float, float)
GEMM(double, double, double)
GEMM(__half, __half, float)
GEMM(__half, __half, __half)
GEMM(__nv_bfloat16, __nv_bfloat16, float)
GEMM(__nv_tf32, __nv_tf32, float)
GEMM(signed char, signed char, int)
GEMM(unsigned char, signed char, int)
GEMM(unsigned char, unsigned char, int)
template __tile_global__ void gemm<float, float, float, 64, 64, 32>(float*, const float*, const float*, int, int, int);
