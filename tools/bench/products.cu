// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of whole matrices and attention as a user writes them, for tools/bench/products.py: no hints, no alignment promised.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_tf32.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// With PROMISES_ALIGNMENT pointers and extents are multiples of 16: for NVIDIA's compiler (nvidia_products.py), which takes no copy engine
// without. Ours is never told.
#ifdef PROMISES_ALIGNMENT
// Without, sums of more than 64 KB are given to four warps, which have no registers for them.
#define OF_EIGHT_WARPS [[cutile::hint(900, num_worker_warps_per_cta = M * N * sizeof(Sum) > 128 * 128 * 4 ? 8 : 4)]]
using namespace ct::literals;
template <class P> __tile__ auto promised(P* p) { return ct::assume_aligned(p, 16_ic); }
__tile__ inline int promised(int extent) { return ct::assume_divisible(extent, 16_ic); }
#else
#define OF_EIGHT_WARPS
template <class T> __tile__ auto promised(T x) { return x; }
#endif

template <class P, class Extents, class Shape, class Layout = ct::layout_right>
__tile__ auto tiles(P* p, Extents extents, Shape shape, Layout layout = {}) {
  return ct::partition_view{ct::tensor_span{promised(p), extents, layout}, shape};
}

// c = a * b, b row-major (`NN`).
template <class T, class Sum, class Out, int M, int N, int K>
OF_EIGHT_WARPS __tile_global__ void gemm_nn(Out* c, const T* a, const T* b, int m, int n, int k) {
  m = promised(m), n = promised(n), k = promised(k);
  auto va = tiles(a, ct::extents{m, k}, ct::shape<M, K>{});
  auto vb = tiles(b, ct::extents{k, n}, ct::shape<K, N>{});
  auto [i, j, z] = ct::bid();
  (void)z;
  auto sum = ct::zeros<ct::tile<Sum, ct::shape<M, N>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, K))) sum = ct::mma(va.load_masked(i, t), vb.load_masked(t, j), sum);
  tiles(c, ct::extents{m, n}, ct::shape<M, N>{}).store_masked(ct::element_cast<Out>(sum), i, j);
}

// c = a * b, b column-major (`NT`).
template <class T, class Sum, class Out, int M, int N, int K>
OF_EIGHT_WARPS __tile_global__ void gemm_nt(Out* c, const T* a, const T* b, int m, int n, int k) {
  m = promised(m), n = promised(n), k = promised(k);
  auto va = tiles(a, ct::extents{m, k}, ct::shape<M, K>{});
  auto vb = tiles(b, ct::extents{k, n}, ct::shape<K, N>{}, ct::layout_left{});
  auto [i, j, z] = ct::bid();
  (void)z;
  auto sum = ct::zeros<ct::tile<Sum, ct::shape<M, N>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, K))) sum = ct::mma(va.load_masked(i, t), vb.load_masked(t, j), sum);
  tiles(c, ct::extents{m, n}, ct::shape<M, N>{}).store_masked(ct::element_cast<Out>(sum), i, j);
}

#ifndef ONLY_TEMPLATES
#define GEMM(KERNEL, T, SUM, OUT, K)                                                          \
  template __tile_global__ void KERNEL<T, SUM, OUT, 128, 256, K>(OUT*, const T*, const T*, int, int, int); \
  template __tile_global__ void KERNEL<T, SUM, OUT, 128, 128, K>(OUT*, const T*, const T*, int, int, int); \
  template __tile_global__ void KERNEL<T, SUM, OUT, 64, 128, K>(OUT*, const T*, const T*, int, int, int);
GEMM(gemm_nn, __nv_bfloat16, float, __nv_bfloat16, 64)
GEMM(gemm_nt, __nv_bfloat16, float, __nv_bfloat16, 64)
GEMM(gemm_nn, __half, float, __half, 64)
GEMM(gemm_nt, __half, float, __half, 64)
GEMM(gemm_nt, __nv_tf32, float, float, 32)
GEMM(gemm_nt, signed char, int, int, 128)
GEMM(gemm_nt, __nv_fp8_e4m3, float, __nv_bfloat16, 128)
GEMM(gemm_nt, double, double, double, 16)
template __tile_global__ void gemm_nn<float, float, float, 128, 128, 32>(float*, const float*, const float*, int, int, int);
template __tile_global__ void gemm_nt<float, float, float, 128, 128, 32>(float*, const float*, const float*, int, int, int);
// Few rows: weights are read once.
template __tile_global__ void gemm_nt<__nv_bfloat16, float, __nv_bfloat16, 16, 128, 128>(__nv_bfloat16*, const __nv_bfloat16*,
                                                                                         const __nv_bfloat16*, int, int, int);

