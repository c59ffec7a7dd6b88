// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditions, loops and assignments that tiles do not have.
// With -DMENDED the advice is followed.
// RUN: not check-source -ferror-limit=0 %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=candidate
// RUN: check-source -DMENDED %s 2>&1 | count 0
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

//--- a tile as condition
__tile_global__ void tileAsCondition(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
  auto x = ct::load(p + i);
#ifndef MENDED
  if (x > 0.0f)
  // CHECK-DAG: control-flow.cu:[[#@LINE-1]]:7: error: no viable conversion from 'tile<bool, shape<8>>' to 'bool'; rule: a tile is a condition only if it has one element; select chooses element by element, any_of and all_of give one answer
#else
  if (ct::any_of<0>(x > 0.0f))
#endif
    x = x * 2.0f;
  ct::store(p + i, x);
}

//--- a tile between ? and :
__tile_global__ void tileBeforeQuestionMark(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
  auto x = ct::load(p + i);
#ifndef MENDED
  x = x > 0.0f ? x : -x;
  // CHECK-DAG: control-flow.cu:[[#@LINE-1]]:7: error: no viable conversion from 'tile<bool, shape<8>>' to 'bool'; rule: a tile is a condition only if it has one element; select chooses element by element, any_of and all_of give one answer
#else
  x = ct::select(x > 0.0f, x, -x);
#endif
  ct::store(p + i, x);
}

//--- a compound assignment
__tile_global__ void compoundAssignment(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
  auto sums = ct::zeros<Tile<float, 8>>();
  for (int j = 0; j < 4; ++j)
#ifndef MENDED
    sums += ct::load(p + j * 8 + i);
    // CHECK-DAG: control-flow.cu:[[#@LINE-1]]:10: error: no viable overloaded '+='; rule: a tile has no compound assignment, increment or subscript: it is a value, and its elements do not change; write a = a + b, and extract for a part
#else
    sums = sums + ct::load(p + j * 8 + i);
#endif
  ct::store(p + i, sums);
}

//--- an increment of a tile
__tile_global__ void increment(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  i++;
  // CHECK-DAG: control-flow.cu:[[#@LINE-1]]:4: error: cannot increment value of type 'tile<int, shape<8>>'; rule: a tile has no compound assignment, increment or subscript: it is a value, and its elements do not change; write a = a + b, and extract for a part
#else
  i = i + 1;
#endif
  ct::store(p + i, ct::zeros<Tile<float, 8>>());
}

//--- a tile that changes its type in a loop
__tile_global__ void changesType(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
  auto x = i;
  for (int j = 0; j < 4; ++j)
#ifndef MENDED
    x = x * 0.5f;
    // CHECK-DAG: control-flow.cu:[[#@LINE-1]]:11: error: invalid operands to binary expression ('tile<int, shape<8>>' and 'float'); rule: if one operand is a scalar and the other a tile, the scalar fits the tile's elements without narrowing; element_cast<float>(x) makes the tile one of float
#else
    x = x / 2;
#endif
  ct::store(p + x, ct::zeros<Tile<float, 8>>());
}

//--- a range of one bound
__tile_global__ void oneBound(float *p, int n) {
#ifndef MENDED
  for (int j : ct::irange(n))
  // CHECK-DAG: control-flow.cu:[[#@LINE-1]]:16: error: no viable constructor or deduction guide for deduction of template arguments of 'ct::irange'; rule: a range has a lower and an upper bound, and may have a step, got 1 argument
#else
  for (int j : ct::irange(0, n))
#endif
    p[j] = 0;
}

//--- a range of signed and unsigned
__tile_global__ void mixedBounds(float *p, unsigned n) {
#ifndef MENDED
  for (auto j : ct::irange(0, n))
  // CHECK-DAG: control-flow.cu:[[#@LINE-1]]:17: error: no viable constructor or deduction guide for deduction of template arguments of 'ct::irange'; rule: the bounds and the step of a range are integers with a common type that all of them convert to without narrowing, got 'int' and 'unsigned int'; convert the bounds to one type, as in irange(int(a), int(b))
#else
  for (auto j : ct::irange(0u, n))
#endif
    p[j] = 0;
}

//--- elements visited one by one
__tile_global__ void visited(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  float total = 0;
  for (float element : x)
  // CHECK-DAG: control-flow.cu:[[#@LINE-1]]:22: error: invalid range expression of type 'tile<float, shape<8>>'; no viable 'begin' function available; rule: a tile is no range: functions as sum<0>(tile) work on all of its elements
    total += element;
#else
  float total = float(ct::sum<0>(x));
#endif
  p[0] = total;
}

//--- a block index without .x
__tile_global__ void blockIndex(float *p) {
#ifndef MENDED
  int block = ct::bid();
  // CHECK-DAG: control-flow.cu:[[#@LINE-1]]:7: error: no viable conversion from 'uint3' to 'int'; rule: there are three: .x, .y and .z
#else
  int block = ct::bid().x;
#endif
  p[block] = 0;
}
