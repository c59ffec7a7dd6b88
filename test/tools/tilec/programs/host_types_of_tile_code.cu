// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host code asks for the types of tile code's results: a kernel's constraint and `decltype` do. Arguments of an alias
// template are deduced, as of `ct::shape`, and arrays of run-time size have initializers.
// RUN: tilec -std=c++20 %s -o %t && env TILEC_RUN=cpu %t | FileCheck %s
// CHECK: 0 1 8 27 64 125 216 343
#include <concepts>
#include <cstdio>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using Tile = ct::tile<int, ct::shape<8>>;

template <class Derived> struct Functor {
  template <class Next> __tile__ auto then(Next next, Tile x) const {
    return next(static_cast<const Derived &>(*this)(x));
  }
};
struct Square : Functor<Square> {
  template <class T> __tile__ auto operator()(T x) const {
    return x * x;
  }
};
template <class F>
concept Unary = requires(F f, Tile x) {
  { f(x) } -> std::same_as<Tile>;
  { f.then(f, x) } -> std::same_as<Tile>;
};
template <Unary F> __tile_global__ void apply(int *p) {
  Tile i = ct::iota<Tile>();
  ct::store(p + i, F{}(i) * i);
}

__tile__ int twice(int x);
using namespace ct::literals;
static_assert(std::same_as<decltype(ct::shape{2_ic, 4_ic}), ct::shape<2, 4>>);

int main(int count, char **) {
  ct::shape eight{8_ic};
  decltype(twice(1)) unused = int(eight.extent(0)) - 8;
  static_assert(noexcept(sizeof(twice(2))));
  int initial[count + 7] = {}, also[count]{};
  int *p;
  cudaMallocManaged(&p, sizeof initial);
  apply<Square><<<1, 1>>>(p);
  cudaDeviceSynchronize();
  for (int i = 0; i < count + 7; ++i)
    std::printf("%d ", p[i] + initial[i] + also[0] + unused);
}
