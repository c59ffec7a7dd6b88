// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lambdas composed by a variadic template, and a mutable one that captures by reference.
// RUN: tilec %s --run k --grid 1 --arg 'out:[8]' | FileCheck %s
// CHECK: out: 11 14 17 20 23 26 29 32
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class F, class... Rest> __tile__ auto compose(F f, Rest... rest) {
  if constexpr (sizeof...(rest) == 0)
    return f;
  else
    return [=](auto x) { return f(compose(rest...)(x)); };
}
__tile_global__ void k(int *out) {
  auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
  int calls = 0;
  auto count = [&calls, step = 2](auto x) mutable {
    calls += step;
    ++step;
    return x + calls;
  };
  auto f = compose([](auto x) { return x * 2; }, [](auto x) { return x + 1; });
  auto a = count(i), b = count(i);
  ct::store(out + i, f(a) + b);
}
