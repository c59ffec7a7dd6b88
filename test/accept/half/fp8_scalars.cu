// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalars of fp8 types: construction, conversion, storage.
#include <cuda_fp8.h>
#include <cuda_tile.h>
__tile_global__ void k(__nv_fp8_e4m3* a, __nv_fp8_e5m2* b, float* f, __half* h) {
  a[0] = __nv_fp8_e4m3(f[0]); b[0] = __nv_fp8_e5m2(f[1]); f[2] = float(a[1]); f[3] = static_cast<float>(b[1]); a[2] = a[3];
  h[0] = __half(a[4]); a[5] = __nv_fp8_e4m3(h[1]);
}
