// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic updates through views.
// RUN: tilec %s --run k --grid 3 --arg 'out:[4]' --arg 'out:[4]' --arg 4 | FileCheck %s
// CHECK: out: 3 3 3 3
// CHECK-NEXT: low: 0 2 4 6
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
__tile_global__ void k(float *out, int *low, int n) {
  ct::partition_view v{ct::tensor_span{out, ct::extents{n}}, ct::shape<4>{}};
  v.atomic_add(ct::ones<ct::tile<float, ct::shape<4>>>(), ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, 0);
  ct::partition_view m{ct::tensor_span{low, ct::extents{n}}, ct::shape<4>{}};
  m.atomic_max_masked(ct::iota<ct::tile<int, ct::shape<4>>>() * int(ct::bid().x), ct::memory_order_relaxed_t{},
                      ct::thread_scope_device_t{}, 0);
}
