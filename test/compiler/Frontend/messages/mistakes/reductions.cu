// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Axes of reductions.
// With -DMENDED the advice is followed.
// RUN: not check-source -ferror-limit=0 %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=candidate
// RUN: check-source -DMENDED %s 2>&1 | count 0
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

//--- a sum without axis
__tile_global__ void sumWithoutAxis(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  p[0] = float(ct::sum(x));
  // CHECK-DAG: reductions.cu:[[#@LINE-1]]:16: error: no matching function for call to 'sum'; rule: the axis is named, as in sum<0>(tile)
#else
  p[0] = float(ct::sum<0>(x));
#endif
}

//--- the axis as argument
__tile_global__ void axisAsArgument(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  p[0] = float(ct::sum(x, 0));
  // CHECK-DAG: reductions.cu:[[#@LINE-1]]:16: error: no matching function for call to 'sum'; rule: what is known when the kernel is compiled is a template argument or ends in _ic, as in sum<0>(tile)
#else
  p[0] = float(ct::sum<0>(x));
#endif
}

//--- the last axis as argument
__tile_global__ void lastAxisAsArgument(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  p[0] = float(ct::sum(x, -1));
  // CHECK-DAG: reductions.cu:[[#@LINE-1]]:16: error: no matching function for call to 'sum'; rule: what is known when the kernel is compiled is a template argument or ends in _ic, as in sum<0>(tile)
#else
  p[0] = float(ct::sum<0>(x));
#endif
}

//--- a negative axis
__tile_global__ void negativeAxis(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  p[0] = float(ct::sum<-1>(x));
  // CHECK-DAG: reductions.cu:[[#@LINE-1]]:16: error: no matching function for call to 'sum'; rule: the axis is a dimension of the tile, counted from 0, as in sum<0>(tile)
#else
  p[0] = float(ct::sum<0>(x));
#endif
}

//--- an axis behind the last
__tile_global__ void axisBehindLast(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  p[0] = float(ct::sum<1>(x));
  // CHECK-DAG: reductions.cu:[[#@LINE-1]]:16: error: no matching function for call to 'sum'; rule: the axis is a dimension of the tile, counted from 0, got axis 1 of 'tile<float, shape<8>>'; it has axis 0 only
#else
  p[0] = float(ct::sum<0>(x));
#endif
}

//--- max with an axis
__tile_global__ void maxWithAxis(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  p[0] = float(ct::max<0>(x));
  // CHECK-DAG: reductions.cu:[[#@LINE-1]]:16: error: no matching function for call to 'max'; rule: 'max' takes another number of arguments, got 1 argument; reduce_max<0>(tile) is the greatest along an axis
#else
  p[0] = float(ct::reduce_max<0>(x));
#endif
}

//--- max of one tile
__tile_global__ void maxOfOne(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  p[0] = float(ct::max(x));
  // CHECK-DAG: reductions.cu:[[#@LINE-1]]:16: error: no matching function for call to 'max'; rule: 'max' takes another number of arguments, got 1 argument; reduce_max<0>(tile) is the greatest along an axis
#else
  p[0] = float(ct::reduce_max<0>(x));
#endif
}

//--- argmax
__tile_global__ void argmax(float *p, int *q) {
  auto x = ct::load(p + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  q[0] = int(ct::argmax(x, 0));
  // CHECK-DAG: reductions.cu:[[#@LINE-1]]:14: error: no member named 'argmax' in namespace 'cuda::tiles'; use max_element<0>(tile)
#else
  q[0] = int(ct::max_element<0>(x));
#endif
}

//--- a generic reduction
__tile_global__ void genericReduction(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  p[0] = float(ct::reduce(x, 0, [](auto a, auto b) { return a + b; }));
  // CHECK-DAG: reductions.cu:[[#@LINE-1]]:20: error: no member named 'reduce' in namespace 'cuda::tiles'; use sum<0>(tile), prod, reduce_max or reduce_min
#else
  p[0] = float(ct::sum<0>(x));
#endif
}
