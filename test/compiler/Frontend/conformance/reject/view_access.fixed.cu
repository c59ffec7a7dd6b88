// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// view construction, indices and stored tiles that do not fit (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  auto v = ct::partition_view{ct::tensor_span{p, ct::extents{n, n}}, ct::shape<4, 8>{}}; Tile<float, 4, 8> g{}; (void)v; (void)g;
  auto w = ct::partition_view{ct::tensor_span{(const float*)p, ct::extents{n, n}}, ct::shape<4, 8>{}};
  { auto x = v.load(0, 0); }
  { v.store(g, 0, 0); }
  { auto w = ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<4>{}}; }
  { auto x = w.load(0, 0); }
}
