// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All statements of the language with scalars and tiles.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
  auto x = ct::load(p + i);
  int state = 0;
  do {
    switch (state) {
      case 0: x = x + 1.f; [[fallthrough]];
      case 1: x = x * 2.f; state = 2; break;
      case 2: { auto y = ct::exp(x); x = y; state = 5; break; }
      default: state = -1; break;
    }
    if (state < 0) break;
    for (int a = 0, b = 10; a < b; ++a, --b) { if (a & 1) continue; x = x - float(a); }
    while (n > 100) n /= 3;
  } while (state < 4 && n-- > 0);
  { int shadow = n; n = shadow + 1; }
  ;
  if (int r = n % 3; r == 0) ct::store(p + i, x);
  else if (r == 1) ct::store(p + i, -x);
  else return;
  p[0] = n;
}
