// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// partition_view: loads, padding, stores, index types, const spans
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#define SAME(X, ...) static_assert(std::is_same_v<decltype(X), __VA_ARGS__>)

__tile_global__ void k(float* p, const float* c, int* q, int n) {
  ct::tensor_span s{p, ct::extents{n, 64_ic}};
  auto v = ct::partition_view{s, ct::shape<4, 8>{}};
  auto r = ct::partition_view(ct::tensor_span(c, ct::extents(n, n)), ct::shape<4, 8>{});
  auto z = ct::partition_view{ct::tensor_span{q, ct::extents{n, n}}, ct::shape{4_ic, 8_ic}};
  SAME(v.load(0, 1), Tile<float, 4, 8>);
  SAME(r.load(0u, 1L), Tile<float, 4, 8>);
  SAME(v.load_masked(0, n), Tile<float, 4, 8>);
  (void)v.load_masked<ct::view_padding::negative_inf>(0, n);
  (void)v.load_masked(ct::view_padding_nan_t{}, 0, n);
  (void)v.load_masked(ct::view_padding_negative_zero_t{}, 0, n);
  (void)v.load_masked(ct::view_padding_positive_inf_t{}, 0, n);
  (void)z.load_masked(ct::view_padding_zero_t{}, 0, n);
  v.store(v.load(0, 0) + r.load(0, 0), 1, 1);
  v.store_masked(r.load_masked(0, 0), 1, 7);
  SAME(v.span().extent(0), unsigned);
  static_assert(std::is_same_v<decltype(v)::element_type, float> && sizeof(v) == sizeof(s));
}
