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
// CHECK-NOT: error:
