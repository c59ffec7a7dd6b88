// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Returns out of blocks, loops, switch and called functions.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile__ int search(const int* p, int n, int v) { for (int i = 0; i < n; ++i) { if (p[i] == v) return i; if (p[i] < 0) return -2; } return -1; }
__tile__ auto branchy(ct::tile<float, ct::shape<16>> t, int n) { switch (n) { case 1: return t; case 2: return -t; } if (n > 7) return t + 1.f; return t * t; }
__tile_global__ void k(int* p, float* f, int n) {
  if (ct::bid().x >= n) return;
  int r = search(p, n, 7);
  if (r < 0) { if (r == -2) return; p[0] = 0; }
  for (int i = 0; i < n; ++i) { if (p[i] == 3) { p[1] = i; return; } }
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  ct::store(f + i, branchy(ct::load(f + i), r));
}
