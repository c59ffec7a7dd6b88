// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fused multiply-add, minimum and maximum by functions of the header.
#include <cuda_fp16.h>
#include <cuda_tile.h>
__tile_global__ void k(__half* h) { h[0] = __hfma(h[1], h[2], h[3]); h[1] = __hmax(h[2], h[3]); h[2] = __hmin(h[3], h[4]); }
