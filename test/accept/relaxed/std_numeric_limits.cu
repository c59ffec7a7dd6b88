// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: -std=c++20 --expt-relaxed-constexpr
// std::numeric_limits and the type traits.
#include <limits>
#include <type_traits>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class T> __tile_global__ void k(T* p) {
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
  auto lo = ct::full<ct::tile<T, ct::shape<64>>>(std::numeric_limits<T>::lowest());
  ct::store(p + i, ct::max(lo, ct::load(p + i)));
  p[0] = std::is_floating_point_v<T> ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
}
template __tile_global__ void k<float>(float*);
template __tile_global__ void k<short>(short*);
