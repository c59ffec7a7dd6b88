// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
// Members of dependent views and types as NVIDIA's compiler takes them: no template and no typename before the names.
namespace ct = cuda::tiles;
template <class V> struct Traits { using Acc = ct::tile<float, typename V::shape_type>; };
template <class V> __tile__ auto wide(V v) { return ct::zeros<Traits<V>::Acc>() + ct::element_cast<float>(ct::element_cast<V::element_type>(v)); }
template <int N> __tile_global__ void k(float *p, int n) {
  auto v = ct::partition_view{ct::tensor_span{p, ct::extents{n, 16}}, ct::shape<N, 16>{}};
  auto d = v.load_masked<ct::view_padding::zero>(0, 0) - v.load_masked<ct::view_padding::zero>(1, 0);
  auto e = ct::sum(v.load_masked<ct::view_padding::nan>(0, 0), ct::integral_constant<0>{});
  for (int i = 0; i < n; ++i) d = d + 2.f * v.load_masked<ct::view_padding::zero>(i, 0);
  v.store_masked(wide(d + e), 0, 0);
}
template __tile_global__ void k<16>(float *, int);
