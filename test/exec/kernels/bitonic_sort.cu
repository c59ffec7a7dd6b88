// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sorting inside a tile by a bitonic network. Partners at distance D are the two halves of a middle axis of length two, so
// that exchanging them is cutting and joining; the direction of a pair comes from its position.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int Run, int Distance, int N, class T> __tile__ T exchange(const T& x) {
  constexpr int groups = N / (2 * Distance);
  using Half = ct::shape<groups, 1, Distance>;
  auto pairs = ct::reshape(x, ct::shape<groups, 2, Distance>{});
  auto a = ct::extract(pairs, Half{}, 0, 0, 0), b = ct::extract(pairs, Half{}, 0, 1, 0);
  auto position = ct::iota<ct::tile<int, ct::shape<groups, 1, 1>>>() * (2 * Distance);
  auto rising = (position & Run) == 0;
  auto low = ct::min(a, b), high = ct::max(a, b);
  auto joined = ct::cat<1>(ct::select(rising, low, high), ct::select(rising, high, low));
  return ct::reshape(joined, ct::shape<N>{});
}

template <int Run, int Distance, int N, class T> __tile__ T merge(const T& x) {
  if constexpr (Distance == 0)
    return x;
  else
    return merge<Run, Distance / 2, N>(exchange<Run, Distance, N>(x));
}

template <int Run, int N, class T> __tile__ T sort(const T& x) {
  if constexpr (Run > N)
    return x;
  else
    return sort<2 * Run, N>(merge<Run, Run / 2, N>(x));
}

template <class E, int N> __tile_global__ void sort_tiles(E* data, int n, E beyond) {
  auto i = (int)ct::bid().x * N + ct::iota<ct::tile<int, ct::shape<N>>>();
  auto sorted = sort<2, N>(ct::load_masked(data + i, i < n, beyond));
  ct::store_masked(data + i, sorted, i < n);
}

template __tile_global__ void sort_tiles<int, 128>(int*, int, int);
template __tile_global__ void sort_tiles<float, 64>(float*, int, float);
template __tile_global__ void sort_tiles<unsigned short, 32>(unsigned short*, int, unsigned short);
