// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Detection idioms over functors in tile code: void_t, requires in if constexpr, is_invocable, member pointers as names.
#include <functional>
#include <type_traits>
#include <utility>
#include <cstdio>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class F, class = void> struct has_identity : std::false_type {};
template <class F> struct has_identity<F, std::void_t<decltype(F::identity)>> : std::true_type {};
template <class F, class V> constexpr bool is_binary = std::is_invocable_r_v<V, F, V, V>;
using V8 = ct::tile<float, ct::shape<8>>;
struct Sum { static constexpr float identity = 0; template <class V> __tile__ V operator()(V a, V b) const { return a + b; } template <class V> __tile__ static auto reduce(V v) { return ct::sum<0>(v); } };
struct Max { static constexpr float identity = -1e30f; __tile__ V8 operator()(V8 a, V8 b) const { return ct::max(a, b); } template <class V> __tile__ static auto reduce(V v) { return ct::reduce_max<0>(v); } };
struct First { template <class V> __tile__ V operator()(V a, V) const { return a; } };
static_assert(has_identity<Sum>::value && !has_identity<First>::value);
static_assert(is_binary<Max, V8>);
static_assert(is_binary<Sum, V8> && !std::is_invocable_v<Max, int *>);
template <class F> __tile_global__ void fold(float *out, const float *in, int n) {
  V8 acc;
  if constexpr (has_identity<F>::value) acc = ct::full<V8>(F::identity);
  else acc = ct::zeros<V8>();
  auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
  for (int b = 0; b < n; b += 8) {
    float pad = 0;
    if constexpr (requires { F::identity; }) pad = F::identity;
    acc = F{}(acc, ct::load_masked(in + (b + i), b + i < n, pad));
  }
  if constexpr (requires(V8 v) { { F::reduce(v) }; }) *out = float(F::reduce(acc));
  else *out = float(ct::sum<0>(acc));
}
template <class F> float run(float *p) { fold<F><<<1, 1>>>(p, p + 1, 30); cudaDeviceSynchronize(); return p[0]; }
int main() {
  float *p;
  cudaMallocManaged(&p, 200);
  for (int i = 0; i < 30; ++i) p[i + 1] = float(i % 11);
  float (*table[])(float *) = {run<Sum>, run<Max>, run<First>};
  float got[3], *q = got;
  for (auto f : table) *q++ = std::invoke(f, p);
  bool ok = got[0] == 55 + 55 + 28 && got[1] == 10 && got[2] == 0;
  std::printf("%g %g %g\n%s\n", got[0], got[1], got[2], ok ? "PASS" : "FAIL");
  return !ok;
}
