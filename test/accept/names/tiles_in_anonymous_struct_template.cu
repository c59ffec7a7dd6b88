// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Traits classes carry operations as static members that call API functions without qualification.
#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

struct Sum { template <class T> __tile__ static auto combine(T a, T b) { return add(a, b); }
  template <class T> __tile__ static auto all(T t) { return sum(t, 0_ic); } static constexpr float identity = 0.f; };
struct Max { template <class T> __tile__ static auto combine(T a, T b) { return max(a, b); }
  template <class T> __tile__ static auto all(T t) { return reduce_max(t, 0_ic); } static constexpr float identity = -3.4e38f; };

template <class Op, int N> __tile_global__ void reduce(const float* in, float* out, int n) {
  using F = ct::tile<float, ct::shape<N>>;
  auto acc = ct::full<F>(Op::identity);
  for (int b = 0; b < n; b += N) {
    auto i = ct::iota<ct::tile<int, ct::shape<N>>>() + b;
    acc = Op::combine(acc, load_masked(in + i, i < n, Op::identity));
  }
  *out = static_cast<float>(Op::all(acc));
}
void both(const float* a, float* b, int n) { reduce<Sum, 128><<<1, 1>>>(a, b, n); reduce<Max, 256><<<1, 1>>>(a, b + 1, n); }
