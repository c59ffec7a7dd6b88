// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names that are misspelt, lack their namespace, or are of other languages.
// With -DMENDED the advice is followed.
// RUN: not check-source -ferror-limit=0 %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=candidate
// RUN: check-source -DMENDED %s 2>&1 | count 0
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

//--- load without ct::
__tile_global__ void loadWithoutNamespace(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto x = load(p + 1);
  // CHECK-DAG: names.cu:[[#@LINE-1]]:12: error: use of undeclared identifier 'load'; it belongs to 'cuda::tiles': write ct::load
#else
  auto x = ct::load(p + 1);
#endif
  ct::store(p, x);
}

//--- iota without ct::
__tile_global__ void iotaWithoutNamespace(float *p) {
#ifndef MENDED
  auto i = iota<Tile<int, 8>>();
  // CHECK-DAG: names.cu:[[#@LINE-1]]:12: error: use of undeclared identifier 'iota'; it belongs to 'cuda::tiles': write ct::iota
#else
  auto i = ct::iota<Tile<int, 8>>();
#endif
  ct::store(p + i, ct::zeros<Tile<float, 8>>());
}

//--- bid without ct::
__tile_global__ void bidWithoutNamespace(float *p) {
#ifndef MENDED
  int block = bid().x;
  // CHECK-DAG: names.cu:[[#@LINE-1]]:15: error: use of undeclared identifier 'bid'; it belongs to 'cuda::tiles': write ct::bid
#else
  int block = ct::bid().x;
#endif
  p[block] = 0;
}

//--- tile and shape without ct::
#ifndef MENDED
using Values = tile<float, ct::shape<8>>;
// CHECK-DAG: names.cu:[[#@LINE-1]]:16: error: use of undeclared identifier 'tile'; it belongs to 'cuda::tiles': write ct::tile
#else
using Values = ct::tile<float, ct::shape<8>>;
#endif
__tile_global__ void tileWithoutNamespace(float *p) {
  ct::store(p + ct::iota<Tile<int, 8>>(), ct::zeros<Tile<float, 8>>());
}

//--- shape without ct::
__tile_global__ void shapeWithoutNamespace(float *p, int n) {
  ct::tensor_span span{p, ct::extents{n}};
#ifndef MENDED
  ct::partition_view view{span, shape<8>{}};
  // CHECK-DAG: names.cu:[[#@LINE-1]]:33: error: use of undeclared identifier 'shape'; it belongs to 'cuda::tiles': write ct::shape
#else
  ct::partition_view view{span, ct::shape<8>{}};
#endif
  p[0] = 0;
}

//--- a misspelt function
__tile_global__ void misspeltFunction(float *p) {
#ifndef MENDED
  auto x = ct::laod(p + 1);
  // CHECK-DAG: names.cu:[[#@LINE-1]]:16: error: no member named 'laod' in namespace 'cuda::tiles'; did you mean 'load'?
#else
  auto x = ct::load(p + 1);
#endif
  ct::store(p, x);
}

//--- a misspelt memory order
__tile_global__ void misspeltOrder(int *q) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  ct::atomic_add<ct::memory_order::relax>(q + i, i);
  // CHECK-DAG: names.cu:[[#@LINE-1]]:36: error: no member named 'relax' in 'memory_order'; it has relaxed, acquire, release, acq_rel
#else
  ct::atomic_add<ct::memory_order::relaxed>(q + i, i);
#endif
}

//--- a memory order that tiles lack
__tile_global__ void sequentiallyConsistent(int *q) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  ct::atomic_add<ct::memory_order::seq_cst>(q + i, i);
  // CHECK-DAG: names.cu:[[#@LINE-1]]:36: error: no member named 'seq_cst' in 'memory_order'; it has relaxed, acquire, release, acq_rel
#else
  ct::atomic_add<ct::memory_order::acq_rel>(q + i, i);
#endif
}

//--- an atomic update without order
__tile_global__ void withoutOrder(int *q) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  ct::atomic_add(q + i, i);
  // CHECK-DAG: names.cu:[[#@LINE-1]]:3: error: no matching function for call to 'atomic_add'; rule: an atomic operation names its memory order, as in atomic_add<memory_order::relaxed>(...)
#else
  ct::atomic_add<ct::memory_order::relaxed>(q + i, i);
