// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A layout as an argument: rows go in, columns come out.
// RUN: tilec %s --run turn --grid 1 --arg 'out:[9]' --arg '[9]=iota' --arg 3 --arg 3 | FileCheck %s
// CHECK: out: 0 3 6 1 4 7 2 5 8
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class Layout> __tile__ auto matrix(float *p, int m, int n, Layout layout) {
  return ct::tensor_span{p, ct::extents{m, n}, layout};
}
__tile_global__ void turn(float *out, float *in, int m, int n) {
  ct::partition_view from{matrix(in, m, n, ct::layout_right{}), ct::shape<2, 4>{}};
  ct::partition_view to{matrix(out, m, n, ct::layout_left{}), ct::shape<2, 4>{}};
  for (unsigned i = 0; i < 2; i++)
    for (unsigned j = 0; j < 1; j++)
      to.store_masked(from.load_masked(i, j), i, j);
}
