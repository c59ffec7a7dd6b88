// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structural class types, floats and enumerations as template arguments of kernels.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

struct Config { int m, n; float alpha; bool causal; };
enum class Act { none, relu, tanh };
template <unsigned N> struct Name { char s[N] = {}; constexpr Name(const char (&t)[N]) { for (unsigned i = 0; i < N; ++i) s[i] = t[i]; } };

template <Config C, Act A = Act::none> __tile_global__ void k(float* p) {
  using T = ct::tile<int, ct::shape<C.m * C.n>>;
  auto i = ct::iota<T>();
  auto x = ct::load(p + i) * C.alpha;
  if constexpr (A == Act::relu) x = ct::max(x, 0.f);
  else if constexpr (A == Act::tanh) x = ct::tanh(x);
  if constexpr (C.causal) x = ct::select(i < C.n, x, ct::zeros<decltype(x)>());
  ct::store(p + i, x);
}
template <Name N> __tile_global__ void named(int* p) { p[0] = sizeof(N.s); }
template <float F> __tile_global__ void scaled(float* p) { p[0] *= F; }
void go(float* p) { k<Config{8, 8, 0.5f, true}, Act::tanh><<<1, 1>>>(p); k<Config{4, 4, 1.f, false}><<<1, 1>>>(p); named<"abc"><<<1, 1>>>((int*)p); scaled<1.5f><<<1, 1>>>(p); }
