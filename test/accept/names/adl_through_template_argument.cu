// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The associated namespace comes from a template argument of a user's class.
#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

namespace nn {
template <class T> struct Act { T x; };
template <class T> __tile__ Act<T> gelu(Act<T> a) {
  auto c = a.x * 0.7978845608f * (1.f + 0.044715f * a.x * a.x);
  return {0.5f * a.x * (1.f + tanh(c))};
}
template <class T> __tile__ auto value(Act<T> a) { return a.x; }
}  // namespace nn

__tile_global__ void k(float* p, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<1024>>>() + int(ct::bid().x) * 1024;
  auto x = load_masked(p + i, i < n);
  auto a = gelu(nn::Act<decltype(x)>{x});
  store_masked(p + i, value(a), i < n);
}
