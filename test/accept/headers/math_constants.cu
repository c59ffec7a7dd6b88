// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// math_constants.h, M_PI, INFINITY and NAN in tile code.
#include <cfloat>
#include <climits>
#include <cmath>
#include <math_constants.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void k(float* p, int* q) {
  using T = ct::tile<float, ct::shape<32>>;
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto x = ct::full<T>(-INFINITY) + ct::full<T>(NAN) + ct::full<T>(float(M_PI)) + ct::full<T>(CUDART_PI_F);
  x = ct::max(x, ct::full<T>(-FLT_MAX));
  ct::store(p + i, x * float(M_LOG2E) + HUGE_VALF + FLT_EPSILON);
  q[0] = INT_MAX;
  q[1] = CHAR_BIT;
  p[1] = UINT_MAX + LLONG_MIN;
  p[2] = float(CUDART_SQRT_TWO) + CUDART_L2E_F;
}
