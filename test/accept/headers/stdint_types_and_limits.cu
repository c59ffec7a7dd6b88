// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cstdint, limits and cstddef in tile code through constants.
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

template <class T> struct Limits { static constexpr T lowest = std::numeric_limits<T>::lowest(), max = std::numeric_limits<T>::max(); };
template <class T> __tile_global__ void k(T* p, std::size_t n) {
  auto i = ct::iota<ct::tile<std::int32_t, ct::shape<64>>>();
  auto x = ct::full<ct::tile<T, ct::shape<64>>>(Limits<T>::lowest);
  ct::store(p + i, ct::max(x, ct::load(p + i)));
  p[n] = Limits<T>::max;
  static_assert(std::is_signed_v<T>);
}
template __tile_global__ void k<float>(float*, std::size_t);
template __tile_global__ void k<std::int64_t>(std::int64_t*, std::size_t);
template __tile_global__ void k<std::int8_t>(std::int8_t*, std::size_t);
