// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// span over a pointer: subscripts, subspan, sizes.
#include <cuda/std/span>
#include <cuda_tile.h>
__tile__ float total(cuda::std::span<const float> s) { float t = 0; for (float x : s) t += x; return t; }
__tile_global__ void k(float* p, int n) {
  cuda::std::span<float> s(p, n);
  s[0] = total(s.subspan(1)) + s.size() + (s.empty() ? 1 : 0) + *s.data() + s.front();
  cuda::std::span<float, 4> f(p, 4);
  f[3] = f.last<1>()[0];
}
