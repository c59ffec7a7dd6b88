// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A view of one of two types by a lambda that is called at once.
// REQUIRES: cuda-headers
// RUN: tilec %s --run 'gemm<16, 16, 16, true>' --grid 1 --arg 'out:[4]' --arg '[6]=iota' --arg '[6]=1' \
// RUN:   --arg 2 --arg 2 --arg 3 | FileCheck %s
// CHECK: c: 3 3 12 12
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <int M, int N, int K, bool TransposeB>
__tile_global__ void gemm(float *__restrict__ c, const __half *__restrict__ a, const __half *__restrict__ b, int m,
                          int n, int k) {
  ct::partition_view A{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<M, K>{}};
  auto B = [&] {
    if constexpr (TransposeB)
      return ct::partition_view{ct::tensor_span{b, ct::extents{k, n}, ct::layout_left{}}, ct::shape<K, N>{}};
    else
      return ct::partition_view{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<K, N>{}};
  }();
  ct::partition_view C{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<M, N>{}};
  const auto [bx, by, bz] = ct::bid();
  auto acc = ct::zeros<ct::tile<float, ct::shape<M, N>>>();
  for (auto i : ct::irange(0u, unsigned(ct::ceildiv(k, K))))
    acc = ct::mma(A.load_masked(bx, i), B.load_masked(i, by), acc);
  C.store_masked(acc, bx, by);
}
template __tile_global__ void gemm<16, 16, 16, true>(float *__restrict__, const __half *__restrict__,
                                                     const __half *__restrict__, int, int, int);
