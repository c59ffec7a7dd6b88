// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
extern "C" __tile_global__ void broken(float *p) { *p = undeclared; }
