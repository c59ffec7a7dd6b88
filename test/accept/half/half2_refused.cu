// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Packed halves in tile code.
#include <cuda_fp16.h>
#include <cuda_tile.h>
__tile_global__ void k(__half2* p) { p[0] = __hadd2(p[1], p[2]); }
