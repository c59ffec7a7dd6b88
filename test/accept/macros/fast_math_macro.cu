// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: -use_fast_math
// What -use_fast_math defines.
#include <cuda_tile.h>
#ifndef __FAST_MATH__
constexpr int fast = 0;
#else
constexpr int fast = 1;
#endif
__tile_global__ void k(int* p) { *p = fast; }
