// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A struct by value.
#include <cuda_tile.h>
struct Args { float* p; int n; };
__tile_global__ void k(Args a) { a.p[0] = a.n; }
