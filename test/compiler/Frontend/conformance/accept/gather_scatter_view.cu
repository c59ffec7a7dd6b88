// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gather_scatter_view: index tile in the marked dimension, masked and unmasked members
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#define SAME(X, ...) static_assert(std::is_same_v<decltype(X), __VA_ARGS__>)

__tile_global__ void k(float* p, int n) {
  ct::tensor_span s{p, ct::extents{n, 64_ic}};
  auto v = ct::gather_scatter_view{s, ct::shape<4, 8>{}, 0_ic};
  auto w = ct::gather_scatter_view{s, ct::shape<4, 8>{}, 1_ic};
  auto i = ct::iota<Tile<int, 4>>(); auto l = ct::iota<Tile<long, 8>>();
  SAME(v.load(i, 0), Tile<float, 4, 8>);
  SAME(w.load_masked(0, l), Tile<float, 4, 8>);
  (void)v.load_masked(ct::view_padding_negative_inf_t{}, i, 0);
  v.store(v.load(i, 1), i, 0);
  v.store_masked(v.load_masked<ct::view_padding::nan>(i, 1), i, 0);
  (void)v.atomic_load(ct::memory_order_relaxed_t{}, i, 0);
  v.atomic_store(v.load(i, 0), ct::memory_order_relaxed_t{}, i, 0);
}
