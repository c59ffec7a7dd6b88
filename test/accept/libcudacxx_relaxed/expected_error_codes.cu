// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: --expt-relaxed-constexpr
// expected as a result type in tile code.
#include <cuda/std/expected>
#include <cuda_tile.h>
enum class Err { negative, large };
__tile__ cuda::std::expected<float, Err> root(float x) {
  if (x < 0) return cuda::std::unexpected(Err::negative);
  return cuda::tiles::sqrt(x);
}
__tile_global__ void k(float* p) {
  auto r = root(p[0]);
  p[1] = r.has_value() ? *r : float(r.error());
  p[2] = root(p[2]).value_or(0.f);
}
