// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Overloads chosen by a concept of one's own, between tiles and scalars.
// RUN: tilec %s --run k --grid 1 --arg 'out:[2]' --arg '[8]=iota' | FileCheck %s
// CHECK: out: 3.5 3.5
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class T>
concept RowTile = ct::tile_like<T> && requires(T t) { ct::sum<0>(t); };
template <RowTile T> __tile__ auto mean(T t) {
  return ct::sum<0>(t) / float(8);
}
__tile__ float mean(float x) {
  return x;
}
__tile_global__ void k(float *out, const float *in) {
  auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
  out[0] = static_cast<float>(mean(ct::load(in + i)));
  out[1] = mean(3.5f);
}
