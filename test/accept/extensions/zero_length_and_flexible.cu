// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
struct B { int n; float data[]; };
struct Z { int n; float data[0]; };
__tile_global__ void k(float *p, B *b, Z *z) { p[0] = b->data[1] + z->data[0]; }
int main() { return sizeof(B) + sizeof(Z); }
