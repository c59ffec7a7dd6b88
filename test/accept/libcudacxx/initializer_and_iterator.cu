// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// begin, end, size, distance, next of libcu++.
#include <cuda/std/initializer_list>
#include <cuda/std/iterator>
#include <cuda_tile.h>
__tile_global__ void k(int* p) {
  int a[4] = {1, 2, 3, 4};
  for (auto it = cuda::std::begin(a); it != cuda::std::end(a); ++it) p[0] += *it;
  p[1] = cuda::std::size(a);
  for (int x : cuda::std::initializer_list<int>{1, 2}) p[2] += x;
  p[3] = *cuda::std::next(a);
}
