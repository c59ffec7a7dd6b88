// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variable templates choose block sizes and constants.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

template <class T> constexpr int block = 512 / sizeof(T);
template <> constexpr int block<double> = 32;
template <class T, int N = block<T>> constexpr bool fits = N * sizeof(T) <= 4096;
template <class T> inline constexpr T pi = T(3.14159265358979323846L);

template <class T> __tile_global__ void circle(T* r) {
  static_assert(fits<T>);
  auto i = ct::iota<ct::tile<int, ct::shape<block<T>>>>();
  auto x = ct::load(r + i);
  ct::store(r + i, x * x * pi<T>);
}
template __tile_global__ void circle<float>(float*);
template __tile_global__ void circle<double>(double*);
