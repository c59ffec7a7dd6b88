// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of both operands of an MMA count together: each has fewer than a loop would chain for itself.
// RUN: tilec %s -arch=sm_80 -o - | FileCheck %s
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// CHECK-LABEL: .entry _Z8multiplyPiPKaS1_iii(
// CHECK: ld.global.b8
// CHECK: add.s64 %rd{{[0-9]+}}, %rd{{[0-9]+}}, %rd[[STRIDE:[0-9]+]];
// CHECK-COUNT-14: add.s64 %rd{{[0-9]+}}, %rd{{[0-9]+}}, %rd[[STRIDE]];
__tile_global__ void multiply(int* c, const signed char* a, const signed char* b, int m, int n, int k) {
  auto view = [](auto* p, int rows, int columns, auto shape) { return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, shape}; };
  auto left = view(a, m, k, ct::shape<16, 64>{});
  auto right = view(b, k, n, ct::shape<64, 16>{});
  auto sum = ct::zeros<ct::tile<int, ct::shape<16, 16>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64)))
    sum = ct::mma(left.load_masked(ct::bid().x, t), right.load_masked(t, ct::bid().y), sum);
  view(c, m, n, ct::shape<16, 16>{}).store_masked(sum, ct::bid().x, ct::bid().y);
}
