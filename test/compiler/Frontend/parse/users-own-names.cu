// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Users' functions called as the API's or as its helpers: an unqualified call with a tile means the API's function where
// that is as good a match, the user's where that is a better one or the API has none.
// RUN: tilec %s --run k --grid 1 --arg 'out:i32[8]' | FileCheck %s
// RUN: tilec %s -include cmath -include cuda_fp16.h --run k --grid 1 --arg 'out:i32[8]' | FileCheck %s
// CHECK: p: 1 1 1 1 1 1 1 1
#include <cuda_tile.h>
namespace ct = cuda::tiles;
struct Own {};
template <class T> __tile__ Own exp(T) { return {}; }
template <class T> __tile__ Own sqrt(const T &) { return {}; }
template <class T> __tile__ Own tanh(T &&) { return {}; }
template <class A, class B> __tile__ Own max(A, B) { return {}; }
template <class E, class S> __tile__ Own log(ct::tile<E, S>) { return {}; }
template <class T> __tile__ Own neg(T) { return {}; }
template <class T> __tile__ Own rem(T, T) { return {}; }
template <class P, class I> __tile__ Own offset(P, I) { return {}; }
namespace detail {
__tile__ Own bid() { return {}; }
} // namespace detail
using namespace ct;

__tile_global__ void k(int *p) {
  using T = ct::tile<float, ct::shape<8>>;
  T x = ct::ones<T>();
  p[0] = __is_same(decltype(exp(x)), T) && __is_same(decltype(sqrt(x)), T) && __is_same(decltype(tanh(x)), T);
  p[1] = __is_same(decltype(max(x, x)), T);
  p[2] = __is_same(decltype(log(x)), Own);
  p[3] = __is_same(decltype(neg(x)), Own);
  p[4] = __is_same(decltype(rem(x, x)), Own);
  p[5] = __is_same(decltype(offset(x, x)), Own);
  p[6] = __is_same(decltype(detail::bid()), Own);
  p[7] = __is_same(decltype(cos(x)), T) && __is_same(decltype(select(x > 0.f, x, -x)), T);
}
