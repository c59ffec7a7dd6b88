// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shapes that no tile has, and functions that take one.
// With -DMENDED the advice is followed.
// RUN: not check-source -ferror-limit=0 %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=candidate
// RUN: check-source -DMENDED %s 2>&1 | count 0
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

//--- an extent that is no power of two
__tile_global__ void extentOf100(float *p) {
#ifndef MENDED
  auto i = ct::iota<Tile<int, 100>>();
  // CHECK-DAG: shapes.cu:[[#@LINE-1]]:21: error: constraints not satisfied for class template 'tile' [with Element = int, Shape = ct::shape<100>]; rule: a shape that a tile may have: every extent a constant power of two, at most 2^24 elements in all; the next is shape<128>: load_masked and store_masked leave out what is not there
#else
  auto i = ct::iota<Tile<int, 128>>();
#endif
  ct::store_masked(p + i, ct::zeros<Tile<float, 128>>(), i < 100);
}

//--- an extent of run time
__tile_global__ void extentOfRunTime(float *p, int n) {
// CHECK-DAG: shapes.cu:[[#@LINE-1]]:52: note: declared here
#ifndef MENDED
  auto i = ct::iota<ct::tile<int, ct::shape<n>>>();
  // CHECK-DAG: shapes.cu:[[#@LINE-1]]:45: error: non-type template argument is not a constant expression; a shape is known when the kernel is compiled: its extents are literals, constexpr or template parameters
  // CHECK-DAG: shapes.cu:[[#@LINE-2]]:45: note: function parameter 'n' with unknown value cannot be used in a constant expression
#else
  auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
#endif
  ct::store_masked(p + i, ct::zeros<Tile<float, 8>>(), i < n);
}

//--- a number for the shape
__tile_global__ void numberForShape(float *p) {
#ifndef MENDED
  auto x = ct::zeros<ct::tile<float, 8>>();
  // CHECK-DAG: shapes.cu:[[#@LINE-1]]:38: error: template argument for template type parameter must be a type; a tile is written tile<float, shape<8, 4>>
#else
  auto x = ct::zeros<ct::tile<float, ct::shape<8>>>();
#endif
  ct::store(p + ct::iota<Tile<int, 8>>(), x);
}

//--- a tile that is too large
__tile_global__ void tooLarge(float *p) {
#ifndef MENDED
  auto x = ct::zeros<Tile<float, 8192, 8192>>();
  // CHECK-DAG: shapes.cu:[[#@LINE-1]]:22: error: constraints not satisfied for class template 'tile' [with Element = float, Shape = ct::shape<8192, 8192>]; rule: a shape that a tile may have: every extent a constant power of two, at most 2^24 elements in all; work on smaller tiles in a loop
#else
  auto x = ct::zeros<Tile<float, 64, 64>>();
#endif
  p[0] = float(ct::sum<0>(ct::sum<1>(x)));
}

//--- reshape to numbers
__tile_global__ void reshapeToNumbers(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 32>>());
#ifndef MENDED
  auto y = ct::reshape(x, 4, 8);
  // CHECK-DAG: shapes.cu:[[#@LINE-1]]:12: error: no matching function for call to 'reshape'; rule: 'reshape' takes another number of arguments, got 3 arguments, as in reshape(tile, shape<4, 2>{})
#else
  auto y = ct::reshape(x, ct::shape<4, 8>{});
#endif
  p[0] = float(ct::sum<0>(ct::sum<1>(y)));
}

//--- reshape to another count
__tile_global__ void reshapeToOtherCount(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 32>>());
#ifndef MENDED
  auto y = ct::reshape(x, ct::shape<8, 8>{});
  // CHECK-DAG: shapes.cu:[[#@LINE-1]]:12: error: no matching function for call to 'reshape'; rule: both shapes have the same number of elements, got 'shape<8, 8>' and 'tile<float, shape<32>>'; the tile has 32, the shape 64
#else
  auto y = ct::reshape(x, ct::shape<4, 8>{});
#endif
  p[0] = float(ct::sum<0>(ct::sum<1>(y)));
}

//--- permute by numbers
__tile_global__ void permuteByNumbers(float *p) {
  auto x = ct::zeros<Tile<float, 4, 8>>();
#ifndef MENDED
  auto y = ct::permute(x, 1, 0);
  // CHECK-DAG: shapes.cu:[[#@LINE-1]]:12: error: no matching function for call to 'permute'; rule: 'permute' takes another number of arguments, got 3 arguments, as in permute(tile, dimension_map<1, 0>{})
#else
  auto y = ct::permute(x, ct::dimension_map<1, 0>{});
#endif
  p[0] = float(ct::sum<0>(ct::sum<1>(y)));
}

//--- the shape as a member
__tile_global__ void shapeAsMember(int *q) {
  auto x = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  q[0] = x.shape[0];
  // CHECK-DAG: shapes.cu:[[#@LINE-1]]:12: error: no member named 'shape' in 'tile<int, shape<8>>'; a tile has no members but types: decltype(x)::shape_type::static_extent(0) is an extent
#else
  q[0] = decltype(x)::shape_type::static_extent(0);
#endif
}

