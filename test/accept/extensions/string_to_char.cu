// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
void f(char *s) { (void)s; }
__tile_global__ void k(float *p) { p[0] = 1; }
int main() { char *s = "abc"; f("def"); return s[0]; }
