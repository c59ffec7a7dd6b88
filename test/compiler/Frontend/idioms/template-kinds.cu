// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Template template parameters, variable templates, constrained overloads, folds with side effects.
// RUN: tilec %s --run 'k<int, double, short>' --grid 1 --arg 'out:[3]' --arg '[1]=1' --arg '[1]=1' \
// RUN:   --arg '[1]=1' | FileCheck %s
// CHECK: out: 5 7.5 5
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <template <class, int> class C, class T> struct Use {
  static constexpr int size = C<T, 8>::size;
};
template <class T, int N> struct Block {
  static constexpr int size = N;
  using tile = ct::tile<T, ct::shape<N>>;
};
template <class T> inline constexpr T scale = T(3);
template <> inline constexpr float scale<float> = 2.5f;
template <class T>
concept Small = sizeof(T) <= 4;
template <class T>
  requires Small<T>
__tile__ T twice(T x) {
  return x + x;
}
template <class T> __tile__ T twice(T x) {
  return x * T(2) + T(1);
}
template <class... T> __tile_global__ void k(float *out, T *...in) {
  static_assert(Use<Block, int>::size == 8);
  int j = 0;
  ((out[j++] = float(twice(*in)) * scale<float>), ...);
}
template __tile_global__ void k<int, double, short>(float *, int *, double *, short *);
