// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mdspan of libcu++ with call or bracket access.
#include <cuda/std/mdspan>
#include <cuda_tile.h>
__tile_global__ void k(float* p, int n) {
  using E = cuda::std::extents<int, cuda::std::dynamic_extent, 4>;
  cuda::std::mdspan<float, E> m(p, E(n));
  m(1, 2) = m(0, 3) + m.extent(0) + m.stride(0) + m.size();
  cuda::std::mdspan<float, cuda::std::dextents<int, 2>, cuda::std::layout_left> c(p, n, 4);
  c(0, 0) = c(1, 1);
}