// c = a * transpose(b) for one row a, as a sum of products.
template <int N, int K>
__tile_global__ void row_times_matrix(__nv_bfloat16* c, const __nv_bfloat16* a, const __nv_bfloat16* b, int n, int k) {
  auto va = tiles(a, ct::extents{1, k}, ct::shape<1, K>{});
  auto vb = tiles(b, ct::extents{n, k}, ct::shape<N, K>{});
  int j = ct::bid().x;
  auto sum = ct::zeros<ct::tile<float, ct::shape<N, K>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, K)))
    sum = sum + ct::element_cast<float>(vb.load_masked(j, t)) * ct::element_cast<float>(va.load_masked(0, t));
  tiles(c, ct::extents{n, 1}, ct::shape<N, 1>{}).store_masked(ct::element_cast<__nv_bfloat16>(ct::sum<1>(sum)), j, 0);
}
template __tile_global__ void row_times_matrix<2, 4096>(__nv_bfloat16*, const __nv_bfloat16*, const __nv_bfloat16*, int, int);

// What reading alone takes.
__tile_global__ void sums_of_tiles(float* out, const float* in, int n, int blocks) {
  int j = ct::bid().x;
  auto sum = ct::sum<0>(tiles(in, ct::extents{n}, ct::shape<1024>{}).load_masked(j));
  tiles(out, ct::extents{blocks}, ct::shape<1>{}).store_masked(ct::reshape(sum, ct::shape<1>{}), j);
}

// out = softmax(scale * q * transpose(k)) * v for each head; rows of `Width`, `keys` a multiple of `Keys`. Weights below 2^-126 are
// zero, which spares three instructions for each (with -ftz=true it need not be said).
template <int Queries, int Keys, int Width>
__tile_global__ void attention(__nv_bfloat16* __restrict__ out, const __nv_bfloat16* __restrict__ q, const __nv_bfloat16* __restrict__ k,
                               const __nv_bfloat16* __restrict__ v, int queries, int keys, int heads, float scale) {
  int block = ct::bid().x, head = ct::bid().y;
  auto rows = [heads](auto* p, int count, auto shape) {
    return tiles(p, ct::extents{heads, count, ct::integral_constant<Width>{}}, shape);
  };
  using Rows = ct::shape<1, Queries, Width>;
  auto vk = rows(k, keys, ct::shape<1, Keys, Width>{}), vv = rows(v, keys, ct::shape<1, Keys, Width>{});
  auto largest = ct::full<ct::tile<float, ct::shape<Queries, 1>>>(-__builtin_inff());
  auto total = ct::zeros<ct::tile<float, ct::shape<Queries, 1>>>();
  auto sum = ct::zeros<ct::tile<float, ct::shape<Queries, Width>>>();
  auto query = ct::reshape(rows(q, queries, Rows{}).load_masked(head, block, 0), ct::shape<Queries, Width>{});
  float to_base_2 = scale * 1.44269504f;
  for (int t : ct::irange(0, keys / Keys)) {
    auto key = ct::reshape(vk.load_masked(head, t, 0), ct::shape<Keys, Width>{});
    auto scores = ct::mma(query, ct::transpose(key), ct::zeros<ct::tile<float, ct::shape<Queries, Keys>>>());
    auto next = ct::max(largest, ct::reduce_max<1>(scores) * to_base_2);
    auto weights = ct::exp2(scores * to_base_2 - next, ct::round_subnormals_to_zero_t{});
    auto shrink = ct::exp2(largest - next, ct::round_subnormals_to_zero_t{});
    total = total * shrink + ct::sum<1>(weights);
    auto value = ct::reshape(vv.load_masked(head, t, 0), ct::shape<Keys, Width>{});
    sum = ct::mma(ct::element_cast<__nv_bfloat16>(weights), value, sum * shrink);
    largest = next;
  }
  rows(out, queries, Rows{}).store_masked(ct::reshape(ct::element_cast<__nv_bfloat16>(sum * (1.0f / total)), Rows{}), head, block, 0);
}

#define ATTENTION(Q, K, W)                                                                                                   \
  template __tile_global__ void attention<Q, K, W>(__nv_bfloat16*, const __nv_bfloat16*, const __nv_bfloat16*, \
                                                   const __nv_bfloat16*, int, int, int, float);
ATTENTION(128, 128, 128)
ATTENTION(64, 64, 128)
ATTENTION(128, 128, 64)
ATTENTION(64, 128, 64)
ATTENTION(128, 64, 256)
#endif
