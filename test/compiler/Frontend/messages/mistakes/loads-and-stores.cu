// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads and stores through pointers: masks, shapes, elements, the order of arguments.
// With -DMENDED the advice is followed.
// RUN: not check-source -ferror-limit=0 %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=candidate
// RUN: check-source -DMENDED %s 2>&1 | count 0
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

//--- a mask for load
__tile_global__ void maskForLoad(float *p, int n) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto x = ct::load(p + i, i < n);
  // CHECK-DAG: loads-and-stores.cu:[[#@LINE-1]]:12: error: no matching function for call to 'load'; rule: 'load' takes another number of arguments, got 2 arguments; load_masked(pointers, mask, padding) takes a mask, load(pointer + indices) loads at indices
#else
  auto x = ct::load_masked(p + i, i < n);
#endif
  ct::store_masked(p + i, x * 2.0f, i < n);
}

//--- a mask and a padding for load
__tile_global__ void maskAndPaddingForLoad(float *p, int n) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto x = ct::load(p + i, i < n, 0.0f);
  // CHECK-DAG: loads-and-stores.cu:[[#@LINE-1]]:12: error: no matching function for call to 'load'; rule: 'load' takes another number of arguments, got 3 arguments; load_masked(pointers, mask, padding) takes a mask
#else
  auto x = ct::load_masked(p + i, i < n, 0.0f);
#endif
  ct::store_masked(p + i, x * 2.0f, i < n);
}

//--- a mask for store
__tile_global__ void maskForStore(float *p, int n) {
  auto i = ct::iota<Tile<int, 8>>();
  auto x = ct::load_masked(p + i, i < n, 0.0f);
#ifndef MENDED
  ct::store(p + i, x, i < n);
  // CHECK-DAG: loads-and-stores.cu:[[#@LINE-1]]:3: error: no matching function for call to 'store'; rule: 'store' takes another number of arguments, got 3 arguments; store_masked(pointers, value, mask) takes a mask, store(pointer + indices, value) stores at indices
#else
  ct::store_masked(p + i, x, i < n);
#endif
}

//--- a scalar for a tile of pointers
__tile_global__ void scalarForPointers(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  ct::store(p + i, 1.0f);
  // CHECK-DAG: loads-and-stores.cu:[[#@LINE-1]]:3: error: no matching function for call to 'store'; rule: a stored value has the shape of the pointers, got 'tile<float *, shape<8>>' and 'float'; full<tile<float, shape<8>>>(x) makes a tile of a scalar
#else
  ct::store(p + i, ct::full<Tile<float, 8>>(1.0f));
#endif
}

//--- a narrowing store of float
__tile_global__ void narrowingStore(int *q, float *p) {
  auto i = ct::iota<Tile<int, 8>>();
  auto x = ct::load(p + i);
#ifndef MENDED
  ct::store(q + i, x);
  // CHECK-DAG: loads-and-stores.cu:[[#@LINE-1]]:3: error: no matching function for call to 'store'; rule: the value converts to the pointee without narrowing, got 'tile<int *, shape<8>>' and 'tile<float, shape<8>>'; element_cast<int>(x) converts a tile
#else
  ct::store(q + i, ct::element_cast<int>(x));
#endif
}

//--- a store of double to float
__tile_global__ void storeOfDouble(float *p, double *d) {
  auto i = ct::iota<Tile<int, 8>>();
  auto x = ct::load(d + i);
#ifndef MENDED
  ct::store(p + i, x);
  // CHECK-DAG: loads-and-stores.cu:[[#@LINE-1]]:3: error: no matching function for call to 'store'; rule: the value converts to the pointee without narrowing, got 'tile<float *, shape<8>>' and 'tile<double, shape<8>>'; element_cast<float>(x) converts a tile
#else
  ct::store(p + i, ct::element_cast<float>(x));
#endif
}

//--- a store of int to float
__tile_global__ void storeOfInt(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  ct::store(p + i, i);
  // CHECK-DAG: loads-and-stores.cu:[[#@LINE-1]]:3: error: no matching function for call to 'store'; rule: the value converts to the pointee without narrowing, got 'tile<float *, shape<8>>' and 'tile<int, shape<8>>'; element_cast<float>(x) converts a tile
#else
  ct::store(p + i, ct::element_cast<float>(i));
#endif
}

//--- the value before the pointers
__tile_global__ void valueFirst(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
  auto x = ct::load(p + i);
#ifndef MENDED
  ct::store(x, p + i);
  // CHECK-DAG: loads-and-stores.cu:[[#@LINE-1]]:3: error: no matching function for call to 'store'; rule: a pointer, or tile of pointers, to elements that this architecture can load: not void, not volatile, got 'tile<float, shape<8>>' and 'tile<float *, shape<8>>'; the pointers come first, as in store(pointers, value)
#else
  ct::store(p + i, x);
#endif
}

//--- a pointer and indices
__tile_global__ void pointerAndIndices(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto x = ct::load(p, i);
  // CHECK-DAG: loads-and-stores.cu:[[#@LINE-1]]:12: error: no matching function for call to 'load'; rule: 'load' takes another number of arguments, got 2 arguments; load_masked(pointers, mask, padding) takes a mask, load(pointer + indices) loads at indices
#else
  auto x = ct::load(p + i);
#endif
  ct::store(p + i, x);
}

