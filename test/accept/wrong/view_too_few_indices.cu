// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One index for a view of two dimensions.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p, int n) { auto v = ct::partition_view{ct::tensor_span{p, ct::extents{n, n}}, ct::shape<16, 16>{}}; auto t = v.load(0); v.store(t, 0, 0); }
