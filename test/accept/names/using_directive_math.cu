// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every elementwise function by its bare name after a using directive, with <cmath> in front.
#include <cmath>
#include <cuda_tile.h>

using namespace cuda::tiles;
using namespace cuda::tiles::literals;

__tile_global__ void all_math(float* p, float* q) {
  auto i = iota<tile<int, shape<128>>>();
  auto x = load(p + i);
  auto y = exp(x) + exp2(x) + log(abs(x)) + log2(abs(x)) + sqrt(abs(x)) + rsqrt(abs(x) + 1.f);
  y = y + sin(x) + cos(x) + tan(x) + sinh(x) + cosh(x) + tanh(x);
  y = y + floor(x) + ceil(x) + pow(abs(x), 2.f) + atan2(x, y) + fma(x, x, y);
  y = select(isnan(y), zeros<tile<float, shape<128>>>(), y);
  y = min(max(y, -100.f), 100.f);
  store(q + i, y);
}
