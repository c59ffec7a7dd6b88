// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Overload resolution on the shape of a tile: partial ordering over packs.
#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

template <class E, auto N> __tile__ float total(ct::tile<E, ct::shape<N>> t) { return (float)ct::sum(t, 0_ic); }
template <class E, auto M, auto N> __tile__ float total(ct::tile<E, ct::shape<M, N>> t) { return (float)ct::sum(ct::sum(t, 0_ic), 1_ic); }
template <class E> __tile__ float total(ct::tile<E, ct::shape<>> t) { return (float)t; }
template <class E, class S> __tile__ constexpr bool is_float(ct::tile<E, S>) { return false; }
template <class S> __tile__ constexpr bool is_float(ct::tile<float, S>) { return true; }

__tile_global__ void k(float* p, int* q) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto x = ct::load(p + i);
  p[0] = total(x) + total(ct::reshape(x, ct::shape<4, 8>{})) + total(ct::tile<float, ct::shape<>>(3.f));
  q[0] = is_float(x) + is_float(i);
}
