// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Windows that overlap, and rows with a gap behind each.
// RUN: tilec %s --run k --grid 1 --arg 'out:[4]' --arg '[7]=iota' --arg 7 | FileCheck %s
// CHECK: out: 6 14 15 18
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
__tile_global__ void k(float *out, const float *in, int n) {
  auto windows = ct::strided_view{ct::tensor_span{in, ct::extents{n}}, ct::shape<4>{}, ct::strides{2_ic}};
  for (auto w : ct::irange(0, 3))
    out[w] = static_cast<float>(ct::sum<0>(windows.load_masked(w)));
  ct::tensor_span padded{in, ct::layout_strided_mapping{ct::extents{2, 3}, ct::strides{4, 1}}};
  auto t = ct::partition_view{padded, ct::shape<2, 4>{}}.load_masked<ct::view_padding::zero>(0, 0);
  out[3] = static_cast<float>(ct::sum<0>(ct::sum<1>(t)));
}
