// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that convert to fp8 storage types.
#include <cuda_fp8.h>
#include <cuda_tile.h>
__tile_global__ void k(unsigned char* s, float* f) { s[0] = __nv_cvt_float_to_fp8(f[0], __NV_SATFINITE, __NV_E4M3); }
