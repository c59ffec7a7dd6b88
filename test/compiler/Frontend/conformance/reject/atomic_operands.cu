// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// element types and value shapes of atomics
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  { auto x = ct::atomic_max<ct::memory_order::relaxed>(p + i, f); }  // expected: floating element
  { auto x = ct::atomic_add<ct::memory_order::relaxed>((short*)q + i, Tile<short, 8>{}); }  // expected: 16-bit element
  { auto x = ct::atomic_add<ct::memory_order::relaxed>(q + i, 1); }  // expected: value shape differs
}