//--- one element of a tile
__tile_global__ void oneElement(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  p[0] = x[3];
  // CHECK-DAG: shapes.cu:[[#@LINE-1]]:11: error: type 'tile<float, shape<8>>' does not provide a subscript operator; rule: a tile has no subscript; extract(tile, shape<1>{}, i) is a part, insert(tile, part, i) has another part, load(pointer + i) reads memory
#else
  p[0] = float(ct::extract(x, ct::shape<1>{}, 3));
#endif
}

//--- one element assigned
__tile_global__ void oneElementAssigned(float *p) {
  auto x = ct::zeros<Tile<float, 8>>();
#ifndef MENDED
  x[3] = 1.0f;
  // CHECK-DAG: shapes.cu:[[#@LINE-1]]:4: error: type 'tile<float, shape<8>>' does not provide a subscript operator; rule: a tile has no subscript; extract(tile, shape<1>{}, i) is a part, insert(tile, part, i) has another part, load(pointer + i) reads memory
#else
  x = ct::insert(x, ct::ones<Tile<float, 1>>(), 3);
#endif
  ct::store(p + ct::iota<Tile<int, 8>>(), x);
}

//--- zeros of an element and numbers
__tile_global__ void zerosOfNumbers(float *p) {
#ifndef MENDED
  auto x = ct::zeros<float, 8>();
  // CHECK-DAG: shapes.cu:[[#@LINE-1]]:12: error: no matching function for call to 'zeros'; rule: 'zeros' has other template arguments, as in zeros<tile<float, shape<8>>>()
#else
  auto x = ct::zeros<Tile<float, 8>>();
#endif
  ct::store(p + ct::iota<Tile<int, 8>>(), x);
}

//--- full of a shape
__tile_global__ void fullOfShape(float *p) {
#ifndef MENDED
  auto x = ct::full(ct::shape<8>{}, 1.0f);
  // CHECK-DAG: shapes.cu:[[#@LINE-1]]:12: error: no matching function for call to 'full'; rule: 'full' takes another number of arguments, got 2 arguments, as in full<tile<float, shape<8>>>(value)
#else
  auto x = ct::full<Tile<float, 8>>(1.0f);
#endif
  ct::store(p + ct::iota<Tile<int, 8>>(), x);
}

//--- full of an element
__tile_global__ void fullOfElement(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  ct::store(p + i, ct::full<float>(0));
  // CHECK-DAG: shapes.cu:[[#@LINE-1]]:3: error: no matching function for call to 'store'; rule: a stored value has the shape of the pointers, got 'tile<float *, shape<8>>' and 'float'; full<tile<float, shape<8>>>(x) makes a tile of a scalar
#else
  ct::store(p + i, ct::full<Tile<float, 8>>(0));
#endif
}

//--- arange
__tile_global__ void arange(float *p) {
#ifndef MENDED
  auto i = ct::arange(0, 8);
  // CHECK-DAG: shapes.cu:[[#@LINE-1]]:12: error: no member named 'arange' in namespace 'cuda::tiles'; use iota<tile<int, shape<8>>>()
#else
  auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
#endif
  ct::store(p + i, ct::zeros<Tile<float, 8>>());
}

//--- iota of floats
__tile_global__ void iotaOfFloats(float *p) {
#ifndef MENDED
  auto x = ct::iota<Tile<float, 8>>();
  // CHECK-DAG: shapes.cu:[[#@LINE-1]]:12: error: no matching function for call to 'iota'; rule: an integral type: bool, a character type or an integer of at most 64 bits, without qualifiers, got 'tile<float, shape<8>>'; element_cast<float>(iota<tile<int, shape<8>>>()) counts in float
#else
  auto x = ct::element_cast<float>(ct::iota<Tile<int, 8>>());
#endif
  ct::store(p + ct::iota<Tile<int, 8>>(), x);
}

//--- cat with an axis as argument
__tile_global__ void catWithAxis(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  auto y = ct::cat(x, x, 0);
  // CHECK-DAG: shapes.cu:[[#@LINE-1]]:12: error: no matching function for call to 'cat'; rule: what is known when the kernel is compiled is a template argument or ends in _ic, as in cat<0>(a, b)
#else
  auto y = ct::cat<0>(x, x);
#endif
  ct::store(p + ct::iota<Tile<int, 16>>(), y);
}

//--- broadcast to what does not fit
__tile_global__ void broadcastDoesNotFit(float *p) {
#ifndef MENDED
  auto x = ct::load(p + ct::iota<Tile<int, 4>>());
#else
  auto x = ct::reshape(ct::load(p + ct::iota<Tile<int, 4>>()), ct::shape<4, 1>{});
#endif
  auto y = ct::broadcast(x, ct::shape<4, 8>{});
  // CHECK-DAG: shapes.cu:[[#@LINE-1]]:12: error: no matching function for call to 'broadcast'; rule: the tile broadcasts to the shape: aligned at the last dimension, each of its extents is equal or 1, got 'shape<4, 8>' and 'tile<float, shape<4>>'; reshape(x, shape<4, 1>{}) lays the elements along that dimension
  p[0] = float(ct::sum<0>(ct::sum<1>(y)));
}
