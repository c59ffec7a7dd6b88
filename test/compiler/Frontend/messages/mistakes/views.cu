// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Views and spans: how they are made, and their indices.
// With -DMENDED the advice is followed.
// RUN: not check-source -ferror-limit=0 %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=candidate
// RUN: check-source -DMENDED %s 2>&1 | count 0
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

//--- too few indices
__tile_global__ void tooFewIndices(float *p, int m, int n) {
  ct::partition_view view{ct::tensor_span{p, ct::extents{m, n}}, ct::shape<8, 8>{}};
#ifndef MENDED
  auto x = view.load_masked(0);
  // CHECK-DAG: views.cu:[[#@LINE-1]]:17: error: no matching member function for call to 'load_masked'; rule: one integer for each dimension of the view; for that of a gather/scatter view a tile of as many as a tile has there, got 'int', as in view.load_masked<view_padding::zero>(i, j)
#else
  auto x = view.load_masked(0, 0);
#endif
  view.store_masked(x, 0, 0);
}

//--- indices in braces
__tile_global__ void indicesInBraces(float *p, int m, int n) {
  ct::partition_view view{ct::tensor_span{p, ct::extents{m, n}}, ct::shape<8, 8>{}};
#ifndef MENDED
  auto x = view.load_masked({0, 1});
  // CHECK-DAG: views.cu:[[#@LINE-1]]:17: error: no matching member function for call to 'load_masked'; rule: each index is an argument of its own, without braces, as in view.load_masked<view_padding::zero>(i, j)
#else
  auto x = view.load_masked(0, 1);
#endif
  view.store_masked(x, 0, 0);
}

//--- a view called
__tile_global__ void viewCalled(float *p, int m, int n) {
  ct::partition_view view{ct::tensor_span{p, ct::extents{m, n}}, ct::shape<8, 8>{}};
#ifndef MENDED
  auto x = view(0, 1);
  // CHECK-DAG: views.cu:[[#@LINE-1]]:12: error: type 'partition_view<tensor_span<float, shape<dynamic_extent, dynamic_extent>>, shape<8, 8>>' does not provide a call operator; rule: a view is neither called nor indexed: view.load(i, j) loads a tile
#else
  auto x = view.load_masked(0, 1);
#endif
  view.store_masked(x, 0, 0);
}

//--- a span loaded from
__tile_global__ void spanLoaded(float *p, int n) {
  ct::tensor_span span{p, ct::extents{n}};
#ifndef MENDED
  auto x = span.load(0);
  // CHECK-DAG: views.cu:[[#@LINE-1]]:17: error: no member named 'load' in 'tensor_span<float, shape<dynamic_extent>>'; a view of the span has it: partition_view{span, shape<16, 32>{}}
#else
  auto x = ct::partition_view{span, ct::shape<8>{}}.load(0);
#endif
  ct::store(p + ct::iota<Tile<int, 8>>(), x);
}

//--- a view of a pointer
__tile_global__ void viewOfPointer(float *p, int n) {
#ifndef MENDED
  ct::partition_view view{p, ct::shape<8>{}};
  // CHECK-DAG: views.cu:[[#@LINE-1]]:22: error: no viable constructor or deduction guide for deduction of template arguments of 'ct::partition_view'; rule: a view looks at a tensor_span of at least one dimension, with elements that this architecture can load, got 'float *' and 'shape<8>'; as in partition_view{span, shape<16, 32>{}}
#else
  ct::partition_view view{ct::tensor_span{p, ct::extents{n}}, ct::shape<8>{}};
#endif
  view.store_masked(view.load_masked(0), 1);
}

//--- a view without braces behind its shape
__tile_global__ void shapeIsType(float *p, int n) {
  ct::tensor_span span{p, ct::extents{n}};
#ifndef MENDED
  ct::partition_view view{span, ct::shape<8>};
  // CHECK-DAG: views.cu:[[#@LINE-1]]:45: error: expected '(' for function-style cast or type construction; shape<8> is a type, shape<8>{} a value
#else
  ct::partition_view view{span, ct::shape<8>{}};
#endif
  view.store_masked(view.load_masked(0), 1);
}

//--- a view with numbers for a shape
__tile_global__ void numbersForShape(float *p, int m, int n) {
  ct::tensor_span span{p, ct::extents{m, n}};
#ifndef MENDED
  ct::partition_view view{span, 16, 32};
  // CHECK-DAG: views.cu:[[#@LINE-1]]:22: error: no viable constructor or deduction guide for deduction of template arguments of 'ct::partition_view'; as in partition_view{span, shape<16, 32>{}}
#else
  ct::partition_view view{span, ct::shape<16, 32>{}};
#endif
  view.store_masked(view.load_masked(0, 0), 1, 1);
}

//--- a span with numbers for extents
__tile_global__ void numbersForExtents(float *p, int m, int n) {
#ifndef MENDED
  ct::tensor_span span{p, m, n};
  // CHECK-DAG: views.cu:[[#@LINE-1]]:19: error: no viable constructor or deduction guide for deduction of template arguments of 'ct::tensor_span'; rule: extents with strides: what a layout makes of extents, got 'float', 'int' and 'int'; as in tensor_span{pointer, extents{m, n}}
#else
  ct::tensor_span span{p, ct::extents{m, n}};
#endif
  ct::partition_view view{span, ct::shape<8, 8>{}};
  view.store_masked(view.load_masked(0, 0), 1, 1);
}

