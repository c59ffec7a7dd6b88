// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Convolution of images [image, row, column, channel] with filters [row, column, channel, out channel] as a product: a row for each
// pixel of the result, gathered from the image once for each place in the filter.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

template <int Pixels, int Channels, int Outputs>
__tile_global__ void convolution(__half* __restrict__ out, const __half* __restrict__ in, const __half* __restrict__ filter, int images,
                                 int height, int width, int channels, int outputs, int size, int stride, int border) {
  int out_height = (height + 2 * border - size) / stride + 1, out_width = (width + 2 * border - size) / stride + 1;
  int count = images * out_height * out_width;
  auto pixel = (int)ct::bid().x * Pixels + ct::iota<ct::tile<int, ct::shape<Pixels>>>();
  auto image = pixel / (out_height * out_width), place = pixel % (out_height * out_width);
  auto top = place / out_width * stride - border, left = place % out_width * stride - border;
  auto view = ct::gather_scatter_view{ct::tensor_span{in, ct::extents{images * height * width, channels}}, ct::shape<Pixels, Channels>{}, 0_ic};
  auto filters = ct::partition_view{ct::tensor_span{filter, ct::extents{size * size, channels, outputs}}, ct::shape<1, Channels, Outputs>{}};
  auto sum = ct::zeros<ct::tile<float, ct::shape<Pixels, Outputs>>>();
  for (int part : ct::irange(0, size * size)) {
    auto row = top + part / size, column = left + part % size;
    auto inside = (pixel < count) & (row >= 0) & (row < height) & (column >= 0) & (column < width);
    auto source = ct::select(inside, (image * height + row) * width + column, ct::full<ct::tile<int, ct::shape<Pixels>>>(-1));
    for (int c : ct::irange(0, ct::ceildiv(channels, Channels))) {
      auto weights = ct::reshape(filters.load_masked(part, c, (int)ct::bid().y), ct::shape<Channels, Outputs>{});
      sum = ct::mma(view.load_masked(source, c), weights, sum);
    }
  }
  ct::partition_view{ct::tensor_span{out, ct::extents{count, outputs}}, ct::shape<Pixels, Outputs>{}}.store_masked(
      ct::element_cast<__half>(sum), (int)ct::bid().x, (int)ct::bid().y);
}
template __tile_global__ void convolution<64, 32, 64>(__half*, const __half*, const __half*, int, int, int, int, int, int, int, int);
