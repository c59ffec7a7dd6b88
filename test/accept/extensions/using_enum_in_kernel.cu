// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(int *p, float *q, int n) { using enum ct::memory_order; using enum ct::thread_scope; ct::atomic_add<relaxed, device>(p, 1); auto v = ct::partition_view{ct::tensor_span{q, ct::extents{n}}, ct::shape<8>{}}; using P = ct::view_padding; v.store(v.load_masked<P::nan>(0), 0); }
