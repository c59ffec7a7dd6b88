// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// memory orders of atomics (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  { ct::atomic_add<ct::memory_order::relaxed>(q + i, i); }
  { auto x = ct::atomic_load<ct::memory_order::acquire>(q + i); }
  { ct::atomic_store<ct::memory_order::release>(q + i, i); }
}
