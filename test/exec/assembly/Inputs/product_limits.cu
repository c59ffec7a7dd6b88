// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: --variants=2
// What the assembler could refuse: products of the largest tiles, several sums in one loop, and hints that ask for more warps or CTAs than
// leave a lane the registers of an instruction.
#include "../../kernels/gemm_forms.h"
#include <cuda_bf16.h>
#include <cuda_fp8.h>

using Bf16 = __nv_bfloat16;
using Fp8 = __nv_fp8_e4m3;

#define HINTED(...) [[cutile::hint(0, __VA_ARGS__)]]

#define PRODUCT(HINTS, NAME, T, M, N, K)                                                                                      \
  HINTS __tile_global__ void NAME(Bf16* c, const T* a, const T* b, int m, int n, int k) {                                     \
    int i = ct::bid().x, j = ct::bid().y;                                                                                     \
    auto va = matrix_tiles<M, K>(a, m, k);                                                                                    \
    auto sum = product_of_views<float, M, N>(va, matrix_tiles<K, N>(b, k, n), i, j, 0, ct::ceildiv(k, K));                    \
    matrix_tiles<M, N>(c, m, n).store_masked(ct::element_cast<Bf16>(sum), i, j);                                              \
  }
PRODUCT(, square_256, Bf16, 256, 256, 32)
PRODUCT(HINTED(num_worker_warps_per_cta = 32), square_256_by_32_warps, Bf16, 256, 256, 32)
PRODUCT(, fp8_square_256, Fp8, 256, 256, 64)
PRODUCT(, wide_512, Bf16, 128, 512, 32)
PRODUCT(HINTED(occupancy = 2), two_of_128_256, Bf16, 128, 256, 32)
PRODUCT(HINTED(occupancy = 2, num_cta_in_cga = 2), two_pairs_of_128_256, Bf16, 128, 256, 32)
PRODUCT(HINTED(occupancy = 2, num_worker_warps_per_cta = 16), two_of_16_warps, Bf16, 128, 256, 32)
PRODUCT(HINTED(occupancy = 4), four_of_128_256, Bf16, 128, 256, 32)
PRODUCT(HINTED(occupancy = 4), four_of_128_128, Bf16, 128, 128, 32)
PRODUCT(HINTED(occupancy = 4), four_of_64_256, Bf16, 64, 256, 32)
PRODUCT(HINTED(occupancy = 16), sixteen_of_64_128, Bf16, 64, 128, 32)

// An instruction of f64 takes more than 56 registers of a lane.
#define F64(HINTS, NAME, M, N)                                                                                                \
  HINTS __tile_global__ void NAME(double* c, const double* a, const double* b, int m, int n, int k) {                         \
    int i = ct::bid().x, j = ct::bid().y;                                                                                     \
    auto sum = product_of_views<double, M, N>(matrix_tiles<M, 16>(a, m, k), matrix_tiles<16, N>(b, k, n), i, j, 0,            \
                                              ct::ceildiv(k, 16));                                                            \
    matrix_tiles<M, N>(c, m, n).store_masked(sum, i, j);                                                                      \
  }
F64(HINTED(occupancy = 2, num_worker_warps_per_cta = 16), two_of_f64, 64, 64)
F64(HINTED(occupancy = 4, num_worker_warps_per_cta = 8), four_of_f64, 32, 32)
F64(HINTED(occupancy = 9, num_worker_warps_per_cta = 4), nine_of_f64, 16, 32)

// Two sums in one loop.
template <int M, int N, int K> __tile_global__ void gated(Bf16* c, const Bf16* a, const Bf16* b, const Bf16* d, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto va = matrix_tiles<M, K>(a, m, k);
  auto vb = matrix_tiles<K, N>(b, k, n), vd = matrix_tiles<K, N>(d, k, n);
  auto gates = ct::zeros<ct::tile<float, ct::shape<M, N>>>(), values = gates;
  for (int t : ct::irange(0, ct::ceildiv(k, K))) {
    auto rows = va.load_masked(i, t);
    gates = ct::mma(rows, vb.load_masked(t, j), gates);
    values = ct::mma(rows, vd.load_masked(t, j), values);
  }
  matrix_tiles<M, N>(c, m, n).store_masked(ct::element_cast<Bf16>(silu(gates) * values), i, j);
}
#define GATED(M, N, K) template __tile_global__ void gated<M, N, K>(Bf16*, const Bf16*, const Bf16*, const Bf16*, int, int, int);
GATED(64, 256, 64)
GATED(128, 128, 64)
GATED(256, 256, 16)

// Three, which two warpgroups hold with what the producer's does not need, and neither one nor four.
#define THREE_SUMS(HINTS, NAME)                                                                                               \
  HINTS __tile_global__ void NAME(Bf16* c, const Bf16* a, const Bf16* b, int m, int n, int k) {                               \
    int i = ct::bid().x;                                                                                                      \
    auto va = matrix_tiles<64, 32>(a, m, k);                                                                                  \
    auto vb = matrix_tiles<32, 256>(b, k, n);                                                                                 \
    auto first = ct::zeros<ct::tile<float, ct::shape<64, 256>>>(), second = first, third = first;                             \
    for (int t : ct::irange(0, ct::ceildiv(k, 32))) {                                                                         \
      auto rows = va.load_masked(i, t);                                                                                       \
      first = ct::mma(rows, vb.load_masked(t, 0), first);                                                                     \
      second = ct::mma(rows, vb.load_masked(t, 1), second);                                                                   \
      third = ct::mma(rows, vb.load_masked(t, 2), third);                                                                     \
    }                                                                                                                         \
    matrix_tiles<64, 256>(c, m, n).store_masked(ct::element_cast<Bf16>(first * second + third), i, 0);                        \
  }
THREE_SUMS(, three_sums)
THREE_SUMS(HINTED(num_worker_warps_per_cta = 8), three_sums_by_8_warps)
THREE_SUMS([[cutile::hint(900, num_worker_warps_per_cta = 16)]], three_sums_by_16_warps)

// A product of a product: scores stay in registers, as factors of the second one.
HINTED(occupancy = 4)
__tile_global__ void four_of_products_of_products(Bf16* c, const Bf16* a, const Bf16* b, const Bf16* d, int m, int n) {
  int i = ct::bid().x;
  auto vb = matrix_tiles<128, 128>(b, n, 128), vd = matrix_tiles<128, 128>(d, n, 128);
  auto rows = matrix_tiles<128, 128>(a, m, 128).load_masked(i, 0);
  using Sums = ct::tile<float, ct::shape<128, 128>>;
  auto sum = ct::zeros<Sums>();
  for (int t : ct::irange(0, ct::ceildiv(n, 128))) {
    auto scores = ct::mma(rows, ct::transpose(vb.load_masked(t, 0)), ct::zeros<Sums>());
    sum = ct::mma(ct::element_cast<Bf16>(ct::exp(scores)), vd.load_masked(t, 0), sum);
  }
  matrix_tiles<128, 128>(c, m, 128).store_masked(ct::element_cast<Bf16>(sum), i, 0);
}
