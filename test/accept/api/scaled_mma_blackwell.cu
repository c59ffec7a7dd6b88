// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: -std=c++20 -arch=sm_100
// A block-scaled product.
#include <cuda_fp8.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(__nv_fp8_e4m3* a, __nv_fp8_e8m0* sa, __nv_fp8_e4m3* b, __nv_fp8_e8m0* sb, float* c) {
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{128, 128}}, ct::shape<128, 128>{}};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{128, 128}}, ct::shape<128, 128>{}};
  auto wa = ct::partition_view{ct::tensor_span{sa, ct::extents{128, 4}}, ct::shape<128, 4>{}};
  auto wb = ct::partition_view{ct::tensor_span{sb, ct::extents{4, 128}}, ct::shape<4, 128>{}};
  auto vc = ct::partition_view{ct::tensor_span{c, ct::extents{128, 128}}, ct::shape<128, 128>{}};
  vc.store(ct::scaled_mma(va.load(0, 0), wa.load(0, 0), vb.load(0, 0), wb.load(0, 0), vc.load(0, 0)), 0, 0);
}
