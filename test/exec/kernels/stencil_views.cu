// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stencils over overlapping windows of strided views, in two and three dimensions, and a depthwise convolution of images.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

// Sum of each 3 x 3 neighbourhood: nine views of the padded source, each one element further.
constexpr int kRows = 8, kColumns = 32;
__tile_global__ void box_3x3(float* __restrict__ out, const float* __restrict__ in, int rows, int columns) {
  // The source is (rows + 2) x (columns + 2).
  auto shape = ct::shape<kRows, kColumns>{};
  int i = ct::bid().y, j = ct::bid().x;
  auto sum = ct::zeros<ct::tile<float, ct::shape<kRows, kColumns>>>();
  for (int di : ct::irange(0, 3))
    for (int dj : ct::irange(0, 3)) {
      const float* from = in + di * (columns + 2) + dj;
      auto mapping = ct::layout_strided_mapping{ct::extents{rows, columns}, ct::extents{columns + 2, 1}};
      sum = sum + ct::partition_view{ct::tensor_span{from, mapping}, shape}.load_masked(i, j);
    }
  ct::partition_view{ct::tensor_span{out, ct::extents{rows, columns}}, shape}.store_masked(sum, i, j);
}

// Each window of 4 x 8 x 16 starts half a window behind the last: the largest element of each.
__tile_global__ void window_maxima(int* __restrict__ out, const int* __restrict__ in, int a, int b, int c) {
  auto windows = ct::strided_view{ct::tensor_span{in, ct::extents{a, b, c}}, ct::shape<4, 8, 16>{}, ct::strides{2_ic, 4_ic, 8_ic}};
  int i = ct::bid().z, j = ct::bid().y, k = ct::bid().x;
  auto largest = ct::reduce_max<2>(ct::reduce_max<1>(ct::reduce_max<0>(windows.load_masked(i, j, k))));
  int columns = ct::num_blocks().x, rows = ct::num_blocks().y;
  out[(i * rows + j) * columns + k] = static_cast<int>(largest);
}

// Each channel with its own 3 x 3 filter; elements beyond the edges are zero.
__tile_global__ void depthwise_3x3(float* __restrict__ out, const float* __restrict__ in, const float* __restrict__ filters,
                                   int channels, int height, int width) {
  int channel = (int)ct::bid().z % channels;
  const float* image = in + (long long)ct::bid().z * height * width;
  auto row = (int)ct::bid().y * kRows + ct::reshape(ct::iota<ct::tile<int, ct::shape<kRows>>>(), ct::shape<kRows, 1>{});
  auto column = (int)ct::bid().x * kColumns + ct::iota<ct::tile<int, ct::shape<kColumns>>>();
  auto sum = ct::zeros<ct::tile<float, ct::shape<kRows, kColumns>>>();
  for (int di : ct::irange(-1, 2))
    for (int dj : ct::irange(-1, 2)) {
      auto y = row + di;
      auto x = column + dj;
      auto inside = y >= 0 & y < height & x >= 0 & x < width;
      float weight = filters[channel * 9 + (di + 1) * 3 + dj + 1];
      sum = sum + ct::load_masked(image + (y * width + x), inside, 0.0f) * weight;
    }
  float* to = out + (long long)ct::bid().z * height * width;
  ct::store_masked(to + (row * width + column), sum, row < height & column < width);
}
