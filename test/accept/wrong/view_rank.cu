// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A view's tile has another rank than its tensor.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p, int n) { auto v = ct::partition_view{ct::tensor_span{p, ct::extents{n, n}}, ct::shape<16>{}}; v.store(v.load(0), 0); }
