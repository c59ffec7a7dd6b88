// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A project brings its own min and max templates into the global namespace.
#include <cuda_tile.h>

template <class T> __host__ __device__ __tile__ constexpr T my_min(T a, T b) { return b < a ? b : a; }
namespace util {
template <class T> __host__ __device__ __tile__ constexpr T min(T a, T b) { return b < a ? b : a; }
template <class T> __host__ __device__ __tile__ constexpr T max(T a, T b) { return a < b ? b : a; }
template <class T> __host__ __device__ __tile__ constexpr T ceil_div(T a, T b) { return (a + b - 1) / b; }
template <class T> __host__ __device__ __tile__ constexpr T round_up(T a, T b) { return ceil_div(a, b) * b; }
}  // namespace util

namespace ct = cuda::tiles;
__tile_global__ void tail(float* p, int n) {
  int lo = util::max(0, n - 64), hi = util::min(n, util::round_up(n, 64));
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>() + lo;
  ct::store_masked(p + i, ct::min(ct::load_masked(p + i, i < hi), 1.f), i < hi);
  p[0] = my_min(3, n);
}
void launch(float* p, int n) { tail<<<util::ceil_div(n, 64), 1>>>(p, n); }
