// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sorting: bitonic network in a tile by exchanges through memory, key-value pairs packed in 64 bits, merge by ranks.
#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>
#include <cstdio>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using u64 = std::uint64_t;
template <int N> __tile_global__ void sort_chunks(u64 *v) {
  u64 *p = v + std::size_t(ct::bid().x) * N;
  auto i = ct::iota<ct::tile<int, ct::shape<N>>>();
  auto x = ct::load(p + i);
#pragma unroll 1
  for (int size = 2; size <= N; size <<= 1)
    for (int stride = size >> 1; stride; stride >>= 1) {
      ct::store(p + i, x);
      auto other = ct::load(p + (i ^ stride));
      auto up = (i & size) == 0, low = (i & stride) == 0;
      x = ct::select(up == low, ct::min(x, other), ct::max(x, other));
    }
  ct::store(p + i, x);
}
template <int N> __tile_global__ void merge(u64 *out, const u64 *in, int half) {
  const int pair = ct::bid().x, part = ct::bid().y;
  const u64 *a = in + pair * 2 * half, *b = a + half;
  auto i = ct::iota<ct::tile<int, ct::shape<N>>>() + part * N;
  for (int side = 0; side < 2; ++side) {
    auto x = ct::load((side ? b : a) + i);
    const u64 *other = side ? a : b;
    auto lo = ct::zeros<decltype(i)>(), hi = ct::full<decltype(i)>(half);
    for (int step = half; step; step >>= 1) {
      auto mid = (lo + hi) >> 1;
      auto open = lo < hi;
      auto y = ct::load_masked(other + mid, open, u64(0));
      auto right = open & (side ? y <= x : y < x);
      lo = ct::select(right, mid + 1, lo);
      hi = ct::select(open & !right, mid, hi);
    }
    auto y = ct::load_masked(other + lo, lo < hi, ~u64(0));
    lo = lo + ct::element_cast<int>((lo < hi) & (side ? y <= x : y < x));
    ct::store(out + pair * 2 * half + (i + lo), x);
  }
}
int main() {
  constexpr int N = 32, n = N * 8;
  u64 *a, *b;
  cudaMallocManaged(&a, n * 8), cudaMallocManaged(&b, n * 8);
  std::mt19937_64 g(1);
  std::vector<u64> want(n);
  for (int i = 0; i < n; ++i) a[i] = want[i] = (g() % 50) << 32 | unsigned(i);
  sort_chunks<N><<<n / N, 1>>>(a);
  for (int half = N; half < n; half *= 2, std::swap(a, b)) merge<N><<<dim3(n / half / 2, half / N), 1>>>(b, a, half);
  cudaDeviceSynchronize();
  std::sort(want.begin(), want.end());
  bool ok = std::equal(want.begin(), want.end(), a);
  std::puts(ok ? "PASS" : "FAIL");
  return !ok;
}
