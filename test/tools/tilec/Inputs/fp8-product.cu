// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_fp8.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <class E, int M> __tile_global__ void multiply(float* __restrict__ c, const E* __restrict__ a, const E* __restrict__ b, int k) {
  auto left = ct::partition_view{ct::tensor_span{a, ct::extents{M, k}}, ct::shape<M, 256>{}};
  auto right = ct::partition_view{ct::tensor_span{b, ct::extents{k, 128}, ct::layout_left{}}, ct::shape<256, 128>{}};
  auto sum = ct::zeros<ct::tile<float, ct::shape<M, 128>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 256))) sum = ct::mma(left.load_masked(0, t), right.load_masked(t, 0), sum);
  ct::partition_view{ct::tensor_span{c, ct::extents{M, 128}}, ct::shape<M, 128>{}}.store(sum, 0, 0);
}
template __tile_global__ void multiply<__nv_fp8_e4m3, 128>(float*, const __nv_fp8_e4m3*, const __nv_fp8_e4m3*, int);
