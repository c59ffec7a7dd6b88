// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A struct as a template argument.
// RUN: tilec %s --run 'k<Config{4, true}>' --grid 1 --arg 'out:[4]' | FileCheck %s
// CHECK: out: 0 -1 -2 -3
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
struct Config {
  int block;
  bool negate;
  constexpr int half() const {
    return block / 2;
  }
};
template <Config C> struct Worker {
  using T = ct::tile<int, ct::shape<C.block>>;
  static __tile__ T make() {
    auto t = ct::iota<T>();
    if constexpr (C.negate)
      return -t;
    else
      return t;
  }
};
template <Config C> __tile_global__ void k(int *out) {
  ct::store(out + ct::iota<typename Worker<C>::T>(), Worker<C>::make());
}
template __tile_global__ void k<Config{4, true}>(int *);
