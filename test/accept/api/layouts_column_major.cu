// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Column-major, strided and padded layouts.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
__tile_global__ void k(const float* a, const float* b, float* c, int n, long lda) {
  auto e = ct::extents{n, n};
  auto va = ct::partition_view{ct::tensor_span{a, e, ct::layout_left{}}, ct::shape<32, 16>{}};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::layout_strided_mapping{e, ct::strides{lda, 1_ic}}}, ct::shape<16, 32>{}};
  auto vc = ct::partition_view{ct::tensor_span{c, ct::layout_left_mapping{e}}, ct::shape<32, 32>{}};
  vc.store_masked(ct::mma(va.load_masked(0, 0), vb.load_masked(0, 0), ct::zeros<ct::tile<float, ct::shape<32, 32>>>()), 0, 0);
}