#endif
}

//--- where
__tile_global__ void where(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
  auto x = ct::load(p + i);
#ifndef MENDED
  ct::store(p + i, ct::where(x > 0.0f, x, -x));
  // CHECK-DAG: names.cu:[[#@LINE-1]]:20: error: no member named 'where' in namespace 'cuda::tiles'; use select(condition, a, b)
#else
  ct::store(p + i, ct::select(x > 0.0f, x, -x));
#endif
}

//--- sigmoid
__tile_global__ void sigmoid(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
  auto x = ct::load(p + i);
#ifndef MENDED
  ct::store(p + i, ct::sigmoid(x));
  // CHECK-DAG: names.cu:[[#@LINE-1]]:20: error: no member named 'sigmoid' in namespace 'cuda::tiles'; use 1.0f / (1.0f + exp(-x))
#else
  ct::store(p + i, 1.0f / (1.0f + ct::exp(-x)));
#endif
}

//--- cdiv
__tile_global__ void cdiv(float *p, int n) {
#ifndef MENDED
  for (int j = 0; j < ct::cdiv(n, 8); ++j)
  // CHECK-DAG: names.cu:[[#@LINE-1]]:23: error: no member named 'cdiv' in namespace 'cuda::tiles'; use ceildiv(a, b)
#else
  for (int j = 0; j < ct::ceildiv(n, 8); ++j)
#endif
    p[j] = 0;
}

//--- program_id
__tile_global__ void programId(float *p) {
#ifndef MENDED
  int block = ct::program_id(0);
  // CHECK-DAG: names.cu:[[#@LINE-1]]:15: error: no member named 'program_id' in namespace 'cuda::tiles'; use bid().x
#else
  int block = ct::bid().x;
#endif
  p[block] = 0;
}

//--- tl as an object
__tile_global__ void tritonLoad(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto x = tl.load(p + 1);
  // CHECK-DAG: names.cu:[[#@LINE-1]]:12: error: use of undeclared identifier 'tl', which is of Triton; functions of tiles are in 'cuda::tiles', as in load(pointers)
#else
  auto x = ct::load(p + 1);
#endif
  ct::store(p, x);
}

//--- tl as a namespace
__tile_global__ void tritonNamespace(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto x = tl::load(p + 1);
  // CHECK-DAG: names.cu:[[#@LINE-1]]:12: error: use of undeclared identifier 'tl', which is of Triton; functions of tiles are in 'cuda::tiles', as in load(pointers)
#else
  auto x = ct::load(p + 1);
#endif
  ct::store(p, x);
}

//--- a cast by name
__tile_global__ void castByName(float *p, int *q) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  ct::store(p + i, ct::cast<float>(ct::load(q + i)));
  // CHECK-DAG: names.cu:[[#@LINE-1]]:24: error: no template named 'cast' in namespace 'cuda::tiles'; use element_cast<float>(tile)
#else
  ct::store(p + i, ct::element_cast<float>(ct::load(q + i)));
#endif
}

//--- a misspelt variable
__tile_global__ void misspeltVariable(float *pointer) {
// CHECK-DAG: names.cu:[[#@LINE-1]]:46: note: 'pointer' declared here
#ifndef MENDED
  ct::store(pointre, 1.0f);
  // CHECK-DAG: names.cu:[[#@LINE-1]]:13: error: use of undeclared identifier 'pointre'; did you mean 'pointer'?
#else
  ct::store(pointer, 1.0f);
#endif
}

//--- a barrier of tiles
__tile_global__ void withBarrier(float *p) {
  p[0] = 0;
#ifndef MENDED
  ct::barrier();
  // CHECK-DAG: names.cu:[[#@LINE-1]]:7: error: no member named 'barrier' in namespace 'cuda::tiles'; leave it out: a tile block is one logical thread
#endif
  p[1] = 0;
}

//--- a size of a tile
__tile_global__ void sizeOfTile(int *q) {
  auto x = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  q[0] = x.size();
  // CHECK-DAG: names.cu:[[#@LINE-1]]:12: error: no member named 'size' in 'tile<int, shape<8>>'; a tile has no members but types: decltype(x)::shape_type::static_extent(0) is an extent
#else
  q[0] = decltype(x)::shape_type::static_extent(0);
#endif
}
