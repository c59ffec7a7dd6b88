// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_80 -o %t.ptx && FileCheck %s --check-prefix=AMPERE < %t.ptx
// RUN: tilec %s -arch=sm_90a --f32-mmas=exact -o %t.ptx && FileCheck %s --check-prefix=HOPPER < %t.ptx
// RUN: tilec %s -arch=sm_120a -o %t.ptx && FileCheck %s --check-prefix=BLACKWELL < %t.ptx
// How many CTAs a hint gets depends on what else a lane holds: each element that it loads alone, two steps of operands of f64 and of
// multiply-adds, bytes that lie across K, the sums of fp8 twice. Of each kernel the last entry is for
// any addresses, those before it for aligned ones.
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int R, int C, class P, class Layout = ct::layout_right> __tile__ auto tiles(P* p, int r, int c, Layout layout = {}) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{r, c}, layout}, ct::shape<R, C>{}};
}
#define PRODUCT(NAME, CTAS, T, S, M, N, K, LAYOUT)                                                                             \
  [[cutile::hint(0, occupancy = CTAS)]] __tile_global__ void NAME(S* c, const T* a, const T* b, int m, int n, int k) {         \
    auto va = tiles<M, K>(a, m, k);                                                                                           \
    auto vb = tiles<K, N>(b, k, n, ct::LAYOUT{});                                                                             \
    auto sum = ct::zeros<ct::tile<S, ct::shape<M, N>>>();                                                                     \
    for (int t : ct::irange(0, ct::ceildiv(k, K)))                                                                            \
      sum = ct::mma(va.load_masked(ct::bid().x, t), vb.load_masked(t, ct::bid().y), sum);                                     \
    tiles<M, N>(c, m, n).store_masked(sum, ct::bid().x, ct::bid().y);                                                         \
  }

// 64 sums and 24 registers of operands; 48 elements one by one.
// AMPERE: .entry _Z6halvesB2v1P
// AMPERE: .minnctapersm 4
// AMPERE: .entry _Z6halvesP
// AMPERE: .minnctapersm 3
PRODUCT(halves, 4, __nv_bfloat16, float, 64, 128, 32, layout_right)
// 64 sums, and operands 4 deep; from 9.0 on 16 deep and the next ones.
// AMPERE: .entry _Z7doublesB2v1P
// AMPERE: .minnctapersm 4
// HOPPER: .entry _Z7doublesB2v1P
// HOPPER: .minnctapersm 1
// BLACKWELL: .entry _Z7doublesB2v1P
// BLACKWELL: .minnctapersm 2
PRODUCT(doubles, 4, double, double, 64, 64, 32, layout_right)
// 64 sums, and 64 registers of operands; lanes read those as they multiply, whoever brings them.
// AMPERE: .entry _Z6floatsB2v1P
// AMPERE: .minnctapersm 3
// AMPERE: .entry _Z6floatsP
// AMPERE: .minnctapersm 3
// HOPPER: .entry _Z6floatsB2v1P
// HOPPER: .minnctapersm 3
// HOPPER: .entry _Z6floatsP
// HOPPER: .minnctapersm 3
PRODUCT(floats, 3, float, float, 64, 64, 32, layout_right)
// AMPERE: .entry _Z12bytes_acrossB2v1P
// AMPERE: .minnctapersm 3
// AMPERE: .entry _Z12bytes_acrossP
// AMPERE: .minnctapersm 2
PRODUCT(bytes_across, 4, signed char, int, 64, 128, 64, layout_right)
// AMPERE: .entry _Z11bytes_alongB2v1P
// AMPERE: .minnctapersm 4
PRODUCT(bytes_along, 4, signed char, int, 64, 128, 64, layout_left)
#if __CUDA_ARCH__ >= 890
// BLACKWELL: .entry _Z4fp8sB2v1P
// BLACKWELL: .minnctapersm 4
PRODUCT(fp8s, 8, __nv_fp8_e4m3, float, 128, 32, 64, layout_right)
#endif
