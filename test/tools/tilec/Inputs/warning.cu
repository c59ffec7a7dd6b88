// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
extern "C" __tile_global__ void warns(int *p) { int unused_value; *p = 1; }
