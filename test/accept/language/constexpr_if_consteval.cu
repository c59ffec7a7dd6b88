// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// constexpr if, if consteval, consteval and constinit, static_assert without text.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
consteval int log2i(int n) { int r = 0; while (n > 1) { n >>= 1; ++r; } return r; }
__tile__ constexpr int where(int x) { if (__builtin_is_constant_evaluated()) return x; else return x + 1; }
template <int N> __tile_global__ void k(float* p) {
  static_assert(N > 0);
  if constexpr (constexpr int l = log2i(N); l > 4) p[0] = l; else p[0] = -l;
  constexpr int w = where(3);
  p[1] = w + where(4);
}
template __tile_global__ void k<64>(float*);
