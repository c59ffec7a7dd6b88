// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scoped enumerations by using enum and by alias.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void counters(unsigned* c, float* f) {
  using enum ct::memory_order;
  using enum ct::thread_scope;
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto old = ct::atomic_add<relaxed, device>(c + i, ct::full<ct::tile<unsigned, ct::shape<32>>>(1u));
  (void)old;
}

__tile_global__ void modes(float* p) {
  using R = ct::rounding_mode;
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto x = ct::load(p + i);
  auto y = ct::sqrt<R::round_approximate>(x);
  auto z = ct::exp<R::round_approximate>(y);
  ct::store(p + i, ct::add(y, z, ct::round_toward_zero_t{}));
}
