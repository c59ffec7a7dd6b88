// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Overloads chosen by concepts, more constrained first.
#include <concepts>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

template <class T> concept Integral = std::integral<T>;
template <class T> concept TileLike = ct::tile_like<T> && !std::is_arithmetic_v<T>;
template <class T> concept FloatTile = TileLike<T> && ct::floating_point_tile<T>;

__tile__ auto halve(Integral auto x) { return x >> 1; }
__tile__ auto halve(std::floating_point auto x) { return x * decltype(x)(0.5); }
template <TileLike T> __tile__ auto halve(T x) { return x / ct::full<T>(2); }
template <FloatTile T> __tile__ auto halve(T x) { return x * ct::full<T>(0.5f); }

template <class T> requires std::same_as<T, float> || std::same_as<T, double>
__tile_global__ void k(T* p) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  ct::store(p + i, halve(ct::load(p + i)));
  p[halve(3)] = halve(p[1]);
  ct::store(p + halve(i), ct::load(p + i));
}
template __tile_global__ void k<float>(float*);
template __tile_global__ void k<double>(double*);
