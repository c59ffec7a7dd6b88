// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A row that every block adds its own row to, many elements a lane.
#pragma once
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <class E, int Width> __tile_global__ void add_rows(E* total, const E* rows, int columns) {
  auto from = ct::partition_view{ct::tensor_span{rows, ct::extents{(int)ct::num_blocks().x, columns}}, ct::shape<1, Width>{}};
  auto to = ct::partition_view{ct::tensor_span{total, ct::extents{1, columns}}, ct::shape<1, Width>{}};
  for (int t : ct::irange(0, ct::ceildiv(columns, Width)))
    to.atomic_add_masked(from.load_masked((int)ct::bid().x, t), ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, 0,
                         t);
}
