// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// strided_view: constant strides of any positive size; zero offsets
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int n) {
  ct::tensor_span s{p, ct::extents{n, 64_ic}};
  auto v = ct::strided_view{s, ct::shape<4, 8>{}, ct::strides{3_ic, 8_ic}};
  auto w = ct::strided_view{s, ct::shape<4, 8>{}, ct::strides{2_ic, 8_ic}, ct::offsets<int, 0, 0>{}};
  v.store(v.load(0, 0), 1, 1);
  w.store_masked(w.load_masked(ct::view_padding_nan_t{}, 0, 0), 1, 1);
}
