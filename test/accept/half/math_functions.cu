// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mathematics by functions of the header.
#include <cuda_fp16.h>
#include <cuda_tile.h>
__tile_global__ void k(__half* h) { h[0] = hexp(h[1]); h[1] = hsqrt(h[2]); h[2] = hrsqrt(h[3]); h[3] = hlog(h[4]); h[4] = hsin(h[5]); h[5] = hfloor(h[6]); h[6] = htanh(h[7]); h[7] = hrcp(h[8]); }