//--- a pointer indexed by a tile
__tile_global__ void pointerIndexedByTile(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto x = p[i];
  // CHECK-DAG: loads-and-stores.cu:[[#@LINE-1]]:13: error: no viable overloaded operator[] for type 'float *'; a pointer is indexed by a scalar: load(pointer + indices) loads a tile
#else
  auto x = ct::load(p + i);
#endif
  ct::store(p + i, x);
}

//--- a tile of pointers dereferenced
__tile_global__ void dereferenced(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto x = *(p + i);
  // CHECK-DAG: loads-and-stores.cu:[[#@LINE-1]]:12: error: indirection requires pointer operand ('tile<float *, shape<8>>' invalid); rule: a tile of pointers is no pointer: load(pointers) loads what they point to, store(pointers, value) stores
#else
  auto x = ct::load(p + i);
#endif
  ct::store(p + i, x);
}

//--- an assignment through a tile of pointers
__tile_global__ void assignedThrough(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
  auto x = ct::load(p + i);
#ifndef MENDED
  *(p + i) = x + 1.0f;
  // CHECK-DAG: loads-and-stores.cu:[[#@LINE-1]]:3: error: indirection requires pointer operand ('tile<float *, shape<8>>' invalid); rule: a tile of pointers is no pointer: load(pointers) loads what they point to, store(pointers, value) stores
#else
  ct::store(p + i, x + 1.0f);
#endif
}

//--- an integer as padding
__tile_global__ void integerPadding(float *p, int n) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto x = ct::load_masked(p + i, i < n, 0);
  // CHECK-DAG: loads-and-stores.cu:[[#@LINE-1]]:12: error: no matching function for call to 'load_masked'; rule: the value converts to the pointee without narrowing, got 'tile<float *, shape<8>>', 'tile<bool, shape<8>>' and 'int'; a scalar is converted as in float(x)
#else
  auto x = ct::load_masked(p + i, i < n, 0.0f);
#endif
  ct::store_masked(p + i, x, i < n);
}

//--- a mask of another shape
__tile_global__ void maskOfOtherShape(float *p, int n) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto mask = ct::iota<Tile<int, 16>>() < n;
#else
  auto mask = ct::iota<Tile<int, 8>>() < n;
#endif
  auto x = ct::load_masked(p + i, mask, 0.0f);
  // CHECK-DAG: loads-and-stores.cu:[[#@LINE-1]]:12: error: no matching function for call to 'load_masked'; rule: a mask, of any element type, broadcasts to the pointers, got 'tile<float *, shape<8>>', 'tile<bool, shape<16>>' and 'float'; one of fitting shape is iota<tile<int, shape<8>>>() < n
  ct::store_masked(p + i, x, i < n);
}

//--- a value of another shape
__tile_global__ void valueOfOtherShape(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  ct::store(p + i, ct::ones<Tile<float, 16>>());
  // CHECK-DAG: loads-and-stores.cu:[[#@LINE-1]]:3: error: no matching function for call to 'store'; rule: a stored value has the shape of the pointers, got 'tile<float *, shape<8>>' and 'tile<float, shape<16>>'; reshape, broadcast and extract make tiles of shape<8>
#else
  ct::store(p + i, ct::ones<Tile<float, 8>>());
#endif
}

//--- a store to const
#ifndef MENDED
__tile_global__ void storeToConst(const float *p) {
#else
__tile_global__ void storeToConst(float *p) {
#endif
  auto i = ct::iota<Tile<int, 8>>();
  ct::store(p + i, ct::load(p + i) * 2.0f);
  // CHECK-DAG: loads-and-stores.cu:[[#@LINE-1]]:3: error: no matching function for call to 'store'; rule: a pointer, or tile of pointers, to elements that can be stored to: not void, not volatile, not const, got 'tile<const float *, shape<8>>' and 'tile<float, shape<8>>'; declare the pointer without const
}

//--- a tile from one pointer
__tile_global__ void tileFromOnePointer(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  Tile<float, 8> x = ct::load(p);
  // CHECK-DAG: loads-and-stores.cu:[[#@LINE-1]]:18: error: no viable conversion from 'float' to 'Tile<float, 8>' (aka 'ct::tile<float, shape<8>>'); rule: a scalar is no tile: full<tile<float, shape<8>>>(x) makes one, and load(pointer + indices) loads one
#else
  Tile<float, 8> x = ct::load(p + i);
#endif
  ct::store(p + i, x);
}

//--- the type of the tile named for load
__tile_global__ void typeNamedForLoad(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto x = ct::load<Tile<float, 8>>(p + i);
  // CHECK-DAG: loads-and-stores.cu:[[#@LINE-1]]:12: error: no matching function for call to 'load'; rule: a pointer, or tile of pointers, to elements that this architecture can load: not void, not volatile, got 'tile<float, shape<8>>'; as in load(pointers)
#else
  auto x = ct::load(p + i);
#endif
  ct::store(p + i, x);
}
