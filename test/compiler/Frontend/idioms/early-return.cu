// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Returns out of loops of called functions.
// RUN: tilec %s --run k --grid 5 --arg 'out:[4]' --arg '[4]=iota' --arg 4 | FileCheck %s
// CHECK: out: 0 2 -1 -1
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile__ int find(const int *p, int n, int key) {
  for (int i = 0; i < n; ++i) {
    if (p[i] == key)
      return i;
    if (p[i] < 0)
      break;
  }
  return -1;
}
__tile_global__ void k(int *out, const int *in, int n) {
  int b = ct::bid().x;
  if (b >= n)
    return;
  out[b] = find(in, n, b * 2);
}
