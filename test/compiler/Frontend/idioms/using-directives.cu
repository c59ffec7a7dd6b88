// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All names by using-directives; spans and views by parentheses.
// RUN: tilec %s --run outer --grid 1 --arg 'out:[16]' --arg '[4]=iota' --arg '[4]=iota' | FileCheck %s
// CHECK: out: 0 0 0 0 0 1 2 3 0 2 4 6 0 3 6 9
#include <cuda_tile.h>
using namespace cuda::tiles;
using namespace cuda::tiles::literals;
__tile_global__ void outer(int *out, const int *a, const int *b) {
  using V = tile<int, shape<4>>;
  V x = load(a + iota<V>()), y = load(b + iota<V>());
  auto m = reshape(x, shape{4_ic, 1_ic}) * reshape(y, shape{1_ic, 4_ic});
  auto span = tensor_span(out, extents{4_ic, 4_ic});
  partition_view(span, shape{4_ic, 4_ic}).store(transpose(m), 0, 0);
}
