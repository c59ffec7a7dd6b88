// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles of strategies.txt: a kernel a line, so that remarks say by their line which one they are of.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

using Bf16 = __nv_bfloat16;
using Half = __half;
using Tf32 = __nv_tf32;
using Fp8 = __nv_fp8_e4m3;
using Int8 = signed char;

template <int Rows, int Columns, class P, class Layout = ct::layout_right>
__tile__ auto tiles(P* p, int rows, int columns, Layout layout = {}) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}, layout}, ct::shape<Rows, Columns>{}};
}
template <class T, int M, int N> using Tile = ct::tile<T, ct::shape<M, N>>;

#define HINT(...) [[cutile::hint(0, __VA_ARGS__)]]
#define GEMM_OF(LAYOUT, HINTS, NAME, T, SUM, M, N, K)                                                                          \
  HINTS __tile_global__ void NAME(SUM* c, const T* a, const T* b, int m, int n, int k) {                                      \
    auto va = tiles<M, K>(a, m, k);                                                                                           \
    auto vb = tiles<K, N>(b, k, n, ct::LAYOUT{});                                                                             \
    auto sum = ct::zeros<Tile<SUM, M, N>>();                                                                                  \
    for (int t : ct::irange(0, ct::ceildiv(k, K)))                                                                            \
      sum = ct::mma(va.load_masked(ct::bid().x, t), vb.load_masked(t, ct::bid().y), sum);                                     \
    tiles<M, N>(c, m, n).store_masked(sum, ct::bid().x, ct::bid().y);                                                         \
  }
#define NN(...) GEMM_OF(layout_right, __VA_ARGS__)
#define NT(...) GEMM_OF(layout_left, __VA_ARGS__)

// Two sums in one loop.
#define GATED(HINTS, NAME, T, M, N, K)                                                                                         \
  HINTS __tile_global__ void NAME(T* c, const T* a, const T* b, const T* d, int m, int n, int k) {                            \
    auto va = tiles<M, K>(a, m, k);                                                                                           \
    auto vb = tiles<K, N>(b, k, n), vd = tiles<K, N>(d, k, n);                                                                \
    auto x = ct::zeros<Tile<float, M, N>>(), y = x;                                                                           \
    for (int t : ct::irange(0, ct::ceildiv(k, K))) {                                                                          \
      auto rows = va.load_masked(ct::bid().x, t);                                                                             \
      x = ct::mma(rows, vb.load_masked(t, ct::bid().y), x);                                                                   \
      y = ct::mma(rows, vd.load_masked(t, ct::bid().y), y);                                                                   \
    }                                                                                                                         \
    tiles<M, N>(c, m, n).store_masked(ct::element_cast<T>(x / (1.0f + ct::exp(-x)) * y), ct::bid().x, ct::bid().y);           \
  }

// An operand that is computed: the first one scaled by rows, the second one widened.
#define SCALED(HINTS, NAME, T, M, N, K)                                                                                        \
  HINTS __tile_global__ void NAME(T* c, const T* a, const float* scales, const T* b, int m, int n, int k) {                   \
    auto va = tiles<M, K>(a, m, k);                                                                                           \
    auto vb = tiles<K, N>(b, k, n);                                                                                           \
    auto scale = tiles<M, 1>(scales, m, 1).load_masked(ct::bid().x, 0);                                                       \
    auto sum = ct::zeros<Tile<float, M, N>>();                                                                                \
    for (int t : ct::irange(0, ct::ceildiv(k, K)))                                                                            \
      sum = ct::mma(ct::element_cast<T>(ct::element_cast<float>(va.load_masked(ct::bid().x, t)) * scale),                     \
                    vb.load_masked(t, ct::bid().y), sum);                                                                     \
    tiles<M, N>(c, m, n).store_masked(ct::element_cast<T>(sum), ct::bid().x, ct::bid().y);                                    \
  }
#define WIDENED(HINTS, NAME, T, M, N, K)                                                                                       \
  HINTS __tile_global__ void NAME(T* c, const T* a, const Int8* b, int m, int n, int k) {                                     \
    auto va = tiles<M, K>(a, m, k);                                                                                           \
    auto vb = tiles<K, N>(b, k, n, ct::layout_left{});                                                                        \
    auto sum = ct::zeros<Tile<float, M, N>>();                                                                                \
    for (int t : ct::irange(0, ct::ceildiv(k, K)))                                                                            \
      sum = ct::mma(va.load_masked(ct::bid().x, t), ct::element_cast<T>(vb.load_masked(t, ct::bid().y)), sum);                \
    tiles<M, N>(c, m, n).store_masked(ct::element_cast<T>(sum), ct::bid().x, ct::bid().y);                                    \
  }

// An MMA of an MMA: scores of as many queries and keys, heads so wide.
#define ATTENTION(HINTS, NAME, T, QUERIES, KEYS, WIDTH)                                                                        \
  HINTS __tile_global__ void NAME(T* out, const T* q, const T* k, const T* v, int queries, int keys) {                        \
    auto vk = tiles<KEYS, WIDTH>(k, keys, WIDTH), vv = tiles<KEYS, WIDTH>(v, keys, WIDTH);                                    \
    auto largest = ct::full<Tile<float, QUERIES, 1>>(-__builtin_inff()), total = ct::zeros<Tile<float, QUERIES, 1>>();        \
    auto sum = ct::zeros<Tile<float, QUERIES, WIDTH>>();                                                                      \
    auto query = tiles<QUERIES, WIDTH>(q, queries, WIDTH).load_masked(ct::bid().x, 0);                                        \
    for (int t : ct::irange(0, ct::ceildiv(keys, KEYS))) {                                                                    \
      auto scores = ct::mma(query, ct::transpose(vk.load_masked(t, 0)), ct::zeros<Tile<float, QUERIES, KEYS>>());             \
      auto next = ct::max(largest, ct::reduce_max<1>(scores));                                                                \
      auto weights = ct::exp(scores - next);                                                                                  \
      auto shrink = ct::exp(largest - next);                                                                                  \
      total = total * shrink + ct::sum<1>(weights);                                                                           \
      sum = ct::mma(ct::element_cast<T>(weights), vv.load_masked(t, 0), sum * shrink);                                        \
      largest = next;                                                                                                         \
    }                                                                                                                         \
    tiles<QUERIES, WIDTH>(out, queries, WIDTH).store_masked(ct::element_cast<T>(sum / total), ct::bid().x, 0);                \
  }

NN(, bf16_64x64x64, Bf16, float, 64, 64, 64)
NN(, bf16_64x128x64, Bf16, float, 64, 128, 64)
NN(, bf16_64x256x64, Bf16, float, 64, 256, 64)
NN(, bf16_128x128x64, Bf16, float, 128, 128, 64)
NT(, bf16_nt_128x128x64, Bf16, float, 128, 128, 64)
NN(, bf16_128x256x64, Bf16, float, 128, 256, 64)
NN(, bf16_256x128x64, Bf16, float, 256, 128, 64)
NN(, bf16_256x256x32, Bf16, float, 256, 256, 32)
NN(, f16_sums_128x256x64, Half, Half, 128, 256, 64)
NN(HINT(num_worker_warps_per_cta = 16), by_16_128x256x64, Bf16, float, 128, 256, 64)
NN(HINT(num_worker_warps_per_cta = 4), by_4_128x128x64, Bf16, float, 128, 128, 64)
NN(HINT(occupancy = 2), two_of_128x128x64, Bf16, float, 128, 128, 64)
NN(HINT(occupancy = 2), two_of_128x256x64, Bf16, float, 128, 256, 64)
NN(HINT(occupancy = 8), eight_of_64x128x64, Bf16, float, 64, 128, 64)
NN(HINT(num_cta_in_cga = 2), pairs_of_128x256x64, Bf16, float, 128, 256, 64)
NT(, few_rows_16x128x128, Bf16, float, 16, 128, 128)
NT(, one_row_1x128x128, Bf16, float, 1, 128, 128)
#if __CUDA_ARCH__ >= 890
NT(, fp8_128x256x128, Fp8, float, 128, 256, 128)
NT(, fp8_128x128x128, Fp8, float, 128, 128, 128)
#endif
NN(, tf32_128x128x32, Tf32, float, 128, 128, 32)
NT(, int8_128x256x128, Int8, int, 128, 256, 128)
NN(, f64_128x128x16, double, double, 128, 128, 16)
NN(HINT(occupancy = 2, num_worker_warps_per_cta = 8), two_of_f64_128x64x32, double, double, 128, 64, 32)
NN(, f32_128x128x16, float, float, 128, 128, 16)
GATED(, gated_128x128x64, Bf16, 128, 128, 64)
GATED(, gated_64x256x64, Bf16, 64, 256, 64)
SCALED(, scaled_128x128x64, Bf16, 128, 128, 64)
SCALED(, scaled_128x256x64, Bf16, 128, 256, 64)
WIDENED(, widened_128x128x64, Bf16, 128, 128, 64)
ATTENTION(, attention_128x128x64, Bf16, 128, 128, 64)
ATTENTION(, attention_128x128x128, Bf16, 128, 128, 128)
ATTENTION(, attention_128x64x256, Bf16, 128, 64, 256)
ATTENTION(, attention_64x64x128, Bf16, 64, 64, 128)
