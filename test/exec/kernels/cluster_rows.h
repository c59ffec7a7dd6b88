// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What kernels of rows that a cluster shares have in common, short rows and long ones.
#pragma once
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int Width, class T> __tile__ auto row_view(T* p, int rows, int columns) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, ct::shape<1, Width>{}};
}

template <class T, int Width, int Ctas>
[[cutile::hint(900, num_cta_in_cga = Ctas)]] __tile_global__ void cluster_softmax(T* __restrict__ out, const T* __restrict__ in, int rows,
                                                                                  int columns) {
  int row = ct::bid().x;
  auto x = ct::element_cast<float>(row_view<Width>(in, rows, columns).template load_masked<ct::view_padding::negative_inf>(row, 0));
  auto e = ct::exp(x - ct::reduce_max<1>(x));
  row_view<Width>(out, rows, columns).store_masked(ct::element_cast<T>(e / ct::sum<1>(e)), row, 0);
}
