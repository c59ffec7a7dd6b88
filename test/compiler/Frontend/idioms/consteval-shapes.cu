// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shapes from consteval functions, deduction guides, lambdas that return lambdas.
// RUN: tilec %s --run k --grid 1 --arg 'out:[8]' | FileCheck %s
// CHECK: out: 1 4 7 10 13 16 19 22
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class F> struct Deferred {
  F f;
  __tile__ auto operator()() const {
    return f();
  }
};
template <class F> Deferred(F) -> Deferred<F>;
template <auto Value> struct Constant {
  static constexpr auto value = Value;
};
consteval int log2i(int n) {
  int r = 0;
  while (n > 1) {
    n /= 2;
    ++r;
  }
  return r;
}
__tile_global__ void k(int *out) {
  auto i = ct::iota<ct::tile<int, ct::shape<(1 << log2i(9))>>>();
  Deferred d{[=] { return i * Constant<3>::value; }};
  auto add = [](auto a) { return [a](auto b) { return a + b; }; };
  ct::store(out + i, add(d())(1));
  static_assert(decltype(i)::shape_type::static_extent(0) == 8);
}
