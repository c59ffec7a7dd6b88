// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel as a static member function.
#include <cuda_tile.h>
struct S { static __tile_global__ void k(float* p) { *p = 1; } };
