// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A hand-written tuple, its get by inheritance, and a kernel that consumes a heterogeneous list.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <int I, class T> struct Element { T value; };
template <int I, class... T> struct TupleImpl;
template <int I> struct TupleImpl<I> {};
template <int I, class H, class... R> struct TupleImpl<I, H, R...> : Element<I, H>, TupleImpl<I + 1, R...> {
  __tile__ TupleImpl(H h, R... r) : Element<I, H>{h}, TupleImpl<I + 1, R...>{r...} {}
};
template <class... T> using Tuple = TupleImpl<0, T...>;
template <int I, class T> __tile__ T& get(Element<I, T>& e) { return e.value; }
template <class... T> __tile__ auto make(T... t) { return Tuple<T...>(t...); }
__tile_global__ void k(float* p, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto t = make(ct::load(p + i), n, 2.5f);
  get<1>(t) += 1;
  get<0>(t) = get<0>(t) * get<2>(t) + float(get<1>(t));
  ct::store(p + i, get<0>(t));
}
