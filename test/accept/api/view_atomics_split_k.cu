// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A split-K product adds its part by a view's atomic.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <int BM, int BN, int BK, int SPLIT> __tile_global__ void splitk(const __half* a, const __half* b, float* c, int m, int n, int k) {
  auto av = ct::partition_view{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<BM, BK>{}};
  auto bv = ct::partition_view{ct::tensor_span{b, ct::extents{n, k}, ct::layout_right{}}, ct::shape<BN, BK>{}};
  auto cv = ct::partition_view{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<BM, BN>{}};
  auto [x, y, z] = ct::bid();
  auto acc = ct::zeros<ct::tile<float, ct::shape<BM, BN>>>();
  const int steps = ct::ceildiv(k, BK);
  for (auto i : ct::irange((int)z, steps, SPLIT)) acc = ct::mma(av.load_masked(x, i), ct::transpose(bv.load_masked(y, i)), acc);
  cv.atomic_add_masked(acc, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, x, y);
}
template __tile_global__ void splitk<64, 64, 32, 4>(const __half*, const __half*, float*, int, int, int);
