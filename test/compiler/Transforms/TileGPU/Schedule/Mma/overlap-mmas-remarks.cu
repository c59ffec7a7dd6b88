// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --remarks -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="run on into" --implicit-check-not="waited for"
// One remark for each of the user's loops that multiplies: none for the loop over blocks, nor for a loop around one whose first iteration
// has come to stand before it; and none that denies what another pass says of the same loop.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using T = __nv_bfloat16;

template <class P, class S> __tile__ auto tiles(P* p, int rows, int columns, S shape) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, shape};
}

// CHECK: :[[#@LINE+4]]:{{[0-9]+}}: remark: the MMAs of one iteration run on into the next
__tile_global__ void one_line(float* __restrict__ c, const T* __restrict__ a, const T* __restrict__ b, int m, int n, int k) {
  auto va = tiles(a, m, k, ct::shape<128, 64>{}); auto vb = tiles(b, k, n, ct::shape<64, 128>{}); auto s = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  // clang-format off
  for (int r : ct::irange(0, 3)) for (int t : ct::irange(0, ct::ceildiv(k, 64))) s = ct::mma(va.load_masked((int)ct::bid().x + r, t), vb.load_masked(t, ct::bid().y), s);
  tiles(c, m, n, ct::shape<128, 128>{}).store_masked(s, ct::bid().x, ct::bid().y);
}

// An MMA of the next iteration runs beside this one's work: what says so is not denied.
// CHECK: :[[#@LINE+5]]:{{[0-9]+}}: remark: the MMA of the next iteration is started before this one's accumulators are used
__tile_global__ void two_scores(float* __restrict__ c, const T* __restrict__ a, const T* __restrict__ b, const T* __restrict__ d, int m, int n) {
  auto va = tiles(a, m, 64, ct::shape<64, 64>{}); auto vb = tiles(b, 64, n, ct::shape<64, 64>{}), vd = tiles(d, 64, n, ct::shape<64, 64>{});
  auto sum = ct::zeros<ct::tile<float, ct::shape<64, 64>>>(), zero = sum;
  auto rows = va.load_masked(ct::bid().x, 0);
  for (int t : ct::irange(0, ct::ceildiv(n, 64))) sum = sum + ct::mma(rows, vb.load_masked(0, t), zero) * ct::mma(rows, vd.load_masked(0, t), zero);
  tiles(c, m, 64, ct::shape<64, 64>{}).store_masked(sum, ct::bid().x, 0);
}

// CHECK: :[[#@LINE+4]]:{{[0-9]+}}: remark: the MMAs of one iteration do not run on into the next: the loop reads what it multiplies
__tile_global__ void halved(float* __restrict__ c, const T* __restrict__ a, const T* __restrict__ b, int m, int n, int k) {
  auto va = tiles(a, m, k, ct::shape<128, 64>{}); auto vb = tiles(b, k, n, ct::shape<64, 128>{});
  auto s = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64))) s = ct::mma(va.load_masked(ct::bid().x, t), vb.load_masked(t, ct::bid().y), s * 0.5f);
  tiles(c, m, n, ct::shape<128, 128>{}).store_masked(s, ct::bid().x, ct::bid().y);
}
