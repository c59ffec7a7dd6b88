// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// addressof, construct_at, unique_ptr declarations of libcu++.
#include <cuda/std/memory>
#include <cuda_tile.h>
struct P { int x; __host__ __device__ __tile__ P(int v) : x(v) {} };
__tile_global__ void k(int* p) {
  int a = 1;
  *cuda::std::addressof(a) = p[0];
  p[1] = *cuda::std::to_address(&a);
}
