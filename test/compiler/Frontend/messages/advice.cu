// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the same mistakes are made again and again, the message says what was probably meant.
// RUN: not check-source %s 2>&1 | FileCheck %s --implicit-check-not="candidate" --implicit-check-not="did you mean" --implicit-check-not="'cat'"
#include <cmath>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void names(float *p) {
  auto x = ct::zeros<Tile<float, 8>>();
  x = ct::where(x > 0, x, -x);
  // CHECK: advice.cu:[[#@LINE-1]]:11: error: no member named 'where' in namespace 'cuda::tiles'; use select(condition, a, b)
  // What Clang guesses is not gone on about.
  auto y = ct::cast<int>(x);
  // CHECK: advice.cu:[[#@LINE-1]]:16: error: no template named 'cast' in namespace 'cuda::tiles'; use element_cast<float>(tile)
  x = ct::fmaxf(x, x);
  // CHECK: advice.cu:[[#@LINE-1]]:7: error: no member named 'fmaxf' in namespace 'cuda::tiles'; use cuda::tiles::max
  x = x.sum();
  // CHECK: advice.cu:[[#@LINE-1]]:9: error: no member named 'sum' in 'tile<float, shape<8>>'; a tile has no members: operations are functions, as in sum<0>(tile)
  auto span = ct::tensor_span{p, ct::extents{8}};
  span.load(0);
  // CHECK: advice.cu:[[#@LINE-1]]:8: error: no member named 'load' in 'tensor_span<float, shape<dynamic_extent>>'; a view of the span has it
  auto n = ct::partition_view{span, ct::shape<8>{}}.num_tiles();
  // CHECK: advice.cu:[[#@LINE-1]]:53: error: no member named 'num_tiles' in {{.*}}; a view counts nothing: ceildiv
  x = std::exp(x);
  // CHECK: advice.cu:[[#@LINE-1]]:7: error: no matching function for call to 'exp'; use cuda::tiles::exp, for tiles
}

__tile_global__ void calls(float *p, float **q) {
  auto i = ct::iota<Tile<int, 8>>();
  auto x = ct::zeros<float, 8>();
  // CHECK: advice.cu:[[#@LINE-1]]:12: error: no matching function for call to 'zeros'; rule: 'zeros' has other template arguments, as in zeros<tile<float, shape<8>>>()
  auto y = ct::permute(ct::load(p + i), 1, 0);
  // CHECK: advice.cu:[[#@LINE-1]]:12: error: no matching function for call to 'permute'; rule: 'permute' takes another number of arguments, got 3 arguments, as in permute(tile, dimension_map<1, 0>{})
  ct::atomic_add(p, 1.0f, ct::memory_order::relaxed);
  // CHECK: advice.cu:[[#@LINE-1]]:3: error: no matching function for call to 'atomic_add'; rule: a memory order is a template argument or a tag: memory_order_relaxed_t{}
  p[i] = 0;
  // CHECK: advice.cu:[[#@LINE-1]]:4: error: no viable overloaded operator[] for type 'float *'; a pointer is indexed by a scalar: load(pointer + indices) loads a tile
  ct::partition_view v(p, ct::shape<8>{});
  // CHECK: advice.cu:[[#@LINE-1]]:{{[0-9]+}}: error: no viable constructor {{.*}}; as in partition_view{span, shape<16, 32>{}}
  // CHECK-NEXT: partition_view v(p
  // CHECK: note: this is what does not fit, with Span = float *, Shape = ct::shape<8>
  auto z = q + i;
  // CHECK: advice.cu:[[#@LINE-1]]:14: error: invalid operands {{.*}}; rule: a tile, or a scalar, which counts as a tile of rank 0: a number, or a pointer to a number or void
}
// CHECK-NOT: error:
