// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: --expt-relaxed-constexpr
// optional of scalars, with value_or and assignment.
#include <cuda/std/optional>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile__ cuda::std::optional<int> find(const int* p, int n, int v) {
  for (int i = 0; i < n; ++i) if (p[i] == v) return i;
  return cuda::std::nullopt;
}
__tile_global__ void k(int* p, int n) {
  auto r = find(p, n, 7);
  p[0] = r ? *r : -1;
  p[1] = r.has_value() ? r.value_or(3) : 0;
}
