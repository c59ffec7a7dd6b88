// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Single names are brought in by using declarations, as some style guides ask.
#include <cuda_tile.h>

using cuda::tiles::bid;
using cuda::tiles::extents;
using cuda::tiles::iota;
using cuda::tiles::load_masked;
using cuda::tiles::partition_view;
using cuda::tiles::shape;
using cuda::tiles::store_masked;
using cuda::tiles::tensor_span;
using cuda::tiles::tile;

__tile_global__ void copy_2d(const float* src, float* dst, int rows, int cols) {
  auto in = partition_view{tensor_span{src, extents{rows, cols}}, shape<32, 64>{}};
  auto out = partition_view{tensor_span{dst, extents{rows, cols}}, shape<32, 64>{}};
  auto [bx, by, bz] = bid();
  out.store_masked(in.load_masked(by, bx), by, bx);
}

__tile_global__ void copy_1d(const int* src, int* dst, int n) {
  auto i = iota<tile<int, shape<256>>>() + int(bid().x) * 256;
  store_masked(dst + i, load_masked(src + i, i < n), i < n);
}
