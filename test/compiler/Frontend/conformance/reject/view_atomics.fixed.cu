// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// view atomics are relaxed, with scope block or device, and have no exchange (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  auto v = ct::partition_view{ct::tensor_span{p, ct::extents{n, n}}, ct::shape<4, 8>{}}; Tile<float, 4, 8> g{}; (void)v; (void)g;
  { v.atomic_add(g, ct::memory_order_relaxed_t{}, ct::thread_scope_block_t{}, 0, 0); }
  { v.atomic_add(g, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, 0, 0); }
  { v.atomic_store(g, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, 0, 0); }
}