//--- indices before the stored tile
__tile_global__ void indicesFirst(float *p, int m, int n) {
  ct::partition_view view{ct::tensor_span{p, ct::extents{m, n}}, ct::shape<8, 8>{}};
  auto x = view.load_masked(0, 0);
#ifndef MENDED
  view.store_masked(1, 1, x);
  // CHECK-DAG: views.cu:[[#@LINE-1]]:8: error: no matching member function for call to 'store_masked'; rule: a stored tile has exactly the shape of the view's tiles, got 'int', 'int' and 'tile<float, shape<8, 8>>'; the tile comes first, as in view.store_masked(tile, i, j)
#else
  view.store_masked(x, 1, 1);
#endif
}

//--- a padding behind the indices
__tile_global__ void paddingBehindIndices(float *p, int m, int n) {
  ct::partition_view view{ct::tensor_span{p, ct::extents{m, n}}, ct::shape<8, 8>{}};
#ifndef MENDED
  auto x = view.load_masked(0, 0, 0.0f);
  // CHECK-DAG: views.cu:[[#@LINE-1]]:17: error: no matching member function for call to 'load_masked'; rule: one integer for each dimension of the view; for that of a gather/scatter view a tile of as many as a tile has there, got 'int', 'int' and 'float', as in view.load_masked<view_padding::zero>(i, j)
#else
  auto x = view.load_masked<ct::view_padding::zero>(0, 0);
#endif
  view.store_masked(x, 1, 1);
}

//--- a view whose tile is no power of two
__tile_global__ void viewOf48(float *p, int n) {
  ct::tensor_span span{p, ct::extents{n}};
#ifndef MENDED
  ct::partition_view view{span, ct::shape<48>{}};
  // CHECK-DAG: views.cu:[[#@LINE-1]]:22: error: no viable constructor or deduction guide for deduction of template arguments of 'ct::partition_view'; rule: a view's tile has one extent for each dimension of the span, each of them a power of two, got 'tensor_span<float, shape<dynamic_extent>>' and 'shape<48>'; as in partition_view{span, shape<16, 32>{}}
#else
  ct::partition_view view{span, ct::shape<64>{}};
#endif
  view.store_masked(view.load_masked(0), 1);
}

//--- a view of another rank than its span
__tile_global__ void viewOfOtherRank(float *p, int m, int n) {
  ct::tensor_span span{p, ct::extents{m, n}};
#ifndef MENDED
  ct::partition_view view{span, ct::shape<8>{}};
  // CHECK-DAG: views.cu:[[#@LINE-1]]:22: error: no viable constructor or deduction guide for deduction of template arguments of 'ct::partition_view'; rule: a view's tile has one extent for each dimension of the span, each of them a power of two, got 'tensor_span<float, shape<dynamic_extent, dynamic_extent>>' and 'shape<8>'; as in partition_view{span, shape<16, 32>{}}
#else
  ct::partition_view view{span, ct::shape<1, 8>{}};
#endif
  view.store_masked(view.load_masked(0, 0), 1, 1);
}

//--- a narrowing store to a view
__tile_global__ void narrowingViewStore(float *p, int n) {
  ct::partition_view view{ct::tensor_span{p, ct::extents{n}}, ct::shape<8>{}};
  auto x = ct::zeros<Tile<double, 8>>();
#ifndef MENDED
  view.store_masked(x, 0);
  // CHECK-DAG: views.cu:[[#@LINE-1]]:8: error: no matching member function for call to 'store_masked'; rule: the elements of a stored tile convert to those of the view without narrowing, got 'tile<double, shape<8>>' and 'int'; element_cast converts the tile, as in element_cast<float>(x)
#else
  view.store_masked(ct::element_cast<float>(x), 0);
#endif
}

//--- the number of a view's tiles
__tile_global__ void numberOfTiles(float *p, int n) {
  ct::partition_view view{ct::tensor_span{p, ct::extents{n}}, ct::shape<8>{}};
#ifndef MENDED
  for (int i = 0; i < view.num_tiles(); ++i)
  // CHECK-DAG: views.cu:[[#@LINE-1]]:28: error: no member named 'num_tiles' in 'partition_view<tensor_span<float, shape<dynamic_extent>>, shape<8>>'; a view counts nothing: ceildiv of an extent and that of a tile is the number of tiles
#else
  for (int i = 0; i < ct::ceildiv(n, 8); ++i)
#endif
    view.store_masked(view.load_masked(i) * 2.0f, i);
}

//--- an atomic update of a view without order
__tile_global__ void viewAtomicWithoutOrder(float *p, int n) {
  ct::partition_view view{ct::tensor_span{p, ct::extents{n}}, ct::shape<8>{}};
#ifndef MENDED
  view.atomic_add(ct::ones<Tile<float, 8>>(), 0);
  // CHECK-DAG: views.cu:[[#@LINE-1]]:8: error: no matching member function for call to 'atomic_add'; rule: 'atomic_add' takes another number of arguments, got 2 arguments, as in view.atomic_add(tile, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j)
#else
  view.atomic_add(ct::ones<Tile<float, 8>>(), ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, 0);
#endif
}
