// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of operands that the source widens to float: c = a b, a by rows, b by rows or by columns.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tf32.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int M, int N, class A, class B, class Wide, bool Columnar>
__tile_global__ void to_wide(float* __restrict__ c, const A* __restrict__ a, const B* __restrict__ b, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<M, 64>{}};
  auto vc = ct::partition_view{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<M, N>{}};
  auto sum = ct::zeros<ct::tile<float, ct::shape<M, N>>>();
  auto ta = ct::element_cast<Wide>(va.load_masked(i, 0));
  for (int t : ct::irange(0, ct::ceildiv(k, 64))) {
    if constexpr (Columnar) {
      auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{n, k}}, ct::shape<N, 64>{}};
      sum = ct::mma(ta, ct::transpose(ct::element_cast<Wide>(vb.load_masked(j, t))), sum);
    } else {
      auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, N>{}};
      sum = ct::mma(ta, ct::element_cast<Wide>(vb.load_masked(t, j)), sum);
    }
    ta = ct::element_cast<Wide>(va.load_masked(i, t + 1));
  }
  vc.store_masked(sum, i, j);
}
#define WIDE(M, N, A, B, W, COLUMNAR) template __tile_global__ void to_wide<M, N, A, B, W, COLUMNAR>(float*, const A*, const B*, int, int, int);
WIDE(128, 128, __half, __half, float, false)
WIDE(64, 64, __half, __half, float, true)
WIDE(128, 64, __nv_bfloat16, __nv_bfloat16, float, false)
WIDE(64, 128, __half, __nv_bfloat16, float, true)
WIDE(64, 64, signed char, __half, float, false)
WIDE(128, 128, __half, __half, __nv_tf32, true)
WIDE(16, 32, __half, __half, float, false)
