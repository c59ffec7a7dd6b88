// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
union V { struct { float x, y; }; float v[2]; };
__tile_global__ void k(float *p) { V v; v.x = p[0]; v.y = 2; p[1] = v.v[1]; }
int main() { V v; v.x = 1; return v.v[0]; }
