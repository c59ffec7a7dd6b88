// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class V> __tile__ auto f(V v) { return ct::element_cast<V::element_type>(v); }
__tile_global__ void k(int *p) { p[0] = int(ct::sum<0>(f(ct::iota<ct::tile<int, ct::shape<8>>>()))); }
