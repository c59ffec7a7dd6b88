// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class V> __tile__ auto f(V v) { if constexpr (requires { v.load_masked(0); }) return v.load_masked(0); else if constexpr (requires { ct::load(v); }) return ct::load(v); else return v; }
__tile_global__ void k(float *p, int n) { auto i = ct::iota<ct::tile<int, ct::shape<8>>>(); auto v = ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<8>{}}; v.store(f(v) + f(p + i) + f(ct::ones<ct::tile<float, ct::shape<8>>>()), 0); }
