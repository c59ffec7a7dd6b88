// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// variant with get_if and holds_alternative.
#include <cuda/std/variant>
#include <cuda_tile.h>
__tile_global__ void k(float* p, int n) {
  cuda::std::variant<int, float> v = 2.f;
  if (n) v = n;
  p[0] = cuda::std::holds_alternative<int>(v) ? 1.f : 0.f;
  if (auto* f = cuda::std::get_if<float>(&v)) p[1] = *f;
}
