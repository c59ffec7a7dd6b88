// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// layouts of tensor_span, with static and dynamic strides, and padded ones
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#define SAME(X, ...) static_assert(std::is_same_v<decltype(X), __VA_ARGS__>)

__tile_global__ void k(float* p, int n) {
  auto e = ct::extents{n, 60_ic};
  ct::tensor_span a{p, e}, b{p + 1, e};
  ct::tensor_span c{p, e, ct::layout_left{}};
  ct::tensor_span d{p, ct::layout_strided_mapping{e, ct::strides{n, 1_ic}}};
  ct::tensor_span f{p, ct::layout_strided_mapping{e, ct::extents{n, 1_ic}}};
  ct::tensor_span g{p, ct::layout_right_padded_mapping{e, 16_ic}};
  ct::tensor_span<float, ct::extents<long, ct::dynamic_extent>> h{p, ct::extents<long, ct::dynamic_extent>{(long)n}};
  SAME(c.extent(0), unsigned);
  static_assert(std::is_same_v<decltype(h)::index_type, long> && decltype(a)::rank() == 2 && decltype(a)::static_extent(1) == 60);
  p[0] = c.extents().extent(0) + d.mapping().stride(0);
}
