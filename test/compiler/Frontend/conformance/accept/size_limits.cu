// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// largest tile by bytes, many dimensions, high-rank view
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

static_assert(sizeof(Tile<signed char, 4096, 4096>) == 16777216);
__tile_global__ void k(float* p, int n) {
  using R = Tile<int, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 4>;
  auto i = ct::iota<R>();
  ct::store(p + i, ct::element_cast<float>(i));
  auto v = ct::partition_view{ct::tensor_span{p, ct::extents{n, n, n, n, n, n}}, ct::shape<1, 1, 1, 1, 2, 4>{}};
  v.store(v.load(0, 0, 0, 0, 0, 0), 0, 0, 0, 0, 0, 1);
}
