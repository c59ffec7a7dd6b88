// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A user's own sum over a pack, beside the reduction of the same name found by lookup.
#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

template <class... T> __tile__ auto add_all(T... t) { return (t + ...); }
template <class T, class... R> __tile__ auto sum_of(T t, R... r) { if constexpr (sizeof...(R) == 0) return t; else return t + sum_of(r...); }
namespace lib { template <class T> __tile__ auto sum(T a, T b) { return a + b; } }

__tile_global__ void k(float* p) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto a = ct::load(p + i), b = ct::load(p + i + 16), c = ct::load(p + i + 32);
  auto t = add_all(a, b, c) + sum_of(a, b, c);
  p[0] = static_cast<float>(sum(lib::sum(t, a), 0_ic));
}
