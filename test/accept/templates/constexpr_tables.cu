// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// constexpr evaluation builds a table that tile code reads with constant indices.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

template <int N> struct Table {
  float v[N];
  __host__ __device__ __tile__ constexpr Table() : v{} { for (int i = 0; i < N; ++i) v[i] = 1.f / float(i + 1); }
};
template <int N> __tile__ auto eval(float x) {
  constexpr Table<N> t{};
  float r = 0;
  r = r * x + t.v[N - 1];
  r = r * x + t.v[0];
  return r;
}
__tile_global__ void k(float* p) { p[0] = eval<8>(p[1]) + eval<4>(p[2]); }
