// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generic lambdas, template lambdas and lambdas as template arguments.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

template <int N, class F> __tile__ void for_each_block(int n, F f) { for (int b = 0; b < n; b += N) f(ct::iota<ct::tile<int, ct::shape<N>>>() + b); }
template <auto F, class T> __tile__ auto apply(T t) { return F(t); }

template <class T> __tile_global__ void k(T* p, T a, int n) {
  for_each_block<128>(n, [=](auto i) { ct::store_masked(p + i, ct::load_masked(p + i, i < n) * a, i < n); });
  auto pick = []<class U>(U x, U y) { return x < y ? x : y; };
  auto sized = []<int M>(ct::integral_constant<M>) { return ct::ones<ct::tile<T, ct::shape<M>>>(); };
  auto o = sized(ct::integral_constant<8>{});
  p[0] = pick(p[1], p[2]) + static_cast<T>(ct::sum<0>(o));
  p[1] = apply<[](auto x) { return x + x; }>(p[3]);
}
template __tile_global__ void k<float>(float*, float, int);
