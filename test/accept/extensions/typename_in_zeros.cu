// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class V> struct Tr { using acc = ct::tile<float, typename V::shape_type>; };
template <class V> __tile__ auto f(V v) { return ct::zeros<Tr<V>::acc>() + ct::element_cast<float>(v); }
__tile_global__ void k(float *p) { p[0] = float(ct::sum<0>(f(ct::iota<ct::tile<int, ct::shape<8>>>()))); }
