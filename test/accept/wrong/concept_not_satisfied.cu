// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A constraint that fails.
#include <concepts>
#include <cuda_tile.h>
template <std::integral T> __tile__ T half_of(T x) { return x / 2; }
__tile_global__ void k(float* p) { p[0] = half_of(p[1]); }
