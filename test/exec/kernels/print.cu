// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// printf of scalars and of tiles.
#include <cstdio>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

__tile_global__ void print_scalars(int i, double d, long long l, char c, int* returned) {
  *returned = printf("int %d hex %x float %.3f long %lld char %c percent %%\n", i, i, d, l, c);
}

__tile_global__ void print_tiles() {
  printf("row %d\n", ct::iota<ct::tile<int, ct::shape<4>>>());
  printf("matrix %.1f\n", ct::full<ct::tile<float, ct::shape<2, 2>>>(1.5f));
}

__tile_global__ void print_some_blocks() {
  if (ct::bid().x % 4 == 3) printf("block %d of %d\n", (int)ct::bid().x, (int)ct::num_blocks().x);
}
