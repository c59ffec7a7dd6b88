// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plain pointer code: no tile at all.
#include <cuda_tile.h>
struct Node { int next; float weight; Node* link; };
__tile_global__ void walk(const Node* nodes, float* out, int start) {
  float s = 0;
  for (int i = start; i >= 0; i = nodes[i].next) s += nodes[i].weight;
  const Node* q = nodes + start;
  while (q) { s += q->weight; q = q->link; }
  out[cuda::tiles::bid().x] = s;
  *reinterpret_cast<unsigned long long*>(out + 2) = 0x3ff0000000000000ull;
}
