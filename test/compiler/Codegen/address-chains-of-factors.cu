// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of both factors of a product count together: each has fewer than a loop would chain for itself.
// RUN: tilec %s -arch=sm_80 -o - | FileCheck %s
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// CHECK-LABEL: .entry _Z8multiplyPfPKfS1_iii(
// CHECK: {{^.L.*_2:}}
// CHECK: shl.b64 %rd[[LANE:[0-9]+]], %rd{{[0-9]+}}, 2;
// CHECK-NEXT: add.s64 %rd[[FIRST:[0-9]+]], %rd{{[0-9]+}}, %rd[[LANE]];
// CHECK-NEXT: add.s64 %rd{{[0-9]+}}, %rd[[FIRST]], %rd[[STRIDE:[0-9]+]];
// CHECK-COUNT-14: add.s64 %rd{{[0-9]+}}, %rd{{[0-9]+}}, %rd[[STRIDE]];
// CHECK: shl.b64 %rd[[LANE:[0-9]+]], %rd{{[0-9]+}}, 2;
// CHECK-NEXT: add.s64 %rd{{[0-9]+}}, %rd{{[0-9]+}}, %rd[[LANE]];
// CHECK-NEXT: add.s64 %rd[[OTHERS:[0-9]+]],
// CHECK-NEXT: add.s64 %rd[[FIRST:[0-9]+]], %rd[[OTHERS]], %rd[[LANE]];
// CHECK-NEXT: add.s64 %rd{{[0-9]+}}, %rd[[FIRST]], %rd[[STRIDE:[0-9]+]];
// CHECK-COUNT-13: add.s64 %rd{{[0-9]+}}, %rd{{[0-9]+}}, %rd[[STRIDE]];
__tile_global__ void multiply(float* c, const float* a, const float* b, int m, int n, int k) {
  auto view = [](auto* p, int rows, int columns, auto shape) { return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, shape}; };
  auto left = view(a, m, k, ct::shape<64, 32>{});
  auto right = view(b, k, n, ct::shape<32, 64>{});
  auto sum = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 32)))
    sum = ct::mma(left.load_masked(ct::bid().x, t), right.load_masked(t, ct::bid().y), sum);
  view(c, m, n, ct::shape<64, 64>{}).store_masked(sum, ct::bid().x, ct::bid().y);
}
