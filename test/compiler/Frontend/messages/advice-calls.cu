// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls that no function of the API takes: the message shows one that it does.
// RUN: not check-source %s 2>&1 | FileCheck %s --implicit-check-not="candidate"
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void calls(float *p, float **q) {
  auto i = ct::iota<Tile<int, 8>>();
  auto x = ct::zeros<float, 8>();
  // CHECK: advice-calls.cu:[[#@LINE-1]]:12: error: no matching function for call to 'zeros'; rule: 'zeros' has other template arguments, as in zeros<tile<float, shape<8>>>()
  auto y = ct::permute(ct::load(p + i), 1, 0);
  // CHECK: advice-calls.cu:[[#@LINE-1]]:12: error: no matching function for call to 'permute'; rule: 'permute' takes another number of arguments, got 3 arguments, as in permute(tile, dimension_map<1, 0>{})
  ct::atomic_add(p, 1.0f, ct::memory_order::relaxed);
  // CHECK: advice-calls.cu:[[#@LINE-1]]:3: error: no matching function for call to 'atomic_add'; rule: a memory order is a template argument or a tag: memory_order_relaxed_t{}
  ct::partition_view v{ct::tensor_span{p, ct::extents{8}}, ct::shape<8>{}};
  v.atomic_add(ct::ones<Tile<float, 8>>(), 0);
  // CHECK: advice-calls.cu:[[#@LINE-1]]:5: error: no matching member function for call to 'atomic_add'; rule: {{.*}}, as in view.atomic_add(tile, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j)
  p[i] = 0;
  // CHECK: advice-calls.cu:[[#@LINE-1]]:4: error: no viable overloaded operator[] for type 'float *'; a pointer is indexed by a scalar: load(pointer + indices) loads a tile
  ct::partition_view w(p, ct::shape<8>{});
  // CHECK: advice-calls.cu:[[#@LINE-1]]:{{[0-9]+}}: error: no viable constructor {{.*}}, got 'float *' and 'shape<8>'; as in partition_view{span, shape<16, 32>{}}
  // CHECK-NEXT: partition_view w(p
  v.load_masked(0, 0.0f);
  // CHECK: advice-calls.cu:[[#@LINE-1]]:5: error: no matching member function for call to 'load_masked'; rule: one integer for each dimension of the view; {{.*}}, as in view.load_masked<view_padding::zero>(i, j)
  auto sums = ct::sum(ct::load(p + i), 0);
  // CHECK: advice-calls.cu:[[#@LINE-1]]:15: error: no matching function for call to 'sum'; rule: what is known when the kernel is compiled is a template argument or ends in _ic, as in sum<0>(tile)
  auto joined = ct::cat(i, i);
  // CHECK: advice-calls.cu:[[#@LINE-1]]:17: error: no matching function for call to 'cat'; rule: the axis is named, as in cat<0>(a, b)
  auto three = ct::cat<0>(i, i, i);
  // CHECK: advice-calls.cu:[[#@LINE-1]]:16: error: no matching function for call to 'cat'; rule: 'cat' joins two tiles of one type, as in cat<0>(cat<0>(a, b), cat<0>(c, d))
  int column = ct::bid(0);
  // CHECK: advice-calls.cu:[[#@LINE-1]]:24: error: too many arguments to function call, expected 0, have 1; rule: it takes none and gives three numbers, as in bid().x
  auto ones = ct::full(1.0f);
  // CHECK: advice-calls.cu:[[#@LINE-1]]:15: error: no matching function for call to 'full'; rule: the type of the result is named, as in full<tile<float, shape<8>>>(value)
  auto z = q + i;
  // CHECK: advice-calls.cu:[[#@LINE-1]]:14: error: invalid operands {{.*}}; rule: a tile, or a scalar, which counts as a tile of rank 0: a number, or a pointer to a number or void; pointers to other types
  ct::partition_view sevens{ct::tensor_span{p, ct::extents{8}}, ct::shape<7>{}};
  // CHECK: advice-calls.cu:[[#@LINE-1]]:22: error: no viable constructor {{.*}}; rule: a view's tile has one extent for each dimension of the span, each of them a power of two, got {{.*}} and 'shape<7>'; as in partition_view{span, shape<16, 32>{}}
}
// CHECK-NOT: error:
