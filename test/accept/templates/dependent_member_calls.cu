// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Member templates of dependent objects, with the template keyword.
#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

template <class View> __tile__ auto padded(View v, int i, int j) { return v.template load_masked<ct::view_padding::negative_inf>(i, j); }
template <class View> __tile__ auto element(View) -> typename View::element_type;
template <class View, class T> __tile__ void put(View v, T t, int i, int j) { v.store_masked(t, i, j); }

template <class T, int M, int N> __tile_global__ void row_max(T* in, T* out, int rows, int cols) {
  auto v = ct::partition_view{ct::tensor_span{in, ct::extents{rows, cols}}, ct::shape<M, N>{}};
  auto w = ct::partition_view{ct::tensor_span{out, ct::extents{rows, 1_ic}}, ct::shape<M, 1>{}};
  using elem = typename decltype(v)::element_type;
  auto m = ct::full<ct::tile<elem, ct::shape<M, 1>>>(-3e38f);
  int steps = ct::ceildiv(cols, N);
  for (int j = 0; j < steps; ++j) m = ct::max(m, ct::reduce_max(padded(v, ct::bid().x, j), 1_ic));
  put(w, m, ct::bid().x, 0);
}
template __tile_global__ void row_max<float, 16, 64>(float*, float*, int, int);
