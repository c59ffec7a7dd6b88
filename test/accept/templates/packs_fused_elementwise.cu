// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pack of pointers and a pack of functors, fused into one kernel.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

struct Relu { template <class T> __tile__ auto operator()(T x) const { return ct::max(x, 0.f); } };
struct Scale { template <class T> __tile__ auto operator()(T x) const { return x * 0.125f; } };
struct Square { template <class T> __tile__ auto operator()(T x) const { return x * x; } };

template <class T> __tile__ auto chain(T x) { return x; }
template <class F, class... R, class T> __tile__ auto chain_with(T x) {
  if constexpr (sizeof...(R) == 0) return F{}(x);
  else return chain_with<R...>(F{}(x));
}
template <int N, class... F> struct Fused {
  template <class... P> __tile__ static auto sum_inputs(int b, P... p) {
    auto i = ct::iota<ct::tile<int, ct::shape<N>>>() + b * N;
    return chain_with<F...>((ct::load(p + i) + ...));
  }
};
template <int N, class... P> __tile_global__ void fused(float* out, P*... in) {
  int b = ct::bid().x;
  auto i = ct::iota<ct::tile<int, ct::shape<N>>>() + b * N;
  ct::store(out + i, Fused<N, Relu, Scale, Square>::sum_inputs(b, in...));
}
void go(float* o, const float* a, const float* b, float* c) { fused<256><<<4, 1>>>(o, a, b, c); fused<128><<<4, 1>>>(o, a); }
