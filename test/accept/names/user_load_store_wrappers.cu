// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library wraps load and store under the same names in its own namespace.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

namespace mykernels {
template <int N> using ints = ct::tile<int, ct::shape<N>>;

template <int N, class T> __tile__ auto load(const T* base, int block, int n) {
  auto i = ct::iota<ints<N>>() + block * N;
  return ct::load_masked(base + i, i < n, T(0));
}
template <int N, class T, class V> __tile__ void store(T* base, V v, int block, int n) {
  auto i = ct::iota<ints<N>>() + block * N;
  ct::store_masked(base + i, v, i < n);
}

__tile_global__ void saxpy(const float* x, float* y, float a, int n) {
  int b = ct::bid().x;
  store<512>(y, load<512>(x, b, n) * a + load<512>(y, b, n), b, n);
}
}  // namespace mykernels

void run(const float* x, float* y, int n, cudaStream_t s) { mykernels::saxpy<<<(n + 511) / 512, 1, 0, s>>>(x, y, 2.f, n); }
