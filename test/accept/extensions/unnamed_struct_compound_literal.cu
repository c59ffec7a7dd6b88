// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
struct P { int a, b; };
int f(P p) { return p.a; }
__tile_global__ void k(float *p) { P q = (P){1, 2}; int *a = (int[]){1, 2, 3}; p[0] = q.b + a[1]; }
int main() { return f((P){.a = 1, .b = 2}); }
