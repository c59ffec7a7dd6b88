// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations as function objects, chained by a variadic template.
// RUN: tilec %s --run 'apply<Chain<Twice, Twice>, 8>' --grid 2 --arg 'out:[10]' --arg '[10]=iota' \
// RUN:   --arg 10 | FileCheck %s
// CHECK: out: 0 4 8 12 16 20 24 28 32 36
#include <cuda_tile.h>
namespace ct = cuda::tiles;
struct Gelu {
  template <class T> __tile__ T operator()(T x) const {
    return x / (1.0f + ct::exp(-1.702f * x));
  }
};
struct Twice {
  template <class T> __tile__ auto operator()(T x) const {
    return x + x;
  }
};
template <class... Fs> struct Chain;
template <> struct Chain<> {
  template <class T> __tile__ T operator()(T x) const {
    return x;
  }
};
template <class F, class... Fs> struct Chain<F, Fs...> {
  template <class T> __tile__ auto operator()(T x) const {
    return Chain<Fs...>{}(F{}(x));
  }
};
template <class Op, int Block>
__tile_global__ void apply(float *__restrict__ out, const float *__restrict__ in, int n) {
  auto view = [&](auto *p) { return ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<Block>{}}; };
  auto [x, y, z] = ct::bid();
  view(out).store_masked(Op{}(view(in).load_masked(x)), x);
}
template __tile_global__ void apply<Chain<Twice, Twice>, 8>(float *__restrict__, const float *__restrict__, int);
