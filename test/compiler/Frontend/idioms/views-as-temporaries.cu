// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Views made where they are used, and rows that a tile of indices names.
// RUN: tilec %s --run embed --grid 1 --arg 'out:[6]' --arg '[12]=iota' --arg '[2]=2' --arg 4 --arg 3 | FileCheck %s
// CHECK: out: 6 7 8 6 7 8
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
__tile_global__ void embed(float *out, const float *table, const int *ids, int rows, int width) {
  auto id = ct::load(ids + ct::iota<ct::tile<int, ct::shape<2>>>());
  auto from = ct::gather_scatter_view{ct::tensor_span{table, ct::extents{rows, width}}, ct::shape<2, 4>{}, 0_ic};
  ct::partition_view{ct::tensor_span{out, ct::extents{2, width}}, ct::shape<2, 4>{}}.store_masked(
      from.load_masked(id, 0), 0, 0);
}
