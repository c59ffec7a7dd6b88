// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A user's greedy templates have the names of API functions; an unqualified call with tiles means the API's.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using T = ct::tile<float, ct::shape<32>>;
namespace user {
struct wrong {};
template <class X> __tile__ wrong exp(const X&) { return {}; }
template <class X> __tile__ wrong tanh(X&&) { return {}; }
template <class X> __tile__ wrong sqrt(X) { return {}; }
template <class A, class B> __tile__ wrong add(A, B) { return {}; }
template <class A, class B> __tile__ wrong max(const A&, const B&) { return {}; }
template <class A, class B, class C> __tile__ wrong fma(A, B, C) { return {}; }
__tile_global__ void k(float* p) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  T x = ct::load(p + i);
  T y = add(exp(x), max(tanh(x), fma(x, x, sqrt(x))));
  ct::store(p + i, y);
}
}  // namespace user
