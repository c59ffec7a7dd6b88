// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class V> __tile__ auto get(V v) { return v.template load_masked(0); }
__tile_global__ void k(float *p, int n) { auto v = ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<8>{}}; v.store(get(v), 0); }
