// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A store through a view of constant elements.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(const float* p, int n) { auto v = ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<16>{}}; v.store(v.load(0), 1); }
